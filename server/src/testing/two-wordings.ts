import { createPoll, type Poll } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { castVote } from '#features/polls/cast-vote.ts'
import { ago } from './ago.ts'
import type { TestApp } from './test-app.ts'

const old = { created_at: ago('30 days'), email_verified_at: ago('30 days'), state: 'OH' }

/** The votes for each option, by wording: 137 and 205. */
const planted = [
  [77, 47, 13],
  [131, 41, 33],
]
/** What both together would be: 342, of which the options have 208, 88 and 46. No other share that is published of these votes can be equal. */
export const sumsOfWordings = /(?<![\w.:#/-])(342|208)(?![\w:]|\.\d)|(?<![\w.])(61|26) ?%/g

/** A poll with two wordings and its votes. More people are members than voted. */
export async function plantWordings(t: TestApp) {
  const moderator = await t.make.user({ ...old, role: 'moderator' })
  const admin = await t.make.user({ ...old, role: 'admin' })
  const official = await t.make.politician({})
  const { wordings } = (
    await t.as(moderator).call(createPoll, {
      body: {
        question: 'Secret?',
        category: 'General',
        options: ['Too little', 'About right', 'Too much'],
        duration_days: 7,
        politician: official.id,
        second_wording: { question: 'Secret, in other words?', description: 'Is it enough?' },
      },
    })
  ).json<Poll>()
  const both = wordings!.map(({ poll }) => poll)
  const all = planted.flat().reduce((sum, count) => sum + count, 0)
  const { rows: people } = await t.db.execute<{ id: number }>(sql`
    insert into users (first_name, last_name, username, email, email_verified_at, created_at, state, newsletter)
    select 'Casey', 'Voter', name, name || '@wtpu.example', now() - interval '30 days', now() - interval '30 days', 'OH', true
    from generate_series(1, ${all + 13}::int) n, translate('voter' || n, '0123456789', 'abcdefghij') name returning id`)
  const { rows: options } = await t.db.execute<{ id: number; poll: number }>(
    sql`select id, poll_id as poll from poll_options where poll_id = any(${sql.param(both)}::int[]) order by poll_id, position`,
  )
  const chosen = planted.flat().flatMap((count, index) => Array.from({ length: count }, () => options[index]!))
  await Promise.all(
    chosen.map(({ id: optionId, poll: pollId }, index) =>
      castVote(t.app.db, {
        userId: people[index]!.id,
        pollId,
        optionId,
        confirmedOnly: true,
        // A few chose the wording by reloading, so they are not compared.
        drawWording: () => (index % 40 === 0 ? -1 : both.indexOf(pollId)),
      }),
    ),
  )
  return { both, official, moderator, admin, voter: people[0]!, other: people.at(-1)! }
}
