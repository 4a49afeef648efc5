import { register } from '@wtpu/contract/accounts/accounts'
import { drawnNumber } from '@wtpu/contract/polls/core/drawn-order'
import { countMailedAnswer, giveMailedAnswer } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { givePendingAnswer } from '@wtpu/contract/polls/pending-answers'
import {
  castVote,
  createPoll,
  getPoll,
  getPollResults,
  listPolls,
  markNoOpinion,
  type Poll,
} from '@wtpu/contract/polls/polls'
import { getPollTotals, type PollTotals } from '@wtpu/contract/polls/totals'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { pollArrivals, polls, pollVotes } from '#db/schema/polls.ts'
import { ago, counted as old } from '#testing/ago.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readVotes } from '../common-ground/read-votes.ts'

const options = ['Parks', 'Schools', 'Roads', 'Not sure']
const drawn = { options, noOpinion: ['Not sure'], drawnOptions: 3 }

async function drawOf(t: TestApp, user: { id: number }): Promise<number> {
  const { access } = await t.signIn(user.id)
  return JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString()).draw
}

const rotationIn = async (t: TestApp, poll: { id: number }, user: { id: number }) =>
  drawnNumber(await drawOf(t, user), poll.id)

test('a voter gets the same draw on each device, account of the mailbox and server, and other voters get others', async () => {
  await using t = await startTestApp()
  await using other = await startTestApp({ jwtSecret: t.config.jwtSecret }, undefined, t.url)
  const [ada, alias] = [await t.make.user(), await t.make.user()]
  const [owner] = await t.db.select().from(users).where(eq(users.id, ada.id))
  await t.db.update(users).set({ voterId: owner!.voterId }).where(eq(users.id, alias.id))

  const draws = await Promise.all([drawOf(t, ada), drawOf(t, ada), drawOf(t, alias), drawOf(other, ada)])

  expect(new Set(draws).size).toBe(1)
  const many = await Promise.all(Array.from({ length: 20 }, async () => drawOf(t, await t.make.user())))
  expect(new Set(many).size).toBe(20)
})

test.each([
  ['the drawn order', 0, drawn, 0],
  ['another order, as a visitor who reloads may', 1, drawn, 'as a visitor'],
  ['an order that the program does not tell', undefined, drawn, null],
  ["the author's order of a poll where it is not drawn", 0, { options }, null],
] as const)('a vote keeps %s', async (_, plus, poll, expected) => {
  await using t = await startTestApp()
  const [made, user] = [await t.make.poll({ ...poll, options }), await t.make.user()]
  const own = await rotationIn(t, made, user)
  const rotation = plus === undefined ? undefined : own === 32_767 ? 0 : own + plus
  const body = { option_id: made.options[0]!.id, rotation }

  const response = await t.as(user).call(castVote, { params: made, body })

  expect(response.statusCode).toBe(200)
  const [vote] = await t.db.select().from(pollVotes)
  expect(vote?.rotation).toBe(expected === 0 ? own % 3 : expected === null ? null : -1 - (Number(rotation) % 3))
  // Nobody is told which order a voter saw.
  expect(response.body).not.toContain('"rotation"')
  const [counted] = await t.db.select().from(pollArrivals).where(eq(pollArrivals.pollId, made.id))
  expect(counted).toMatchObject({ drawn: expected === 0 ? 1 : 0, stoodFirst: expected === 0 && own % 3 === 0 ? 1 : 0 })
})

test('answers without an account keep the order that was on the screen, and are not compared', async () => {
  await using mailbox = await startMailbox()
  const settings = { smtpUrl: mailbox.url, publicUrl: 'https://wtpu.example' }
  await using t = await startTestApp({ ...settings, votesNeedConfirmedEmail: true })
  const poll = await t.make.poll(drawn)
  const option_id = poll.options[1]!.id
  const form = { first_name: 'Ada', last_name: 'Lovelace', state: 'NY', password: 'difference engine' }
  const answer = { poll: poll.id, option_id, rotation: 1 }
  const body = { ...form, confirm_password: form.password, email: 'ada@wtpu.example', answer }
  expect((await t.call(register, { body })).statusCode).toBe(201)
  await t.db.update(users).set({ emailVerifiedAt: ago('1 day') })
  await t.app.db.transaction(async (tx) => t.app.pendingAnswers.makeDue(tx, 1))
  await t.db.execute('update pending_answers set due_at = now()')
  await t.app.pendingAnswers.castDue()
  const member = await t.make.user(old)
  const given = await t.as(member).call(givePendingAnswer, { params: poll, body: { option_id, rotation: 2 } })
  expect(given.json()).toEqual({ state: 'counted' })
  const email = 'grace@wtpu.example'
  await t.call(giveMailedAnswer, { params: poll, body: { option_id, rotation: 0, email } })
  const textTo = () => mailbox.mails.find(({ to }) => to?.[0]?.address === email)?.text ?? ''
  await expect.poll(textTo).toContain('/answer#')
  const token = /\/answer#([\w-]{43})/.exec(textTo())?.[1] ?? ''
  expect((await t.call(countMailedAnswer, { body: { token } })).json()).toMatchObject({ state: 'counted' })

  const votes = await t.db.select({ rotation: pollVotes.rotation }).from(pollVotes)

  expect(votes.map(({ rotation }) => rotation)).toEqual(expect.arrayContaining([-1, -2, -3]))
  const [counted] = await t.db.select().from(pollArrivals)
  expect(counted).toMatchObject({ votes: 3, drawn: 0 })
})

