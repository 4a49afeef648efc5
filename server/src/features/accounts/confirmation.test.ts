import * as accounts from '@wtpu/contract/accounts/accounts'
import * as confirmation from '@wtpu/contract/accounts/confirmation'
import { deleteAccount } from '@wtpu/contract/accounts/settings'
import { tooManyAttempts } from '@wtpu/contract/errors'
import { contactOffice, createComment, ratePolitician } from '@wtpu/contract/politicians'
import { castVote, createPoll } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '#config.ts'
import { attempts, emailConfirmations, knownNetworks, users } from '#db/schema/accounts.ts'
import { pushSubscriptions } from '#db/schema/notifications.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'

const password = 'difference engine'
const form = { first_name: 'Ada', last_name: 'Lovelace', state: 'New York', password, confirm_password: password }

async function start(settings: Partial<Config> = {}) {
  const mailbox = await startMailbox()
  const t = await startTestApp({ smtpUrl: mailbox.url, publicUrl: 'https://wtpu.example', ...settings })
  const signUp = async (email = 'ada@wtpu.example') =>
    (await t.call(accounts.register, { body: { ...form, email } })).json<{ id: number }>()
  /** Waits for a number of mails to an address and returns their tokens, oldest first. */
  const tokens = async (count: number, to = 'ada@wtpu.example') => {
    const texts = () => mailbox.mails.filter((mail) => mail.to?.[0]?.address === to).map((mail) => mail.text ?? '')
    await expect.poll(() => texts().length).toBe(count)
    return texts().map((text) => /^https:\/\/wtpu\.example\/confirm-email#([\w-]{43})$/m.exec(text)?.[1] ?? '')
  }
  const confirm = (token: string) => t.call(confirmation.confirmEmail, { body: { token } })
  const resend = (user: { id: number }) => t.as(user).call(confirmation.resendConfirmation, {})
  const account = async (user: { id: number }) =>
    (await t.as(user).call(accounts.getAccount, {})).json<accounts.Account>()
  return {
    ...t,
    mailbox,
    signUp,
    tokens,
    confirm,
    resend,
    account,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

describe('the link', () => {
  test('is mailed without the name after registration, and confirms the email', async () => {
    await using t = await start()
    const ada = await t.signUp()
    expect(await t.account(ada)).toMatchObject({
      email_confirmed: false,
      confirmation_required: false,
      sends_mail: true,
    })

    const [token = ''] = await t.tokens(1)
    const response = await t.confirm(token)

    expect(response.json()).toEqual({ email_confirmed: true, ended: 0, answers: [] })
    expect(await t.account(ada)).toMatchObject({ email_confirmed: true })
    expect(t.mailbox.mails[0]?.text).not.toMatch(/Ada|Lovelace/)
    expect(t.mailbox.mails[0]?.html).toContain(`href="https://wtpu.example/confirm-email#${token}"`)
  })

  test('succeeds without effect when used again', async () => {
    await using t = await start()
    const ada = await t.signUp()
    const [token = ''] = await t.tokens(1)
    await t.confirm(token)
    const [before] = await t.db.select({ at: users.emailVerifiedAt }).from(users)

    expect((await t.confirm(token)).statusCode).toBe(200)

    expect(await t.db.select({ at: users.emailVerifiedAt }).from(users).where(eq(users.id, ada.id))).toEqual([before])
  })

  test('is stored as a hash', async () => {
    await using t = await start()
    await t.signUp()
    const [token = ''] = await t.tokens(1)

    const { rows } = await t.db.execute<{ text: string }>(
      sql`select c::text || encode(token_hash, 'escape') as text from email_confirmations c`,
    )

    expect(rows[0]?.text).not.toContain(token)
    expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('expires after 48 hours', async () => {
    await using t = await start()
    const ada = await t.signUp()
    const [token = ''] = await t.tokens(1)
    const [link] = await t.db.select().from(emailConfirmations)
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBe(48 * 60 * 60_000)
    await t.db.update(emailConfirmations).set({ expiresAt: sql`now()` })

    const response = await t.confirm(token)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'expired_link', detail: 'This confirmation link has expired.' })
    expect(await t.account(ada)).toMatchObject({ email_confirmed: false })
  })

  test('does not confirm a new email if sent to the old one', async () => {
    await using t = await start()
    const ada = await t.signUp()
    const [old = ''] = await t.tokens(1)
    await t.db.update(users).set({ email: 'lovelace@wtpu.example' })

    expect((await t.confirm(old)).json()).toMatchObject({ code: 'invalid_link' })
    await t.resend(ada)
    const [fresh = ''] = await t.tokens(1, 'lovelace@wtpu.example')
    expect((await t.confirm(fresh)).statusCode).toBe(200)
  })

  test('is rejected if it was never sent', async () => {
    await using t = await start()

    const response = await t.confirm('x'.repeat(43))

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_link', detail: 'This confirmation link is not valid.' })
  })

  test('is deleted with its account', async () => {
    await using t = await start()
    const ada = await t.signUp()
    const [token = ''] = await t.tokens(1)
    await t.as(ada).call(deleteAccount, { body: { password } })
    await t.signUp()

    expect((await t.confirm(token)).json()).toMatchObject({ code: 'invalid_link' })
  })
})

describe('another link', () => {
  test('is mailed on request, and both links work', async () => {
    await using t = await start()
    const ada = await t.signUp()

    expect((await t.resend(ada)).json()).toEqual({ sent: true })

    const [first = '', second = ''] = await t.tokens(2)
    expect(first).not.toBe(second)
    expect((await t.confirm(first)).statusCode).toBe(200)
    expect((await t.confirm(second)).statusCode).toBe(200)
  })

  test('is sent at most twice a minute', async () => {
    await using t = await start()
    const ada = await t.signUp()
    for (let count = 0; count < 2; count++) expect((await t.resend(ada)).statusCode).toBe(200)

    const response = await t.resend(ada)

    expect(response.statusCode).toBe(429)
    expect(response.json()).toMatchObject({ detail: tooManyAttempts })
  })

  test('is sent at most five times a day to one mailbox for all its accounts', async () => {
    await using t = await start()
    const people = [
      await t.signUp('a.da@gmail.com'),
      await t.signUp('ada+x@gmail.com'),
      await t.signUp('ad.a@gmail.com'),
    ]

    const responses = await Promise.all(people.flatMap((user) => [t.resend(user), t.resend(user)]))

    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(2)
    const rejected = responses.find((response) => response.statusCode === 429)
    expect(rejected?.json()).toMatchObject({ detail: 'You can request at most 5 confirmation emails in 24 hours.' })
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
  })

  test('is sent to an owner although somebody else has used up what one network can request', async () => {
    await using t = await start({ trustedProxies: 1 })
    for (const email of ['a.da@gmail.com', 'ada+x@gmail.com', 'ad.a@gmail.com']) {
      const stranger = await t.signUp(email)
      await t.resend(stranger)
      await t.resend(stranger)
    }
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    await t.call(accounts.register, { body: { ...form, email: 'ada@gmail.com' } }, headers)

    expect(await t.tokens(1, 'ada@gmail.com')).toHaveLength(1)
  })

  test('is not sent more often if the account is deleted and registered again', async () => {
    await using t = await start()
    for (let time = 0; time < 7; time++) {
      await t.as(await t.signUp()).call(deleteAccount, { body: { password } })
    }

    expect(await t.tokens(5)).toHaveLength(5)
    expect(await t.db.select({ email: emailConfirmations.email }).from(emailConfirmations)).toEqual(
      Array.from({ length: 5 }, () => ({ email: '' })),
    )
  })

  test('is not sent to a confirmed address', async () => {
    await using t = await start()
    const ada = await t.make.user({ email_verified_at: new Date() })

    const response = await t.resend(ada)

    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'already_confirmed' })
  })
})

describe('an account that somebody else created with the address', () => {
  const attacker = { 'x-forwarded-for': '203.0.113.7' }
  const register = (t: Awaited<ReturnType<typeof start>>) =>
    t.call(accounts.register, { body: { ...form, email: 'ada@wtpu.example', sign_in: true } }, attacker)
  const decline = (t: Awaited<ReturnType<typeof start>>, token: string) =>
    t.call(confirmation.declineRegistration, { body: { token } })
  const isSignedIn = async (t: Awaited<ReturnType<typeof start>>, tokens: accounts.Tokens) =>
    (await t.call(accounts.getAccount, {}, { authorization: `Bearer ${tokens.access}` })).statusCode === 200 &&
    (await t.call(accounts.refreshToken, { body: { refresh: tokens.refresh } })).statusCode === 200

  test('is deleted with the link, and the address can be registered and confirmed again', async () => {
    await using t = await start({ trustedProxies: 1 })
    const stolen = (await register(t)).json<accounts.Tokens & { id: number }>()
    for (let count = 0; count < 2; count++) await t.resend(stolen)
    const [token = ''] = await t.tokens(3)

    expect((await decline(t, token)).json()).toEqual({ deleted: true })

    expect(await isSignedIn(t, stolen)).toBe(false)
    expect((await decline(t, token)).json()).toMatchObject({ code: 'invalid_link' })
    expect((await t.confirm(token)).json()).toMatchObject({ code: 'invalid_link' })
    expect(
      await t.db
        .select({ key: attempts.key })
        .from(attempts)
        .where(sql`key ~ '^confirmation \\d+$'`),
    ).toEqual([])
    await t.signUp()
    const fresh = (await t.tokens(4)).at(-1) ?? ''
    expect((await t.confirm(fresh)).statusCode).toBe(200)
  })

  test('is not deleted once its email is confirmed, nor if it is staff', async () => {
    await using t = await start()
    const staff = await t.signUp('grace@wtpu.example')
    const [ofStaff = ''] = await t.tokens(1, 'grace@wtpu.example')
    await t.db.update(users).set({ role: 'moderator' }).where(eq(users.id, staff.id))
    expect((await decline(t, ofStaff)).json()).toMatchObject({ code: 'is_staff' })
    await t.signUp()
    const [token = ''] = await t.tokens(1)

    const [confirmed, declined] = await Promise.all([t.confirm(token), decline(t, token)])

    const isDeleted = declined.statusCode === 200
    expect([confirmed.statusCode, declined.statusCode]).toEqual(isDeleted ? [400, 200] : [200, 409])
    expect(await t.db.$count(users, eq(users.email, 'ada@wtpu.example'))).toBe(isDeleted ? 0 : 1)
    await t.signUp('lin@wtpu.example')
    const [later = ''] = await t.tokens(1, 'lin@wtpu.example')
    await t.confirm(later)
    expect((await decline(t, later)).json()).toMatchObject({ code: 'already_confirmed' })
  })

  test.each([
    { title: 'another network ends', network: '198.51.100.1', ended: 1 },
    { title: 'the same network keeps', network: '203.0.113.7', ended: 0 },
  ])('a confirmation from $title its session', async ({ network, ended }) => {
    await using t = await start({ trustedProxies: 1 })
    const stolen = (await register(t)).json<accounts.Tokens & { id: number }>()
    const device = { endpoint: 'https://push.example/1', userId: stolen.id, p256dh: 'key', auth: 'secret' }
    await t.db.insert(pushSubscriptions).values(device)
    const [token = ''] = await t.tokens(1)
    expect(await isSignedIn(t, stolen)).toBe(true)

    const confirmed = await t.call(confirmation.confirmEmail, { body: { token } }, { 'x-forwarded-for': network })

    expect(confirmed.json()).toEqual({ email_confirmed: true, ended, answers: [] })
    const { access, refresh } = stolen
    expect((await t.call(accounts.getAccount, {}, { authorization: `Bearer ${access}` })).statusCode).toBe(
      ended ? 401 : 200,
    )
    expect((await t.call(accounts.refreshToken, { body: { refresh } })).statusCode).toBe(ended ? 401 : 200)
    expect([await t.db.$count(knownNetworks), await t.db.$count(pushSubscriptions)]).toEqual([1 - ended, 1 - ended])
  })
})

describe('if votes need a confirmed email', () => {
  const rejection = {
    code: 'email_not_confirmed',
    detail: 'Please confirm your email first. We sent a link to ada@wtpu.example.',
  }

  test('rejects votes, ratings, comments, polls and messages to offices until the email is confirmed', async () => {
    await using t = await start({ votesNeedConfirmedEmail: true })
    const ada = await t.signUp()
    const [poll, politician] = [await t.make.poll(), await t.make.politician()]
    const question = { question: 'Why?', category: 1, options: ['A', 'B'], duration_days: 7 }
    const participate = async () => [
      await t.as(ada).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }),
      await t.as(ada).call(ratePolitician, { params: { id: politician.id }, body: { type: 'good' } }),
      await t.as(ada).call(createComment, { body: { politician: politician.id, text: 'Hello' } }),
      await t.as(ada).call(createPoll, { body: question }),
      await t.as(ada).call(contactOffice, { params: { id: politician.id }, body: { message: 'Please.' } }),
    ]

    for (const response of await participate()) {
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject(rejection)
    }
    expect(await t.account(ada)).toMatchObject({ email_confirmed: false, confirmation_required: true })
    const [token = ''] = await t.tokens(1)
    await t.confirm(token)

    expect((await participate()).map((response) => response.statusCode)).toEqual([200, 200, 201, 201, 200])
  })

  test('does not reveal to an unconfirmed account whether another account of its mailbox voted', async () => {
    await using t = await start({ votesNeedConfirmedEmail: true })
    const poll = await t.make.poll()
    const owner = await t.signUp('ada@gmail.com')
    await t.db.update(users).set({ emailVerifiedAt: new Date() })
    const vote = { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }
    expect((await t.as(owner).call(castVote, vote)).statusCode).toBe(200)

    const response = await t.as(await t.signUp('ada+x@gmail.com')).call(castVote, vote)

    expect(response.json()).toMatchObject({ code: 'email_not_confirmed' })
  })
})

test('allows a hundred sign-ups a day from one network', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await using t = await startTestApp()
  for (let count = 0; count < 100; count++) {
    if (count % 15 === 0) vi.advanceTimersByTime(61_000)
    expect((await t.call(accounts.register, { body: {} })).statusCode).toBe(400)
  }
  vi.advanceTimersByTime(61_000)

  const response = await t.call(accounts.register, { body: {} })

  expect(response.statusCode).toBe(429)
  expect(response.json().detail).toBe('Too many sign-ups came from your network today. Please try again tomorrow.')
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
})
