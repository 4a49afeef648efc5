import { type Confirmation, confirmEmail, openConfirmation } from '@wtpu/contract/accounts/confirmation'
import type { Output } from '@wtpu/contract/endpoint'
import { register } from '@wtpu/contract/accounts/accounts'
import { confirmPasswordReset, requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import { castVote, listMyVotes, undoVote, votedWithOtherAccount } from '@wtpu/contract/polls/polls'
import {
  givePendingAnswer,
  listPendingAnswers,
  maxPendingAnswers,
  type PendingAnswer,
  withdrawPendingAnswer,
} from '@wtpu/contract/polls/pending-answers'
import { and, eq, gt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Config } from '#config.ts'
import { users } from '#db/schema/accounts.ts'
import { pendingAnswers, pollOptions, polls, pollTotals } from '#db/schema/polls.ts'
import { tallyLog } from '#db/schema/tally.ts'
import { pollRemoval } from '#db/visibility.ts'
import { identify, openStreamWithTicket } from '#testing/live-stream.ts'
import { closeAccount } from '#features/accounts/account.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { ago } from '#testing/ago.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { runDuring } from '#testing/races.ts'
import { startTestApp } from '#testing/test-app.ts'
import { PendingAnswers, sweepPendingAnswers } from './pending-answers.ts'

const password = 'difference engine'
const form = { first_name: 'Ada', last_name: 'Lovelace', state: 'New York', password, confirm_password: password }

const isDue = eq(pendingAnswers.state, 'due')
const ended = { publishedAt: ago('2 days'), closesAt: ago('1 day') }

async function start(settings: Partial<Config> = {}) {
  const mailbox = await startMailbox()
  const t = await startTestApp({
    smtpUrl: mailbox.url,
    publicUrl: 'https://wtpu.example',
    votesNeedConfirmedEmail: true,
    ...settings,
  })
  const signUp = async (email = 'ada@wtpu.example', answer?: { poll: number; option_id: number }) => {
    const user = (await t.call(register, { body: { ...form, email, answer } })).json<{ id: number }>()
    const mail = () => mailbox.mails.find(({ to }) => to?.[0]?.address === email)?.text ?? ''
    await expect.poll(mail).toContain('/confirm-email#')
    const token = /confirm-email#([\w-]{43})/.exec(mail())?.[1] ?? ''
    const as = t.as(user)
    return {
      ...user,
      mail,
      describeLink: async () => (await t.call(openConfirmation, { body: { token } })).json<Confirmation>(),
      withdraw: (poll: { id: number }) => as.call(withdrawPendingAnswer, { params: { id: poll.id } }),
      answer: (poll: { id: number; options: { id: number }[] }, option = 0) =>
        as.call(givePendingAnswer, { params: { id: poll.id }, body: { option_id: poll.options[option]?.id ?? 0 } }),
      vote: (poll: { id: number; options: { id: number }[] }, option = 0) =>
        as.call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[option]?.id ?? 0 } }),
      openLink: (seen?: { poll: number; option: string }[]) => t.call(confirmEmail, { body: { token, seen } }),
      states: async () =>
        (await as.call(listPendingAnswers, {})).json<PendingAnswer[]>().map(({ poll, state }) => [poll, state]),
      votes: async () =>
        (await as.call(listMyVotes, {}))
          .json<{ poll: number; option: number }[]>()
          .map(({ poll, option }) => [poll, option]),
    }
  }
  const total = async (poll: { id: number }) =>
    (await t.db.select().from(pollTotals).where(eq(pollTotals.pollId, poll.id)))[0]?.totalVotes
  /** The moments of all due answers come. */
  const countDue = async () => {
    while ((await t.db.$count(pendingAnswers, isDue)) > 0) {
      await t.db
        .update(pendingAnswers)
        .set({ dueAt: ago('1 second') })
        .where(isDue)
      await t.app.pendingAnswers.castDue()
    }
  }
  return {
    ...t,
    signUp,
    total,
    mails: () => mailbox.mails.map(({ text }) => text ?? ''),
    countDue,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

test('an answer waits for the link in the mail, which makes it count once, also without a session', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()

  using laptop = await openStreamWithTicket(t)
  await identify(t, ada, laptop.tickets()[0])

  expect((await ada.answer(poll)).json()).toEqual({ state: 'waiting' })
  expect((await ada.answer(poll, 1)).json()).toEqual({ state: 'waiting' })
  expect([await t.total(poll), await ada.states()]).toEqual([0, [[poll.id, 'waiting']]])

  const confirmed = { email_confirmed: true, ended: 0 }
  const answers = [{ poll: poll.id, question: poll.question, state: 'counted' }]
  expect((await ada.openLink()).json()).toEqual({ ...confirmed, answers })
  expect((await ada.openLink()).json()).toEqual({ ...confirmed, answers: [] })
  for (const path of ['/api/polls/pending-answers/', '/api/polls/my-votes/', '/auth/api/account/'])
    await expect.poll(laptop.received).toContain(`event: own\ndata: ${path}\n`)

  for (const total of [0, 1]) {
    expect(await ada.votes()).toEqual([[poll.id, poll.options[1]?.id]])
    expect([await t.total(poll), await ada.states()]).toEqual([total, [[poll.id, 'counted']]])
    await t.countDue()
  }
  // The choice itself is kept with the vote only.
  expect(await t.db.select({ option: pendingAnswers.optionId }).from(pendingAnswers)).toEqual([{ option: null }])
})