test('visitors share one of the orders, on the site and in frames, and results keep the order of the author', async () => {
  await using t = await startTestApp()
  const seen = new Set<number>()
  for (let poll = 0; poll < 12; poll++) {
    const made = await t.make.poll(drawn)
    const shown = (await t.call(getPoll, { params: made })).json<Poll>()
    const { visitor_rotation: rotation } = shown
    expect([0, 1, 2]).toContain(rotation)
    seen.add(Number(rotation))
    expect(shown.options.map(({ text }) => text)).toEqual(options)
    const { body } = await t.app.inject(`/embed/polls/${made.id}`)
    const rows = [...body.matchAll(/data-option="(\d)".*?value="(\d+)"/g)].map(([, index, id]) =>
      [index, id].map(Number),
    )
    const order = [0, 1, 2].map((place) => (place + Number(rotation)) % 3)
    expect(rows).toEqual([...order, 3].map((index) => [index, made.options[index]!.id]))
    expect(body).toContain(`name="rotation" value="${rotation}"`)
  }
  expect(seen.size).toBeGreaterThan(1)
  const lists = await Promise.all([1, 2].map(() => t.call(listPolls, { querystring: {} })))
  expect(lists[0]!.body).toBe(lists[1]!.body)

  await t.db.update(polls).set({ publishedAt: ago('2 days'), closesAt: ago('1 day') })
  t.app.cache.invalidate('/api/polls/')
  const closed = (await t.call(getPollResults, { params: { id: 1 } })).json<{ poll: Poll }>().poll
  expect(closed.visitor_rotation).toBeNull()
  expect((await t.app.inject('/embed/polls/1')).body).toMatch(/data-option="0".*data-option="1".*data-option="2"/)
})

test.each([
  ['a member', 'user', ['Parks', 'Schools', 'Roads'], undefined, null],
  ['a member who chose it', 'user', ['Parks', 'Schools', 'Not sure'], true, 2],
  ['staff', 'moderator', ['Parks', 'Schools', 'Roads'], undefined, 3],
  ['staff who chose otherwise', 'admin', ['Parks', 'Schools', 'Roads'], false, null],
  ['staff, Yes and No', 'moderator', ['Yes', 'No', 'Not sure'], undefined, null],
  ['staff, one opinion by the words', 'moderator', ['Parks', 'Not sure', 'Skip'], undefined, 3],
] as const)('the order of a new poll by %s', async (_, role, texts, drawn_order, expected) => {
  await using t = await startTestApp()
  const author = await t.make.user({ role })
  const body = { question: 'More?', category: 'General', options: [...texts], drawn_order }

  const made = (await t.as(author).call(createPoll, { body })).json<Poll>()

  const stored = async () => (await t.db.select().from(polls).where(eq(polls.id, made.id)))[0]?.drawnOptions
  expect(await stored()).toBe(expected)
  const marked = await t.as(author).call(markNoOpinion, { params: made, body: { options: [0] } })
  expect(marked.statusCode).toBe(200)
  expect(await stored()).toBe(expected === null ? null : texts.length - 1)
})

test('the method says that the order was drawn, and from 200 votes on what it did', async () => {
  await using t = await startTestApp()
  const [poll, other] = [await t.make.poll(drawn), await t.make.poll()]
  const methodOf = async ({ id }: { id: number }) => {
    t.app.cache.invalidate('/api/polls/')
    return (await t.call(getPollTotals, { params: { id } })).json<PollTotals>().method
  }
  expect(await methodOf(other)).toMatchObject({ order: 'author', order_effect: null })
  expect(await methodOf(poll)).toMatchObject({ order: 'drawn', order_effect: null })
  await t.db
    .update(pollArrivals)
    .set({ votes: 260, drawn: 240, stoodFirst: 110, shown: { votes: 250, drawn: 210, stood_first: 84 } })
  // What was counted since the last step is not published.
  expect(await methodOf(poll)).toMatchObject({ order_effect: { points: 10, low: 0, high: 20 } })
})

test('Common Ground knows what stood first for each voter', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll({ ...drawn, published_at: new Date(Date.now() - 86_400_000) })
  const voters = await Promise.all(Array.from({ length: 50 }, () => t.make.user(old)))
  for (const [index, user] of voters.entries()) await t.make.vote({ poll, user, option: index % 3 })
  await t.db.execute(
    'update poll_votes set rotation = case when user_id % 2 = 0 then user_id % 3 else -1 - user_id % 3 end',
  )

  const [read] = await readVotes(t.db)

  const rows = await t.db.select().from(pollVotes)
  const firstOf = (option: number) =>
    rows
      .filter(({ optionId, userId }) => optionId === poll.options[option]!.id && userId % 3 === option)
      .map(({ voterId }) => voterId)
  expect(read?.options.map(({ first }) => [...(first ?? [])])).toEqual(
    [0, 1, 2].map((option) => firstOf(option).toSorted((a, b) => a - b)),
  )
})
