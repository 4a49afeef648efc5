import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seededRandom } from '#demo/random.ts'
import { closeAccount } from '#features/accounts/account.ts'
import { undoVote } from '#features/polls/undo-vote.ts'
import { ago, counted } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'
import { countLargeStates, findStates, type Subject } from './large-states.ts'
import { findStatesInSteps } from './steps.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Far below what a site has, so that the subjects of a test are large. */
const from = 20
const countAll = async (t: TestApp) => {
  while (await countLargeStates(t.db, t.url, from)) continue
}
/** What a request for a large poll or official reads. */
const read = (t: TestApp, of: Subject['of'], { id }: { id: number }) => findStates(t.db, { of, id, votes: 1_000_000 })

/** Lets time pass, by making all that is there older. */
async function pass(t: TestApp, time: string): Promise<void> {
  const earlier = (column: string) => sql`${sql.identifier(column)} = ${sql.identifier(column)} - ${time}::interval`
  await t.db.execute(sql`update users set ${earlier('created_at')}, ${earlier('email_verified_at')}`)
  await t.db.execute(sql`update poll_votes set ${earlier('created_at')}`)
  await t.db.execute(sql`update politician_ratings set ${earlier('created_at')}`)
  await t.db.execute(sql`update state_results set ${earlier('counted_at')}`)
}

test('what was counted before is what a count of all votes and ratings finds, after a long history', async () => {
  await using t = await startTestApp()
  const random = seededRandom(7)
  const [poll, official] = [
    await t.make.poll({ options: ['A', 'B', 'C', 'D', 'E'] }),
    await t.make.politician({ state: 'NY' }),
  ]
  const unconfirmed: number[] = []
  const voters: number[] = []
  const act = async () => {
    const isConfirmed = random.next() < 0.8
    const age = random.pick(['1 hour', '3 days', '6 days 12 hours', '30 days'])
    const user = await t.make.user({
      state: random.pick(['NY', 'NY', 'TX', null]),
      created_at: ago(age),
      email_verified_at: isConfirmed ? ago(age) : undefined,
    })
    if (!isConfirmed) unconfirmed.push(user.id)
    await t.make.vote({ poll, user, option: random.between(0, 4) })
    if (random.next() < 0.1) await undoVote(t.db, { pollId: poll.id, userId: user.id })
    await t.make.rating({ politician: official, user, type: random.pick(['good', 'bad'] as const) })
    voters.push(user.id)
  }
  let steps = 0
  for (let day = 0; day < 9; day++) {
    for (let acts = random.between(6, 12); acts > 0; acts--) await act()
    if (day % 3 === 2) {
      await closeAccount(t.app, random.pick(voters))
      await t.db.execute(
        sql`update users set blocked_at = now() where id = ${random.pick(voters)} and deleted_at is null`,
      )
      await t.db.execute(sql`update users set email_verified_at = now() where id = ${unconfirmed.shift() ?? 0}`)
    }
    await pass(t, '25 hours')
    await countAll(t)

    const ofPoll = await findStatesInSteps(
      t.db,
      sql`select state, option_id as choice, user_id, created_at from poll_votes where poll_id = ${poll.id} and state is not null`,
    )
    const ofOfficial = await findStatesInSteps(
      t.db,
      sql`select state, type as choice, user_id, created_at from politician_ratings where politician_id = ${official.id} and state is not null`,
    )
    if (voters.length < 2 * from) continue
    expect(await read(t, 'poll', poll)).toEqual(ofPoll)
    expect(await read(t, 'politician', official)).toEqual(ofOfficial)
    steps = Math.max(steps, ...[...ofPoll.values()].map(({ step }) => step))
  }
  expect(steps).toBeGreaterThanOrEqual(20)
})

test('is counted again after a twentieth more votes or a day, by one of several servers', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll({ options: ['A', 'B'] })
  const cast = async (votes: number) => {
    for (let vote = 0; vote < votes; vote++) {
      await t.make.vote({ poll, user: await t.make.user(counted), option: vote % 2 })
    }
    await t.db.execute(sql`update poll_votes set created_at = created_at - interval '1 minute'`)
  }
  const step = async () => (await read(t, 'poll', poll)).get('NY')?.step
  await cast(from - 1)
  await countAll(t)
  expect(await step()).toBeUndefined()

  await cast(21)
  const servers = await Promise.all(Array.from({ length: 4 }, () => countLargeStates(t.db, t.url, from)))
  expect(servers.filter(Boolean)).toHaveLength(1)
  expect(await step()).toBe(40)

  // 41 of 40, then 42.
  await cast(1)
  expect(await countLargeStates(t.db, t.url, from)).toBe(false)
  await cast(1)
  expect(await countLargeStates(t.db, t.url, from)).toBe(true)
  await pass(t, '1 day')
  expect(await countLargeStates(t.db, t.url, from)).toBe(true)
  expect(await countLargeStates(t.db, t.url, from)).toBe(false)
})

test('a request counts no large poll itself, and a smaller one that was not counted yet', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll({ options: ['A', 'B'] })
  for (let vote = 0; vote < 10; vote++) {
    const created = new Date(Date.now() - 60_000)
    await t.make.vote({ poll, user: await t.make.user(counted), option: vote % 2, created_at: created })
  }
  const stepOf = async (votes: number) => (await findStates(t.db, { of: 'poll', id: poll.id, votes })).get('NY')?.step
  expect([await stepOf(10), await stepOf(9_999), await stepOf(10_000)]).toEqual([10, 10, undefined])
})