test('the code of a password reset makes it count too, and its mail says so', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)
  const email = 'ada@wtpu.example'
  await t.call(requestPasswordReset, { body: { email } })
  await expect.poll(() => t.mails().at(-1)).toContain('An answer to a poll waits for that')
  const code = /^\d{6}$/m.exec(t.mails().at(-1) ?? '')?.[0] ?? ''
  const later = await t.make.poll()
  await ada.answer(later)
  const passwords = { new_password: 'analytical engine', confirm_password: 'analytical engine' }

  expect((await t.call(confirmPasswordReset, { body: { email, code, ...passwords } })).statusCode).toBe(200)

  expect(await t.db.select({ poll: pendingAnswers.pollId, state: pendingAnswers.state }).from(pendingAnswers)).toEqual(
    expect.arrayContaining([
      { poll: poll.id, state: 'due' },
      { poll: later.id, state: 'waiting' },
    ]),
  )
})

test.each([
  { title: 'on a site that does not ask for confirmed addresses', settings: { votesNeedConfirmedEmail: false } },
  { title: 'of an account with a confirmed address', settings: {}, isConfirmed: true },
])('an answer $title is cast at once', async ({ settings, isConfirmed }) => {
  await using t = await start(settings)
  const poll = await t.make.poll()
  const ada = await t.signUp()
  if (isConfirmed) await ada.openLink()

  expect((await ada.answer(poll)).json()).toEqual({ state: 'counted' })
  expect((await ada.answer(poll, 1)).json()).toMatchObject({ code: 'already_voted' })

  expect(await ada.votes()).toEqual([[poll.id, poll.options[0]?.id]])
  expect(await t.db.$count(pendingAnswers)).toBe(0)
})

test('answers in polls that closed or were removed meanwhile are not cast, and their owner reads why', async () => {
  await using t = await start()
  const [closed, removed, open] = [await t.make.poll(), await t.make.poll(), await t.make.poll()]
  const ada = await t.signUp()
  for (const poll of [closed, removed, open]) await ada.answer(poll)
  await t.db.update(polls).set(ended).where(eq(polls.id, closed.id))
  await t.db.update(polls).set(pollRemoval).where(eq(polls.id, removed.id))
  const expected = [
    [open.id, 'waiting'],
    [removed.id, 'not_found'],
    [closed.id, 'poll_closed'],
  ]
  expect(await ada.states()).toEqual(expected)

  const { answers } = (await ada.openLink()).json<Output<typeof confirmEmail>>()

  expect(answers).toHaveLength(3)
  expect(answers).toEqual(
    expect.arrayContaining([
      { poll: open.id, question: open.question, state: 'counted' },
      { poll: removed.id, question: null, state: 'not_found' },
      { poll: closed.id, question: closed.question, state: 'poll_closed' },
    ]),
  )
  expect(await ada.states()).toEqual([[open.id, 'counted'], ...expected.slice(1)])
  expect(await ada.votes()).toEqual([[open.id, open.options[0]?.id]])
})

