import { getAccountData } from '@wtpu/contract/accounts/settings'
import { getPolitician, listMyRatings, ratePolitician, type RatingType } from '@wtpu/contract/politicians'
import { ratingFinal, undoRating } from '@wtpu/contract/undo-rating'
import { getRatingHistory } from '@wtpu/contract/rating-history'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings } from '#db/schema/politicians.ts'
import { readCounts } from '#live/counts.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { makePeople, race, runDuring, slow, withoutRetry } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { ratePolitician as rateAs, undoRating as undo } from './commands.ts'

type Row = { id: number }

const rate = (t: TestApp, user: Row, { id }: Row, type: RatingType = 'good') =>
  t.as(user).call(ratePolitician, { params: { id }, body: { type } })
const takeBack = (t: TestApp, user: Row, { id }: Row) => t.as(user).call(undoRating, { params: { id } })

test('takes back a rating with everything that was counted, and the next rating is final', async () => {
  await using t = await startTestApp()
  const [official, user] = [await t.make.politician(), await t.make.user()]
  const params = { id: official.id }
  const first = (await rate(t, user, official)).json()
  const [mine] = (await t.as(user).call(listMyRatings, {})).json()
  const history = async () => (await t.call(getRatingHistory, { params })).json().since
  expect(await history()).not.toBeNull()

  const undone = await takeBack(t, user, official)

  expect(mine).toEqual({ politician: official.id, type: 'good', undo_until: first.undo_until })
  expect(Date.parse(first.undo_until) - Date.now()).toBeGreaterThan(5_000)
  expect(Date.parse(first.undo_until) - Date.now()).toBeLessThanOrEqual(10_000)
  expect(undone.json()).toMatchObject({ id: official.id, good_job_count: 0, bad_job_count: 0, total_rating: 0 })
  expect((await t.as(user).call(listMyRatings, {})).json()).toEqual([])
  expect((await t.call(getPolitician, { params })).json()).toMatchObject({ total_rating: 0 })
  expect(await history()).toBeNull()
  const data = (await t.as(user).call(getAccountData, {})).json()
  expect(data).toMatchObject({
    ratings: [],
    undone_votes: [],
    undone_ratings: [{ politician: official.id, name: official.name }],
  })

  const second = (await rate(t, user, official, 'bad')).json()
  expect(second).toMatchObject({ bad_job_count: 1, total_rating: 1, undo_until: null })
  expect((await t.as(user).call(listMyRatings, {})).json()).toEqual([{ politician: official.id, type: 'bad' }])
  const again = await takeBack(t, user, official)
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'rating_final', detail: ratingFinal.again }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test.each([
  { seconds: 9, status: 200 },
  { seconds: 10, status: 409 },
])('$seconds seconds after a rating, taking it back answers $status', async ({ seconds, status }) => {
  await using t = await startTestApp()
  const [official, user] = [await t.make.politician(), await t.make.user()]
  await rate(t, user, official)
  await t.db.update(politicianRatings).set({ createdAt: sql`created_at - make_interval(secs => ${seconds})` })

  const response = await takeBack(t, user, official)

  expect(response.statusCode).toBe(status)
  if (status === 409) expect(response.json()).toMatchObject({ code: 'rating_final', detail: ratingFinal.late })
  expect(await t.db.$count(politicianRatings)).toBe(status === 409 ? 1 : 0)
})

test('a rating is taken back only by the account that gave it, and once for all accounts of a mailbox', async () => {
  await using t = await startTestApp()
  const [official, other] = [await t.make.politician(), await t.make.politician()]
  const [first, second] = [await t.make.user(), await t.make.user()]
  const { rows } = await t.db.execute<{ voter_id: number }>(sql`select voter_id from users where id = ${first.id}`)
  await t.db.update(users).set({ voterId: rows[0]!.voter_id }).where(eq(users.id, second.id))
  await rate(t, first, official)

  const foreign = await takeBack(t, second, official)
  await takeBack(t, first, official)
  const next = await rate(t, second, official)

  expect([foreign.statusCode, foreign.json()]).toMatchObject([404, { code: 'no_rating' }])
  expect(next.json()).toMatchObject({ undo_until: null })
  expect((await takeBack(t, second, official)).json()).toMatchObject({ detail: ratingFinal.again })
  expect((await takeBack(t, first, { id: 999_999 })).json()).toMatchObject({ code: 'not_found' })
  // Once for each official.
  await rate(t, second, other)
  expect((await takeBack(t, second, other)).statusCode).toBe(200)
})

test('takes back nothing while suspended', async () => {
  await using t = await startTestApp()
  const [official, user] = [await t.make.politician(), await t.make.user()]
  await rate(t, user, official)

  await t.db.update(users).set({ suspendedUntil: new Date(Date.now() + 60_000) })
  await expect(undo(t.db, { politicianId: official.id, userId: user.id })).rejects.toMatchObject({ code: 'suspended' })
  expect(await t.db.$count(politicianRatings)).toBe(1)
})

test('every rating and every undo has a higher version for browsers', async () => {
  await using t = await startTestApp()
  const [official, ...people] = [await t.make.politician(), await t.make.user(), await t.make.user()]
  const versions: number[] = []
  const read = async (official_: { version?: number }) => {
    const counts = await readCounts(t.db, { polls: [], politicians: [official.id] })
    expect(counts.politicians[0]!.version).toBe(official_.version)
    versions.push(counts.politicians[0]!.version)
  }

  for (const user of people) await read((await rate(t, user, official)).json())
  for (const user of people) await read((await takeBack(t, user, official)).json())
  for (const user of people) await read((await rate(t, user, official, 'bad')).json())

  expect(versions).toEqual([1, 2, 3, 4, 5, 6])
})

test('ratings and undos at once, on two servers, neither deadlock nor miscount', slow, async () => {
  await using t = await startTestApp()
  const servers = [withoutRetry(t), withoutRetry(t)]
  for (let round = 0; round < 30; round++) {
    const [official, other, ...people] = [
      await t.make.politician(),
      await t.make.politician(),
      ...(await makePeople(t, 4)),
    ]
    const rating = { confirmedOnly: false, politicianId: official.id, type: 'good' } as const
    await race(
      people.map(
        ({ id: userId }) =>
          () =>
            rateAs(t.db, { ...rating, userId }),
      ),
    )
    await race(
      people.flatMap(({ id: userId }, index) => [
        () => undo(servers[index % 2]!, { politicianId: official.id, userId }),
        () => rateAs(servers[0]!, { ...rating, type: 'bad', userId }),
        () => undo(servers[1]!, { politicianId: official.id, userId }),
        () => rateAs(servers[1]!, { ...rating, politicianId: other.id, userId }),
      ]),
    )
    expect(await findWrongCounters(t.db)).toEqual([])
    expect(await t.db.$count(politicianRatings, eq(politicianRatings.politicianId, official.id))).toBeLessThanOrEqual(4)
  }
})

test('a second rating that waits for an undo counts, and is final', async () => {
  await using t = await startTestApp()
  const [official, user] = [await t.make.politician(), await t.make.user()]
  await rate(t, user, official)

  const second = await runDuring(
    t,
    (tx) => undo(tx, { politicianId: official.id, userId: user.id }),
    () => rateAs(t.db, { confirmedOnly: false, politicianId: official.id, type: 'bad', userId: user.id }),
  )

  expect(second).toMatchObject({ status: 'fulfilled', value: { total_rating: 1, undo_until: null } })
  expect(await findWrongCounters(t.db)).toEqual([])
})
