import { getAccount, register } from '@wtpu/contract/accounts/accounts'
import { confirmEmail } from '@wtpu/contract/accounts/confirmation'
import { type AccountData, deleteAccount, getAccountData } from '@wtpu/contract/accounts/settings'
import { site as identity } from '@wtpu/contract/site/name'
import { accountsOfMailDomainPerDay } from '@wtpu/contract/accounts/mail-domains'
import {
  countMailedAnswer,
  deleteMailedAnswer,
  listConsents,
  giveMailedAnswer,
  openMailedAnswer,
  type Mailbox,
} from '@wtpu/contract/polls/on-demand/mailed-answers'
import { castVote, getPollResults, listMyVotes, type PollResults } from '@wtpu/contract/polls/polls'
import { getPollTotals, type PollTotals } from '@wtpu/contract/polls/totals'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { mailedAnswers } from '#db/schema/mailed-answers.ts'
import { polls, pollTotals, pollVotes } from '#db/schema/polls.ts'
import { site } from '#db/schema/site.ts'
import { pollRemoval } from '#db/visibility.ts'
import { ago, established } from '#testing/ago.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'
import { sweepMailedAnswers } from './mailed-answers.ts'

const password = 'difference engine'
const names = { first_name: 'Grace', last_name: 'Hopper', state: 'New York' }
const form = { ...names, password, confirm_password: password }