test('an answer whose option is deleted is deleted with it', async () => {
  await using t = await start()
  const poll = await t.make.poll({ options: ['Yes', 'No', 'Not sure'] })
  const ada = await t.signUp()
  await ada.answer(poll, 2)
  await t.db.delete(pollOptions).where(eq(pollOptions.id, poll.options[2]?.id ?? 0))

  await ada.openLink()

  expect([await ada.votes(), await ada.states()]).toEqual([[], []])
})

test('does not keep an answer that could not be cast anyway', async () => {
  await using t = await start()
  const [poll, other] = [await t.make.poll(), await t.make.poll()]
  const over = await t.make.poll()
  await t.db.update(polls).set(ended).where(eq(polls.id, over.id))
  const ada = await t.signUp()

  expect((await ada.answer({ ...poll, options: other.options })).json()).toMatchObject({ code: 'invalid' })
  expect((await ada.answer({ ...poll, id: 999 })).json()).toMatchObject({ code: 'not_found' })
  expect((await ada.answer(over)).json()).toMatchObject({ code: 'poll_closed' })
  await t.db.update(users).set({ suspendedUntil: sql`now() + interval '1 day'` })
  expect((await ada.answer(poll)).json()).toMatchObject({ code: 'suspended' })
  expect(await t.db.$count(pendingAnswers)).toBe(0)
})

test('a suspended account reads that its answer was not allowed', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)
  await t.db.update(users).set({ suspendedUntil: sql`now() + interval '1 day'` })

  await ada.openLink()

  expect([await t.total(poll), await ada.states()]).toEqual([0, [[poll.id, 'not_allowed']]])
})

test('keeps a limited number of answers for seven days', async () => {
  await using t = await start()
  const many = await Promise.all(Array.from({ length: maxPendingAnswers + 1 }, () => t.make.poll()))
  const ada = await t.signUp()
  const states = []
  for (const poll of many) states.push((await ada.answer(poll)).statusCode)
  expect(states).toEqual([...Array.from({ length: maxPendingAnswers }, () => 200), 409])
  expect((await ada.answer(many[0]!, 1)).statusCode).toBe(200)

  await t.db.update(pendingAnswers).set({ createdAt: sql`now() - interval '7 days 1 minute'` })
  expect(await ada.states()).toEqual([])
  await ada.openLink()
  expect(await ada.votes()).toEqual([])
  await sweepPendingAnswers(t.db)
  expect(await t.db.$count(pendingAnswers)).toBe(0)
})

test('is not cast by another proof of the address, because somebody else may have given the answer', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)
  await t.db.update(users).set({ emailVerifiedAt: sql`now()` })

  await t.app.pendingAnswers.castDue()

  expect([await t.total(poll), await ada.states()]).toEqual([0, [[poll.id, 'waiting']]])
  expect((await ada.answer(poll, 1)).json()).toEqual({ state: 'counted' })
  expect(await ada.states()).toEqual([[poll.id, 'counted']])
})

test('the job casts what a server left behind that stopped after the confirmation', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)
  await t.db.transaction(async (tx) => {
    await tx.update(users).set({ emailVerifiedAt: sql`now()` })
    await t.app.pendingAnswers.makeDue(tx, ada.id)
  })
  await t.countDue()

  expect([await t.total(poll), await ada.states()]).toEqual([1, [[poll.id, 'counted']]])
})

