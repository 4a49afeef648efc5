import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { castVote } from '#features/polls/cast-vote.ts'
import { startTestApp } from '#testing/test-app.ts'
import { seedDemo } from './demo.ts'
import { castNextVote, maxVotesOfPollAndDay, type NextVote } from './next-vote.ts'
import { seededRandom } from './random.ts'

let site: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  site = await startTestApp()
  await seedDemo(site.db)
})
afterAll(() => site[Symbol.asyncDispose]())

async function chooseVotes(db: Db, times: number): Promise<NextVote[]> {
  const chosen: NextVote[] = []
  for (let turn = 0; turn < times; turn++) {
    await castNextVote(db, seededRandom(turn), async (vote) => chosen.push(vote))
  }
  return chosen
}

const undone = new Error('undone')

/** Undoes what it changes. */
async function tentatively(change: (tx: Db) => Promise<void>): Promise<void> {
  const done = site.db.transaction(async (tx) => {
    await change(tx)
    throw undone
  })
  await expect(done).rejects.toBe(undone)
}

const isSampleVote = sql`v.poll_id in (select id from polls where is_sample and imported_from is null)`

test('chooses people of the demo who have not voted, in different open polls of the demo, and options of these polls', async () => {
  await site.make.poll({})
  const chosen = await chooseVotes(site.db, 30)

  expect(new Set(chosen.map(({ pollId }) => pollId)).size).toBeGreaterThan(5)
  for (const { pollId, optionId, userId } of chosen) {
    const { rows } = await site.db.execute(sql`
      select p.is_sample and p.published_at <= now() and coalesce(p.closes_at > now(), true) as open,
        u.email like '%@citizens.example' as invented, o.poll_id = p.id as offered,
        exists (select from poll_votes v where v.poll_id = p.id and v.user_id = u.id) as voted
      from polls p, poll_options o, users u where p.id = ${pollId} and o.id = ${optionId} and u.id = ${userId}`)
    expect(rows).toEqual([{ open: true, invented: true, offered: true, voted: false }])
  }
})

test('follows the groups of opinion', async () => {
  const asked = sql`question like 'How do you prefer to vote in local elections%'`
  await tentatively(async (tx) => {
    await tx.execute(sql`update polls set is_sample = false where not ${asked}`)
    const chosen = await chooseVotes(tx, 60)
    const { rows } = await tx.execute<{ id: number; place: number }>(
      sql`select id, row_number() over (order by id)::int - 1 as place from users where email like '%@citizens.example'`,
    )
    const placeOf = new Map(rows.map(({ id, place }) => [id, place]))
    const largest = chosen.filter(({ userId }) => Number(placeOf.get(userId)) % 20 < 10).map(({ optionId }) => optionId)
    const smallest = chosen
      .filter(({ userId }) => Number(placeOf.get(userId)) % 20 > 15)
      .map(({ optionId }) => optionId)
    const favorite = (ids: number[]) =>
      [...Map.groupBy(ids, (id) => id)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
    expect(favorite(largest)).not.toBe(favorite(smallest))
  })
})

test('votes at most so often in a poll within a day, and not at all once all people have voted', async () => {
  await tentatively(async (tx) => {
    await tx.execute(sql`update politicians set created_at = now() - interval '2 days'`)
    await tx.execute(sql`update poll_votes v set created_at = now() - interval '1 minute' where ${isSampleVote}`)
    const { rows } = await tx.execute<{ id: number }>(
      sql`select poll_id as id from poll_totals where total_votes < ${maxVotesOfPollAndDay}`,
    )
    const chosen = await chooseVotes(tx, 10)
    expect(chosen).toHaveLength(10)
    for (const { pollId } of chosen) expect(rows.map(({ id }) => id)).toContain(pollId)

    await tx.execute(sql`update poll_votes v set created_at = now() - interval '25 hours' where ${isSampleVote}`)
    await tx.execute(sql`
      insert into poll_votes (poll_id, user_id, voter_id, option_id, created_at)
      select p.id, u.id, u.voter_id, (select min(id) from poll_options where poll_id = p.id), now() - interval '25 hours'
      from polls p, users u where p.is_sample and p.imported_from is null and u.email like '%@citizens.example'
      on conflict do nothing`)
    expect(await chooseVotes(tx, 10)).toEqual([])
  })
})

test.each([
  [
    'other officials',
    sql`insert into politicians (source, external_id, name, party, office, state, sort_name, keywords)
     values ('own', 'x', 'Ada Lovelace', 'I', 'Mayor', 'NY', 'lovelace ada', '')`,
  ],
  ['polls of people only', sql`update polls set is_sample = false`],
  ['suspended people only', sql`update users set suspended_until = now() + interval '1 day'`],
])('does nothing on a site with %s', async (_, change) => {
  await tentatively(async (tx) => {
    expect(await chooseVotes(tx, 1)).toHaveLength(1)
    await tx.execute(change)
    expect(await chooseVotes(tx, 5)).toEqual([])
  })
})

test('of two servers, one casts a vote like everybody’s, and then both pause', async () => {
  const total = async () =>
    (
      await site.db.execute(
        sql`select sum(total_votes)::int as votes, (select count(*)::int from poll_votes) as rows from poll_totals`,
      )
    ).rows[0]
  const before = await total()
  const cast = () =>
    castNextVote(site.db, seededRandom(1), (vote) => castVote(site.db, { ...vote, confirmedOnly: true }))

  await Promise.all([cast(), cast()])
  await cast()

  expect(await total()).toEqual({ votes: Number(before?.['votes']) + 1, rows: Number(before?.['rows']) + 1 })
})