async function start(config: Parameters<typeof startTestApp>[0] = {}) {
  const mailbox = await startMailbox()
  const t = await startTestApp({
    ...config,
    smtpUrl: mailbox.url,
    publicUrl: 'https://wtpu.example',
    votesNeedConfirmedEmail: true,
    trustedProxies: 1,
  })
  let networks = 0
  const textsTo = (email: string) =>
    mailbox.mails.flatMap(({ to, text }) => (to?.[0]?.address === email ? [text ?? ''] : []))
  type Poll = Awaited<ReturnType<typeof t.make.poll>>
  const give = (poll: Poll, email = 'ada@mail.example', option = 0, newsletter?: boolean) =>
    t.call(
      giveMailedAnswer,
      { params: poll, body: { option_id: poll.options[option]!.id, email, newsletter } },
      { 'x-forwarded-for': `203.0.113.${networks++}` },
    )
  const makeMember = async (email: string) => {
    const user = await t.make.user({ email, ...established })
    const voterId = await findOrCreateVoter(t.db, t.app.voterKey(email))
    await t.db.update(users).set({ voterId }).where(eq(users.id, user.id))
    return user
  }
  const link = async (poll: Poll, email = 'ada@mail.example', option = 0, newsletter = false) => {
    const before = textsTo(email).length
    expect((await give(poll, email, option, newsletter)).json()).toEqual({ state: 'waiting' })
    await expect.poll(() => textsTo(email).length).toBe(before + 1)
    const token = /\/answer#([\w-]{43})/.exec(textsTo(email).at(-1) ?? '')?.[1] ?? ''
    return {
      open: async () => (await t.call(openMailedAnswer, { body: { token } })).json<Record<string, unknown>>(),
      count: async () => (await t.call(countMailedAnswer, { body: { token } })).json<Record<string, unknown>>(),
      decline: async () => (await t.call(deleteMailedAnswer, { body: { token } })).json<Record<string, unknown>>(),
    }
  }
  const total = async ({ id }: Poll) =>
    (await t.db.select().from(pollTotals).where(eq(pollTotals.pollId, id)))[0]?.totalVotes
  return {
    ...t,
    give,
    link,
    makeMember,
    total,
    textsTo,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

const sentence = 'Send me the newsletter of the Harbor Post.'

/** The site has a newsletter until the end of the test. `rows` are those of the list that admins download. */
async function withNewsletter(t: Awaited<ReturnType<typeof start>>) {
  identity.newsletter = sentence
  onTestFinished(() => void (identity.newsletter = ''))
  const admin = await t.make.user({ role: 'admin' })
  const rows = async () => {
    const { csv } = (await t.as(admin).call(listConsents, {})).json<{ csv: string }>()
    const [header, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n')
    expect(header).toBe('Email,Time,Poll,Agreed to')
    return lines
  }
  return { rows }
}

test('an answer counts when the button of the mailed link is pressed, once, and the address is forgotten', async () => {
  await using t = await start()
  const poll = await t.make.poll({ question: 'Plant trees?', options: ['Yes', 'No'] })
  const first = await t.link(poll)
  const second = await t.link(poll, 'ada@mail.example', 1)

  expect(t.textsTo('ada@mail.example').at(-1)).toContain('“Plant trees?” “No”')
  expect(await first.open()).toMatchObject({ code: 'invalid_link' })
  expect(await second.open()).toEqual({
    poll: poll.id,
    question: 'Plant trees?',
    option: 'No',
    state: 'waiting',
    newsletter: null,
  })
  expect(await t.total(poll)).toBe(0)

  const presses = await Promise.all(Array.from({ length: 20 }, second.count))
  expect(presses.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'counted'))
  // The address is deleted with the first one.
  expect(presses.filter((pressed) => 'mailbox' in pressed)).toHaveLength(1)
  expect(await second.open()).toMatchObject({ option: null, state: 'counted' })
  expect(await second.decline()).toMatchObject({ code: 'invalid_link' })
  expect(await t.total(poll)).toBe(1)
  expect(await t.db.select({ email: mailedAnswers.email, option: mailedAnswers.optionId }).from(mailedAnswers)).toEqual(
    [{ email: null, option: null }],
  )
  const people = await t.db.select().from(users)
  expect(people.filter(({ isMailbox }) => isMailbox)).toMatchObject([{ email: null, username: null, isActive: false }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('the result says that voters without an account are in it', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const method = async () => (await t.call(getPollTotals, { params: poll })).json<PollTotals>().method
  expect(await method()).toMatchObject({ votes_by_mailed_links: null, sentence: expect.not.stringContaining('email') })

  await (await t.link(poll)).count()

  expect(await method()).toMatchObject({
    votes_by_mailed_links: 0,
    sentence: expect.stringMatching(
      /^In all, 1 member of WTPU and others, who answered by email, chose to vote so far/,
    ),
  })
  const { poll: shown } = (await t.call(getPollResults, { params: poll })).json<PollResults>()
  expect(shown.answered_by_mail).toBe(true)
})

test('a mailbox has one vote, by whichever of its addresses and ways', async () => {
  await using t = await start()
  const account = await t.makeMember('ada@mail.example')
  const by: Record<string, (poll: Awaited<ReturnType<typeof t.make.poll>>) => Promise<unknown>> = {
    'another address': async (poll) => (await t.link(poll, 'grace+news@mail.example')).count(),
    'its account': (poll) => t.as(account).call(castVote, { params: poll, body: { option_id: poll.options[1]!.id } }),
  }
  const addresses = { 'another address': 'grace@mail.example', 'its account': 'ada+x@mail.example' }
  for (const [way, vote] of Object.entries(by)) {
    const poll = await t.make.poll()
    await vote(poll)
    const late = await t.link(poll, addresses[way as keyof typeof addresses])
    expect([way, await late.count(), await t.total(poll)]).toEqual([way, { state: 'already_voted' }, 1])
  }
  const poll = await t.make.poll()
  const link = await t.link(poll, 'ada+y@mail.example')
  await Promise.all([link.count(), by['its account']!(poll), link.count()])
  expect(await t.total(poll)).toBe(1)
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('a confirmed account votes by its own link, and an account that is opened later takes the votes over', async () => {
  await using t = await start()
  const [first, second] = [await t.make.poll(), await t.make.poll()]
  const account = await t.makeMember('ada@mail.example')
  const link = await t.link(first)
  expect([await link.count(), await link.count()]).toEqual([{ state: 'counted' }, { state: 'counted' }])
  expect((await t.as(account).call(listMyVotes, {})).json()).toMatchObject([{ poll: first.id }])

  for (const poll of [first, second]) await (await t.link(poll, 'grace@mail.example')).count()
  const registered = await t.call(register, { body: { ...form, email: 'grace+2@mail.example' } })
  const grace = t.as(registered.json<{ id: number }>())
  expect((await grace.call(listMyVotes, {})).json()).toEqual([])
  await expect.poll(() => t.textsTo('grace+2@mail.example').length).toBe(1)
  const token = /confirm-email#([\w-]{43})/.exec(t.textsTo('grace+2@mail.example')[0] ?? '')?.[1] ?? ''
  await t.call(confirmEmail, { body: { token } })
  expect((await grace.call(listMyVotes, {})).json()).toHaveLength(2)
  expect([await t.total(first), await t.total(second)]).toEqual([2, 1])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('who counted an answer keeps an account with the address, which needs no other mail, and the answer is in it', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const { mailbox } = (await (await t.link(poll, 'grace@mail.example')).count()) as { mailbox: Mailbox }
  expect(mailbox.email).toBe('grace@mail.example')
  const keep = async (proof: string) =>
    (await t.call(register, { body: { ...form, sign_in: true, email: 'other@mail.example', mailbox: proof } })).json()
  const [first, second] = await Promise.all([keep(mailbox.proof), keep(mailbox.proof)])
  const [kept, refused] = 'id' in first ? [first, second] : [second, first]
  expect(refused).toMatchObject({ fields: { email: ['email already exists'] } })
  expect(kept).toMatchObject({ access: expect.any(String) })

  const account = t.as(kept)
  expect((await account.call(getAccount, {})).json()).toMatchObject({
    email: 'grace@mail.example',
    email_confirmed: true,
  })
  expect((await account.call(listMyVotes, {})).json()).toMatchObject([{ poll: poll.id, option: poll.options[0]!.id }])
  const again = await account.call(castVote, { params: poll, body: { option_id: poll.options[1]!.id } })
  expect(again.json()).toMatchObject({ code: 'already_voted' })
  // With an account, there is nothing more to keep.
  const next = await t.make.poll()
  expect(await (await t.link(next, 'grace@mail.example')).count()).toEqual({ state: 'counted' })
  expect((await account.call(listMyVotes, {})).json()).toHaveLength(2)
  expect(t.textsTo('grace@mail.example')).toHaveLength(2)
  expect([await t.total(poll), await t.total(next)]).toEqual([1, 1])
  expect(await findWrongCounters(t.db)).toEqual([])

  for (const proof of [kept.access, `${mailbox.proof}x`])
    expect(await keep(proof)).toMatchObject({ code: 'expired_link' })
})

test('an account is kept only where one could be made otherwise', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const count = async (email: string) => (await t.link(poll, email)).count()
  await t.make.user({ email: 'unconfirmed@mail.example' })
  expect(await count('unconfirmed@mail.example')).toEqual({ state: 'counted' })
  const { mailbox } = (await count('grace@mail.example')) as { mailbox: Mailbox }
  const keep = async () => (await t.call(register, { body: { ...form, sign_in: true, mailbox: mailbox.proof } })).json()
  await t.db.insert(site).values({ registrationClosedAt: new Date() })
  expect(await keep()).toMatchObject({ code: 'registration_closed' })
  await t.db.update(site).set({ registrationClosedAt: null })
  // The mailbox was counted as one of its domain with the answer.
  for (let more = 1; more < accountsOfMailDomainPerDay; more++) await t.give(poll, `${more}@mail.example`)
  expect((await keep()).code).toMatch(/limit/)
  expect(await t.db.$count(users, eq(users.isMailbox, false))).toBe(1)

  await using other = await start({ onlyProviders: true })
  const answered = await other.make.poll()
  expect(await (await other.link(answered)).count()).toEqual({ state: 'counted' })
})

test.each([
  ['poll_closed', (t) => t.db.update(polls).set({ publishedAt: ago('2 days'), closesAt: ago('1 day') })],
  ['not_found', (t) => t.db.update(polls).set(pollRemoval)],
  ['not_allowed', (t) => t.db.update(users).set({ blockedAt: ago('1 hour') })],
  ['expired_link', (t) => t.db.update(mailedAnswers).set({ createdAt: ago('8 days') })],
] satisfies [string, (t: Awaited<ReturnType<typeof start>>) => Promise<unknown>][])(
  'an answer does not count: %s',
  async (why, change) => {
    await using t = await start()
    const poll = await t.make.poll()
    await t.makeMember('ada+1@mail.example')
    const link = await t.link(poll)
    await change(t)
    expect(Object.values(await link.count())).toContain(why)
    expect(await t.db.$count(pollVotes)).toBe(0)
    if (why !== 'expired_link') return
    await sweepMailedAnswers(t.db)
    expect(await t.db.$count(mailedAnswers)).toBe(0)
  },
)

test('the owner of the address deletes an answer that somebody else gave', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const link = await t.link(poll)
  expect(await link.decline()).toEqual({ deleted: true })
  expect(await link.count()).toMatchObject({ code: 'invalid_link' })
  expect(await t.db.$count(mailedAnswers)).toBe(0)
})

test('what cannot be given is refused with a sentence', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const closed = await t.make.poll({ published_at: new Date('2026-01-01'), closes_at: new Date('2026-01-08') })
  const other = { ...poll, options: closed.options }
  const switchedOff = await t.make.poll()
  await t.db.update(polls).set({ takesMailedAnswers: false }).where(eq(polls.id, switchedOff.id))
  const codes = [
    await t.give(poll, 'nobody'),
    await t.give(other),
    await t.give(closed),
    await t.give({ ...poll, id: poll.id + 100 }),
    await t.give(switchedOff),
  ]
  expect(codes.map((response) => response.json<{ code: string }>().code)).toEqual([
    'invalid',
    'invalid',
    'poll_closed',
    'not_found',
    'part_off',
  ])

  for (let count = 0; count < accountsOfMailDomainPerDay; count++)
    expect((await t.give(poll, `${count}@club.example`)).statusCode).toBe(200)
  expect((await t.give(poll, 'one-more@club.example')).statusCode).toBe(429)
  expect((await t.give(poll, 'ada@gmail.com')).statusCode).toBe(200)

  await t.db.insert(site).values({ registrationClosedAt: new Date() })
  expect((await t.give(poll)).json()).toMatchObject({ code: 'registration_closed' })
})

test('who switched the newsletter on agrees to its sentence with the answer, and is forgotten with the account', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const { rows } = await withNewsletter(t)
  const answer = (email: string) => t.link(poll, email, 0, true)

  identity.newsletter = ''
  expect(await (await answer('ada@mail.example')).open()).toMatchObject({ newsletter: null })
  identity.newsletter = sentence
  const link = await answer('Ada@mail.example')
  expect(await link.open()).toMatchObject({ newsletter: sentence })
  expect(await rows()).toEqual([])
  await Promise.all([link.count(), link.count()])
  await (await answer('ada@mail.example')).count()
  await (await answer('ben@mail.example')).decline()

  const today = new Date().toISOString().slice(0, 10)
  expect(await rows()).toEqual([`Ada@mail.example,${today},${poll.id},${sentence}`])
  const member = await t.make.user({ email: 'ada@mail.example', ...established, password: 'correct horse battery' })
  const data = (await t.as(member).call(getAccountData, {})).json<AccountData>()
  expect(data.newsletter).toEqual([{ agreed_to: sentence, day: today }])
  await t.as(member).call(deleteAccount, { body: { password: 'correct horse battery' } })
  expect(await rows()).toEqual([])
  expect((await t.as(await t.make.user({ role: 'moderator' })).call(listConsents, {})).statusCode).toBe(404)
})

test('the list of the newsletter tells no order and no minute of answers, and no spreadsheet calculates it', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  const { rows } = await withNewsletter(t)
  const emails = ['cy@mail.example', `=cmd|'/c'!a1@mail.example`, 'ben@mail.example', '+1@mail.example']
  for (const [index, email] of emails.entries()) await (await t.link(poll, email, index % 2, true)).count()
  const cells = (await rows()).map((row) => row.split(','))
  expect(cells.map(([email]) => email)).toEqual([
    `'+1@mail.example`,
    `'=cmd|'/c'!a1@mail.example`,
    'ben@mail.example',
    'cy@mail.example',
  ])
  expect(new Set(cells.map(([, day]) => day))).toEqual(new Set([new Date().toISOString().slice(0, 10)]))
})

test('who agrees does so to the sentence above the button, and only with an answer that counts', async () => {
  await using t = await start()
  const { rows } = await withNewsletter(t)
  const [poll, other, closing] = [await t.make.poll(), await t.make.poll(), await t.make.poll()]
  const given = await t.link(poll, 'ada@mail.example', 0, true)
  const [late, old, unasked] = [
    await t.link(closing, 'ada@mail.example', 0, true),
    await t.link(other, 'ben@mail.example', 0, true),
    await t.link(other, 'cy@mail.example', 0, true),
  ]
  identity.newsletter = 'Sell my address to everybody.'
  expect(await given.open()).toMatchObject({ newsletter: sentence })
  expect(await given.count()).toMatchObject({ state: 'counted' })

  await t.db
    .update(polls)
    .set({ publishedAt: ago('1 hour'), closesAt: ago('1 minute') })
    .where(eq(polls.id, closing.id))
  expect(await late.count()).toEqual({ state: 'poll_closed' })
  expect(await (await t.link(poll, 'ada+other@mail.example', 1, true)).count()).toEqual({ state: 'already_voted' })
  await unasked.decline()
  await t.db.update(mailedAnswers).set({ createdAt: ago('8 days') })
  expect(await old.count()).toMatchObject({ code: 'expired_link' })
  await sweepMailedAnswers(t.db)
  expect((await rows()).map((row) => row.split(',').slice(2))).toEqual([[String(poll.id), sentence]])
})

test('an account deletes what its mailbox agreed to by any address, once that is confirmed', async () => {
  await using t = await start()
  const { rows } = await withNewsletter(t)
  for (const email of ['ada.lovelace@gmail.com', 'Ada.Lovelace+news@googlemail.com', 'adaloveless@gmail.com'])
    await (await t.link(await t.make.poll(), email, 0, true)).count()
  expect(await rows()).toHaveLength(3)
  const of = { email: 'adalovelace@gmail.com', password }
  const claimed = await t.make.user(of)
  expect((await t.as(claimed).call(getAccountData, {})).json<AccountData>().newsletter).toEqual([])
  await t.as(claimed).call(deleteAccount, { body: { password } })
  expect(await rows()).toHaveLength(3)

  const owner = await t.make.user({ ...of, ...established })
  expect((await t.as(owner).call(getAccountData, {})).json<AccountData>().newsletter).toHaveLength(2)
  await t.as(owner).call(deleteAccount, { body: { password } })
  expect((await rows()).map((row) => row.split(',')[0])).toEqual(['adaloveless@gmail.com'])
})