test('answers are counted one at a time, within an hour and before their poll closes; their owner sees them at once', async () => {
  await using t = await start()
  const made = await Promise.all(Array.from({ length: 19 }, () => t.make.poll()))
  const closing = await t.make.poll({ closes_at: new Date(Date.now() + 10 * 60_000) })
  const ada = await t.signUp()
  for (const poll of [...made, closing]) await ada.answer(poll)
  const totals = async () => (await t.db.select().from(pollTotals)).filter(({ totalVotes }) => totalVotes > 0).length

  await ada.openLink()
  await t.app.pendingAnswers.castDue()

  const moments = await t.db
    .select({ poll: pendingAnswers.pollId, at: pendingAnswers.dueAt })
    .from(pendingAnswers)
    .where(isDue)
  const times = moments.map(({ at }) => at!.getTime())
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() + 3_600_000)
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(600_000)
  expect(moments.find(({ poll }) => poll === closing.id)!.at!.getTime()).toBeLessThan(Date.now() + 9.1 * 60_000)
  expect((await ada.votes()).length).toBe(20)
  // A moment so near that it is over already is possible.
  const before = await totals()
  expect(before).toBeLessThan(3)
  await t.db
    .update(pendingAnswers)
    .set({ dueAt: ago('1 second') })
    .where(isDue)
  for (const more of [1, 2, 3]) {
    await t.app.pendingAnswers.castDue()
    expect(await totals()).toBe(before + more)
  }
  const { rows } = await t.db.execute(
    sql`select count(*)::int as votes, count(distinct poll_id)::int as polls from poll_votes`,
  )
  expect(rows).toEqual([{ votes: before + 3, polls: before + 3 }])
  expect((await ada.votes()).length).toBe(20)
})

test('what a server that stopped has missed is not counted in a bundle, and two servers count it once', async () => {
  await using t = await start()
  const [first, second] = [await t.make.poll(), await t.make.poll()]
  const ada = await t.signUp()
  for (const poll of [first, second]) await ada.answer(poll)
  await ada.openLink()
  await t.db.update(pendingAnswers).set({ dueAt: ago('2 hours') })

  await t.app.pendingAnswers.castDue()
  expect(await t.db.$count(pendingAnswers, and(isDue, gt(pendingAnswers.dueAt, ago('1 second'))))).toBeGreaterThan(0)

  await t.db
    .update(pendingAnswers)
    .set({ dueAt: ago('1 second') })
    .where(isDue)
  const servers = [new PendingAnswers(t.db), new PendingAnswers(t.db)]
  for (let round = 0; round < 2; round++) await Promise.all(servers.map((server) => server.castDue()))
  expect([await t.total(first), await t.total(second)]).toEqual([1, 1])
  expect((await ada.states()).map(([, state]) => state)).toEqual(['counted', 'counted'])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('answers that are due when their poll closes are counted before it is sealed', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)
  await ada.openLink()
  await t.db.update(polls).set(ended)

  await sealClosedPolls(t.db, t.app.keys)
  expect(await t.db.$count(tallyLog, eq(tallyLog.pollId, poll.id))).toBe(0)
  await t.app.pendingAnswers.castDue()
  await sealClosedPolls(t.db, t.app.keys)

  expect([await t.total(poll), await ada.states()]).toEqual([1, [[poll.id, 'counted']]])
  const [seal] = await t.db.select({ entry: tallyLog.entry }).from(tallyLog).where(eq(tallyLog.pollId, poll.id))
  expect(JSON.parse(seal!.entry)).toMatchObject({ votes: 1 })
})

