import { createPoll, type Poll } from '@wtpu/contract/polls/polls'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notificationEvents } from '#db/schema/notifications.ts'
import { users } from '#db/schema/accounts.ts'
import { writeDigest } from '#notifications/digest.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { readCounts } from '#live/counts.ts'
import { publishInvalidation } from '#live/publish.ts'
import { findPublicHead } from '#site/public-head.ts'
import { describeImage, findPollImage } from '#site/share/find-share-image.ts'
import { addresses } from '#testing/addresses.ts'
import { ago } from '#testing/ago.ts'
import { slow } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { castVote } from './cast-vote.ts'

const old = { created_at: ago('30 days'), email_verified_at: ago('30 days'), state: 'OH' }
/** The votes for each option, by wording. Their sums are in no response, and neither is the share of both together. */
const planted = [
  [61, 33, 7],
  [130, 64, 17],
]
const sums = /(?<![\d.:-])(312|191|97)(?![\d:]|\.\d)|(?<!\d)61 ?%/g

async function readAll(t: TestApp, polled: readonly number[], urls: readonly string[], who: (number | undefined)[]) {
  const read = new Map<string, string>()
  for (const id of who) {
    publishInvalidation(t.db, '/api/')
    const headers = id === undefined ? {} : { authorization: await t.as({ id }).authorization() }
    for (const url of urls) {
      const { body } = await t.app.inject({ url, headers })
      // Pictures, keys and hashes have all digits.
      if (!url.endsWith('.png'))
        read.set(`${id} ${url}`, body.replaceAll(/"[\w+/=-]{40,}"|[\da-f]{32,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))
    }
  }
  const page = pages.find(({ path }) => path === '/results/$pollId')!
  for (const id of polled) {
    const head = await findPublicHead(t.app, { page, params: { pollId: String(id) } }, new URLSearchParams())
    const image = await findPollImage(t.db, id, t.config)
    read.set(`head ${id}`, JSON.stringify(head))
    read.set(`image ${id}`, describeImage(image!))
  }
  read.set('live', JSON.stringify(await readCounts(t.db, { polls: [...polled], politicians: [] })))
  const mailed = await t.db.transaction((tx) => writeDigest(tx, t.app, who.at(-1)!))
  read.set('digest', mailed?.text ?? '')
  return read
}

test('no response, file, image or mail adds what two wordings got, before and after the close', slow, async () => {
  await using t = await startTestApp()
  const moderator = await t.make.user({ ...old, role: 'moderator' })
  const admin = await t.make.user({ ...old, role: 'admin' })
  const official = await t.make.politician({})
  const first = (
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
  const both = first.wordings!.map(({ poll }) => poll)
  const { rows: people } = await t.db.execute<{ id: number }>(sql`
    insert into users (first_name, last_name, username, email, email_verified_at, created_at, state, newsletter)
    select 'Casey', 'Voter', name, name || '@wtpu.example', now() - interval '30 days', now() - interval '30 days', 'OH', true
    from generate_series(1, 325) n, translate('voter' || n, '0123456789', 'abcdefghij') name returning id`)
  const { rows: options } = await t.db.execute<{ id: number; poll: number }>(
    sql`select id, poll_id as poll from poll_options where poll_id = any(${sql.param(both)}::int[]) order by poll_id, position`,
  )
  const chosen = planted.flat().flatMap((count, index) => Array.from({ length: count }, () => options[index]!))
  await Promise.all(
    chosen.map(({ id: optionId, poll: pollId }, index) =>
      castVote(t.app.db, { userId: people[index]!.id, pollId, optionId, confirmedOnly: true }),
    ),
  )
  const [voter = 0, other = 0] = [people[0]?.id, people.at(-1)?.id]
  const urls = both.flatMap((id) => [`/api/polls/${id}/`, ...addresses(t, id, official.id, voter)])
  const find = async () => {
    const read = await readAll(t, both, [...new Set(urls)], [undefined, admin.id, voter, other])
    expect([...read.values()].filter((text) => /\b101\b/.test(text)).length).toBeGreaterThan(20)
    return [...read].flatMap(([name, text]) =>
      [...text.matchAll(sums)].map((match) => [name, around(text, match.index)]),
    )
  }
  const around = (text: string, at: number) => text.slice(Math.max(0, at - 60), at + 20)

  expect(await find()).toEqual([])
  await t.db.execute(
    sql`update polls set published_at = now() - interval '2 days', closes_at = now() - interval '1 minute'`,
  )
  await sealClosedPolls(t.db, t.app.keys)
  await t.db
    .insert(notificationEvents)
    .values(both.map((contentId) => ({ kind: 'poll_closed' as const, contentKind: 'poll' as const, contentId })))
  await t.app.notifications.idle()
  await t.db.update(users).set({ newsletter: true })
  expect(await find()).toEqual([])
})
