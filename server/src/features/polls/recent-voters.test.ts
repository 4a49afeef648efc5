import { getRecentVoters, type RecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makePeople } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

/** Votes of new accounts: of old ones, then of one domain, then of none. Each is a second after the one before. */
async function addVotes(t: TestApp, { id: pollId }: { id: number }, { old = 0, domain = 0, others = 0 }) {
  const people = await makePeople(t, old + domain + others)
  const ids = sql.param(people.map(({ id }) => id))
  await t.db
    .execute(sql`update users set created_at = case when place <= ${old} then now() - interval '25 hours' else now() end,
      mail_domain = case when place > ${old} and place <= ${old + domain} then 'catchall.example' end
    from unnest(${ids}::int[]) with ordinality as made (id, place) where users.id = made.id`)
  await t.db.execute(sql`insert into poll_votes (poll_id, user_id, voter_id, option_id, created_at)
    select ${pollId}, made.id, u.voter_id, (select min(id) from poll_options where poll_id = ${pollId}), now() + place * interval '1 second'
    from unnest(${ids}::int[]) with ordinality as made (id, place) join users u on u.id = made.id`)
  await t.db
    .execute(sql`update poll_totals set total_votes = (select count(*) from poll_votes where poll_id = ${pollId})
    where poll_id = ${pollId}`)
}

const domain = 'catchall.example'
test.each([
  ['19 votes', { domain: 19 }, null],
  ['nine votes of a domain', { old: 11, domain: 9 }, { votes: 20, new_accounts: 9, same_domain: 0, domain: null }],
  [
    'the last ten are not complete',
    { old: 11, domain: 18 },
    { votes: 20, new_accounts: 9, same_domain: 0, domain: null },
  ],
  [
    'more than 100 votes',
    { old: 76, domain: 60, others: 4 },
    { votes: 100, new_accounts: 64, same_domain: 60, domain },
  ],
])('counts new accounts and one mail domain among the latest votes: %s', async (_name, votes, expected) => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  await addVotes(t, poll, votes)
  const read = async (role: 'user' | 'moderator' | 'admin') =>
    t.as(await t.make.user({ role })).call(getRecentVoters, { params: { id: poll.id } })

  expect((await read('admin')).json<RecentVoters>()).toEqual(expected)
  expect((await read('moderator')).json()).toEqual(expected && { ...expected, domain: null })
  for (const response of [await read('user'), await t.call(getRecentVoters, { params: { id: poll.id } })]) {
    expect(response.statusCode).toBe(404)
  }
})