test('an answer that is due is final for its mailbox, and ends with its account', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const [ada, tagged] = [await t.signUp(), await t.signUp('ada+2@wtpu.example')]
  await t.db
    .update(users)
    .set({ emailVerifiedAt: sql`now()` })
    .where(eq(users.id, tagged.id))
  await ada.answer(poll)
  await ada.openLink()

  expect((await ada.vote(poll, 1)).json()).toMatchObject({ code: 'already_voted' })
  expect((await ada.answer(poll, 1)).json()).toMatchObject({ code: 'already_voted' })
  expect((await tagged.vote(poll, 1)).json()).toMatchObject({ code: 'already_voted', detail: votedWithOtherAccount })
  await closeAccount(t.app, ada.id)
  await t.app.pendingAnswers.castDue()
  expect([await t.total(poll), (await tagged.vote(poll, 1)).statusCode]).toEqual([0, 200])
})

test('an answer that waited cannot be taken back once it is counted', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)
  await ada.openLink()
  await t.countDue()

  const undone = await t.as(ada).call(undoVote, { params: { id: poll.id } })

  expect([undone.json().code, await t.total(poll)]).toEqual(['vote_final', 1])
})

test('two accounts of one mailbox count once', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const [ada, tagged] = [await t.signUp(), await t.signUp('ada+2@wtpu.example')]
  expect([(await ada.answer(poll)).statusCode, (await tagged.answer(poll, 1)).statusCode]).toEqual([200, 200])

  await ada.openLink()
  await tagged.openLink()
  await t.countDue()

  expect([await t.total(poll), await tagged.states()]).toEqual([1, [[poll.id, 'already_voted']]])
})

test('the link opened several times at once, and a vote by hand, count once', async () => {
  await using t = await start()
  for (let round = 0; round < 10; round++) {
    const poll = await t.make.poll()
    const ada = await t.signUp(`ada${round}@wtpu.example`)
    await ada.answer(poll)

    const responses = await Promise.all([ada.openLink(), ada.vote(poll, 1), ada.openLink(), ada.answer(poll, 1)])

    await t.countDue()

    expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    expect(await t.total(poll)).toBe(1)
    expect(await ada.votes()).toHaveLength(1)
    const [[, state] = []] = await ada.states()
    expect(['counted', 'already_voted']).toContain(state)
    if (responses[1].statusCode === 200) expect(await ada.votes()).toEqual([[poll.id, poll.options[1]?.id]])
  }
})

test('an answer that is given while the address is being confirmed is cast at once', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()

  const outcome = await runDuring(
    t,
    (tx) => tx.update(users).set({ emailVerifiedAt: sql`now()` }),
    () => ada.answer(poll),
  )

  expect(outcome).toMatchObject({ status: 'fulfilled', value: { statusCode: 200 } })
  expect([await t.total(poll), await t.db.$count(pendingAnswers)]).toEqual([1, 0])
})

test('an answer is not cast in a poll that closes while the address is being confirmed', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)

  const outcome = await runDuring(
    t,
    async (tx) => {
      await tx
        .update(polls)
        .set({ publishedAt: sql`now() - interval '2 days'`, closesAt: sql`now() - interval '1 second'` })
      // The confirmation waits for the account, until after the poll has closed.
      await tx.select().from(users).for('update')
    },
    () => ada.openLink(),
  )

  expect(outcome).toMatchObject({ status: 'fulfilled', value: { statusCode: 200 } })
  expect([await t.total(poll), await ada.states()]).toEqual([0, [[poll.id, 'poll_closed']]])
})

test('the answer of a registration waits at once, and the mail and its page name it', async () => {
  await using t = await start()
  const poll = await t.make.poll({ question: 'Keep the bridge?', options: ['Yes', 'No'] })
  const another = await t.make.poll({ question: 'Plant trees?' })
  const ada = await t.signUp('ada@wtpu.example', { poll: poll.id, option_id: poll.options[1]!.id })
  await ada.answer(another)

  expect(ada.mail()).toContain('This answer is counted when you confirm: “Keep the bridge?” “No”')
  expect(await ada.describeLink()).toEqual({
    email: 'ada@wtpu.example',
    email_confirmed: false,
    answers: [
      { poll: another.id, question: 'Plant trees?', option: another.options[0]!.text },
      { poll: poll.id, question: 'Keep the bridge?', option: 'No' },
    ],
  })
  expect((await ada.openLink()).statusCode).toBe(200)
  expect(await ada.votes()).toContainEqual([poll.id, poll.options[1]?.id])
  expect(await ada.describeLink()).toMatchObject({ email_confirmed: true, answers: [] })
})

