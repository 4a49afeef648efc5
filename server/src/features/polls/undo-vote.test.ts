import { getAccountData } from '@wtpu/contract/accounts/settings'
import { castVote, getPoll, listMyVotes, undoVote } from '@wtpu/contract/polls/polls'
import { voteFinal } from '@wtpu/contract/undo'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { participants, polls, pollVotes } from '#db/schema/polls.ts'
import { pollRemoval } from '#db/visibility.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { readCounts } from '#live/counts.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { makePeople, race, runDuring, slow, withoutRetry } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { castVote as cast } from './cast-vote.ts'
import { undoVote as undo } from './undo-vote.ts'

type Row = { id: number }
type PollRow = Row & { options: Row[] }

const vote = async (t: TestApp, user: Row, poll: PollRow, option = 0) =>
  t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[option]!.id } })
const takeBack = (t: TestApp, user: Row, { id }: Row) => t.as(user).call(undoVote, { params: { id } })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)
const moveVotes = (t: TestApp, seconds: number) =>
  t.db.update(pollVotes).set({ createdAt: sql`created_at - make_interval(secs => ${seconds})` })

test('takes back a vote with everything that was counted, and the next vote is final', async () => {
  await using t = await startTestApp()
  const [poll, user] = [await t.make.poll({ options: ['Yes', 'No'] }), await t.make.user()]
  const first = (await vote(t, user, poll)).json()
  const [mine] = (await t.as(user).call(listMyVotes, {})).json()

  const undone = await takeBack(t, user, poll)

  expect(mine!.undo_until).toBe(first.undo_until)
  expect(Date.parse(first.undo_until) - Date.now()).toBeGreaterThan(5_000)
  expect(Date.parse(first.undo_until) - Date.now()).toBeLessThanOrEqual(10_000)
  expect(undone.json()).toMatchObject({ id: poll.id, total_votes: 0, options: [{ vote_count: 0 }, { vote_count: 0 }] })
  expect((await t.as(user).call(listMyVotes, {})).json()).toEqual([])
  expect(await t.db.$count(participants)).toBe(0)
  expect((await t.call(getPoll, { params: { id: poll.id } })).json()).toMatchObject({ total_votes: 0 })
  const data = (await t.as(user).call(getAccountData, {})).json()
  expect(data).toMatchObject({ votes: [], undone_votes: [{ poll: poll.id, question: poll.question }] })

  const second = (await vote(t, user, poll, 1)).json()
  expect(second).toMatchObject({ total_votes: 1, undo_until: null })
  expect((await t.as(user).call(listMyVotes, {})).json()).toEqual([
    { poll: poll.id, option: poll.options[1]!.id, ballot: expect.any(String) },
  ])
  const again = await takeBack(t, user, poll)
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'vote_final', detail: voteFinal.again }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('keeps a vote in another poll, and its voter among the participants', async () => {
  await using t = await startTestApp()
  const [poll, other, user] = [await t.make.poll(), await t.make.poll(), await t.make.user()]
  await vote(t, user, other)
  await vote(t, user, poll)

  await takeBack(t, user, poll)

  expect(await t.db.$count(participants)).toBe(1)
  expect((await t.as(user).call(listMyVotes, {})).json()).toMatchObject([{ poll: other.id }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test.each([
  { seconds: 9, status: 200 },
  { seconds: 10, status: 409 },
])('$seconds seconds after a vote, taking it back answers $status', async ({ seconds, status }) => {
  await using t = await startTestApp()
  const [poll, user] = [await t.make.poll(), await t.make.user()]
  await vote(t, user, poll)
  await moveVotes(t, seconds)

  const response = await takeBack(t, user, poll)

  expect(response.statusCode).toBe(status)
  if (status === 409) expect(response.json()).toMatchObject({ code: 'vote_final', detail: voteFinal.late })
  expect(await t.db.$count(pollVotes)).toBe(status === 409 ? 1 : 0)
})

test('votes are final in the last ten seconds of a poll', async () => {
  await using t = await startTestApp()
  const [closing, soon, user] = [
    await t.make.poll({ closes_at: inSeconds(9) }),
    await t.make.poll({ closes_at: inSeconds(17) }),
    await t.make.user(),
  ]

  const [late, early] = [(await vote(t, user, closing)).json(), (await vote(t, user, soon)).json()]

  expect(late.undo_until).toBeNull()
  expect(Date.parse(early.undo_until)).toBe(Date.parse(early.closes_at) - 10_000)
  expect((await takeBack(t, user, closing)).json()).toMatchObject({ code: 'vote_final', detail: voteFinal.closing })
  await t.db.update(polls).set({ closesAt: sql`now() - interval '1 second'` })
  expect((await takeBack(t, user, soon)).json()).toMatchObject({ code: 'vote_final', detail: voteFinal.closing })
  expect(await t.db.$count(pollVotes)).toBe(2)
})

test('a vote is taken back only by the account that cast it, and once for all accounts of a mailbox', async () => {
  await using t = await startTestApp()
  const [poll, first, second] = [await t.make.poll(), await t.make.user(), await t.make.user()]
  const { rows } = await t.db.execute<{ voter_id: number }>(sql`select voter_id from users where id = ${first.id}`)
  await t.db.update(users).set({ voterId: rows[0]!.voter_id }).where(eq(users.id, second.id))
  await vote(t, first, poll)

  const foreign = await takeBack(t, second, poll)
  await takeBack(t, first, poll)
  const next = await vote(t, second, poll)

  expect([foreign.statusCode, foreign.json()]).toMatchObject([404, { code: 'no_vote' }])
  expect(next.json()).toMatchObject({ undo_until: null })
  expect((await takeBack(t, second, poll)).json()).toMatchObject({ code: 'vote_final', detail: voteFinal.again })
  expect((await takeBack(t, first, poll)).json()).toMatchObject({ code: 'no_vote' })
})

test('takes back nothing while suspended and in a hidden poll', async () => {
  await using t = await startTestApp()
  const [poll, user] = [await t.make.poll(), await t.make.user()]
  await vote(t, user, poll)

  await t.db.update(polls).set(pollRemoval)
  expect((await takeBack(t, user, poll)).json()).toMatchObject({ code: 'not_found' })
  await t.db.update(users).set({ suspendedUntil: inSeconds(60) })
  await expect(undo(t.db, { pollId: poll.id, userId: user.id })).rejects.toMatchObject({ code: 'suspended' })
  expect(await t.db.$count(pollVotes)).toBe(1)
})

test('every vote and every undo has a higher version for browsers', async () => {
  await using t = await startTestApp()
  const [poll, ...people] = [await t.make.poll(), await t.make.user(), await t.make.user()]
  const versions: number[] = []
  const read = async (poll_: { version?: number }) => {
    const counts = await readCounts(t.db, { polls: [poll.id], politicians: [] })
    expect(counts.polls[0]!.version).toBe(poll_.version)
    versions.push(counts.polls[0]!.version)
  }

  for (const user of people) await read((await vote(t, user, poll)).json())
  for (const user of people) await read((await takeBack(t, user, poll)).json())
  for (const user of people) await read((await vote(t, user, poll, 1)).json())

  expect(versions).toEqual([1, 2, 3, 4, 5, 6])
})

test('clicks on Vote and Undo at once, on two servers, neither deadlock nor miscount', slow, async () => {
  await using t = await startTestApp()
  const servers = [withoutRetry(t), withoutRetry(t)]
  for (let round = 0; round < 30; round++) {
    const [poll, other, ...people] = [await t.make.poll(), await t.make.poll(), ...(await makePeople(t, 4))]
    const first = { confirmedOnly: false, pollId: poll.id, optionId: poll.options[0]!.id }
    await race(
      people.map(
        ({ id: userId }) =>
          () =>
            cast(t.db, { ...first, userId }),
      ),
    )
    await race(
      people.flatMap(({ id: userId }, index) => [
        () => undo(servers[index % 2]!, { pollId: poll.id, userId }),
        () => cast(servers[0]!, { ...first, optionId: poll.options[1]!.id, userId }),
        () => undo(servers[1]!, { pollId: poll.id, userId }),
        () => cast(servers[1]!, { ...first, pollId: other.id, optionId: other.options[0]!.id, userId }),
      ]),
    )
    expect(await findWrongCounters(t.db)).toEqual([])
    expect(await t.db.$count(pollVotes, eq(pollVotes.pollId, poll.id))).toBeLessThanOrEqual(4)
  }
})

test('a second vote that waits for an undo counts, and is final', async () => {
  await using t = await startTestApp()
  const [poll, user] = [await t.make.poll(), await t.make.user()]
  await vote(t, user, poll)

  const second = await runDuring(
    t,
    (tx) => undo(tx, { pollId: poll.id, userId: user.id }),
    () => cast(t.db, { confirmedOnly: false, pollId: poll.id, optionId: poll.options[1]!.id, userId: user.id }),
  )

  expect(second).toMatchObject({ status: 'fulfilled', value: { total_votes: 1, undo_until: null } })
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('an undo that waits until the last ten seconds of its poll is rejected', async () => {
  await using t = await startTestApp()
  const [poll, user] = [await t.make.poll({ closes_at: inSeconds(12) }), await t.make.user()]
  await vote(t, user, poll)

  const outcome = await runDuring(
    t,
    (tx) => tx.execute(sql`select from users where id = ${user.id} for update`),
    () => undo(t.db, { pollId: poll.id, userId: user.id }),
    () => t.db.execute(sql`select pg_sleep_until(closes_at - interval '9.9 seconds') from polls`),
  )

  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'vote_final' } })
  expect(await t.db.$count(pollVotes)).toBe(1)
})

test('a seal waits for an undo, and is without the vote', async () => {
  await using t = await startTestApp()
  const [poll, user, other] = [await t.make.poll(), await t.make.user(), await t.make.user()]
  await vote(t, user, poll)
  await vote(t, other, poll)

  const outcome = await runDuring(
    t,
    async (tx) => {
      await undo(tx, { pollId: poll.id, userId: user.id })
      // The clock of this server is ahead of the others'.
      await t.db.update(polls).set({ closesAt: sql`published_at + interval '1 microsecond'` })
    },
    () => sealClosedPolls(t.db, t.app.keys, sql`now() + interval '1 minute'`),
  )

  expect(outcome?.status).toBe('fulfilled')
  const { rows } = await t.db.execute<{ entry: string }>(sql`select entry from tally_log where poll_id = ${poll.id}`)
  expect(JSON.parse(rows[0]!.entry)).toMatchObject({ votes: 1 })
})