test('a registration ignores an answer that could not be cast, and the mail repeats no address of a poll', async () => {
  await using t = await start()
  const [poll, other] = [await t.make.poll({ question: 'Win at prize.example.com?' }), await t.make.poll()]
  const mixed = await t.signUp('a@wtpu.example', { poll: poll.id, option_id: other.options[0]!.id })
  expect(await mixed.states()).toEqual([])
  const ada = await t.signUp('ada@wtpu.example', { poll: poll.id, option_id: poll.options[0]!.id })
  expect(ada.mail()).not.toContain('prize.example')
  expect(ada.mail()).toContain('The page of the link names answers that are counted then.')
})

test('an answer that waits can be withdrawn, and no longer once it is counted', async () => {
  await using t = await start()
  const [poll, other] = [await t.make.poll(), await t.make.poll()]
  const ada = await t.signUp()
  await ada.answer(poll)
  await ada.answer(other)

  expect((await ada.withdraw(poll)).json()).toEqual({ withdrawn: true })

  expect((await ada.withdraw(poll)).statusCode).toBe(404)
  await ada.openLink()
  await t.countDue()
  expect([await ada.states(), await t.total(poll)]).toEqual([[[other.id, 'counted']], 0])
  const late = await ada.withdraw(other)
  expect([late.statusCode, late.json().code, await t.total(other)]).toEqual([409, 'answer_decided', 1])
})

test('an answer that is withdrawn while the link is opened is either withdrawn or counted', async () => {
  await using t = await start()
  for (let round = 0; round < 10; round++) {
    const poll = await t.make.poll()
    const ada = await t.signUp(`ada${round}@wtpu.example`)
    await ada.answer(poll)

    const [withdrawn, confirmed] = await Promise.all([ada.withdraw(poll), ada.openLink()])
    await t.countDue()

    expect(confirmed.statusCode).toBe(200)
    expect([200, 409]).toContain(withdrawn.statusCode)
    expect(await t.total(poll)).toBe(withdrawn.statusCode === 200 ? 0 : 1)
  }
})

test('a confirmation counts no answer that its page did not show', async () => {
  await using t = await start()
  const [poll, other] = [await t.make.poll({ options: ['Yes', 'No'] }), await t.make.poll()]
  const ada = await t.signUp()
  await ada.answer(poll)
  const seen = (await ada.describeLink()).answers.map(({ poll: id, option }) => ({ poll: id, option }))

  await ada.answer(poll, 1)
  expect((await ada.openLink(seen)).json()).toMatchObject({ code: 'answers_changed' })
  await ada.answer(poll, 0)
  await ada.answer(other)
  expect((await ada.openLink(seen)).json()).toMatchObject({ code: 'answers_changed' })
  expect((await ada.describeLink()).email_confirmed).toBe(false)
  await ada.withdraw(other)

  expect((await ada.openLink(seen)).statusCode).toBe(200)
  expect(await ada.votes()).toEqual([[poll.id, poll.options[0]?.id]])
})

test('a withdrawal waits for a confirmation under way, and finds the answer decided', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const ada = await t.signUp()
  await ada.answer(poll)

  const outcome = await runDuring(
    t,
    async (tx) => {
      await tx.update(users).set({ emailVerifiedAt: sql`now()` })
      await t.app.pendingAnswers.makeDue(tx, ada.id)
    },
    () => ada.withdraw(poll),
  )

  expect(outcome).toMatchObject({ status: 'fulfilled', value: { statusCode: 409 } })
})
