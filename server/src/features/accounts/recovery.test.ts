import * as accounts from '@wtpu/contract/accounts/accounts'
import { passwordErrors } from '@wtpu/contract/accounts/on-demand/credentials'
import * as recovery from '@wtpu/contract/accounts/recovery'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { passwordResets, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/mails.ts'
import { FairQueue } from '#features/accounts/fair-queue.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'

afterEach(() => void vi.restoreAllMocks())

const email = 'ada@wtpu.example'
const oldPassword = 'difference engine'
const newPassword = 'analytical engine'

async function start() {
  const mailbox = await startMailbox()
  const t = await startTestApp({ smtpUrl: mailbox.url, trustedProxies: 1 })
  const user = await t.make.user({ first_name: '<Ada>', email, password: oldPassword })
  const request = (address = email) => t.call(recovery.requestPasswordReset, { body: { email: address } })
  const confirm = (code: string, change: object = {}) =>
    t.call(recovery.confirmPasswordReset, {
      body: { email, code, new_password: newPassword, confirm_password: newPassword, ...change },
    })
  /** Requests a code and reads it from the mail. */
  const newCode = async () => {
    const before = mailbox.mails.length
    expect((await request()).statusCode).toBe(200)
    await expect.poll(() => mailbox.mails.length).toBe(before + 1)
    return /^\d{6}$/m.exec(mailbox.mails.at(-1)?.text ?? '')?.[0] ?? ''
  }
  const signIn = (password: string) => t.call(accounts.createToken, { body: { username: email, password } })
  return {
    ...t,
    user,
    mailbox,
    request,
    confirm,
    newCode,
    signIn,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

test('mails the code as text and HTML and stores only its hash', async () => {
  await using t = await start()

  const response = await t.request(' ADA@wtpu.example ')
  await expect.poll(() => t.mailbox.mails.length).toBe(1)

  const [mail] = t.mailbox.mails
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? 'no code'
  expect(mail).toMatchObject({
    subject: 'Your WTPU verification code',
    from: { address: 'no-reply@wtpu.example', name: 'WTPU' },
    to: [{ address: email }],
  })
  expect(mail?.subject).not.toContain(code)
  expect(mail?.html).toContain(code)
  expect(mail?.html).not.toMatch(/<script|<img|https?:/)
  expect(response.body).not.toContain(code)
  const [row] = await t.db.select().from(passwordResets)
  expect(row?.codeHash).toMatch(/^\$argon2id\$/)
  // The mail is deleted once the SMTP server has accepted it, shortly after it arrives.
  await expect.poll(() => t.db.$count(mails)).toBe(0)
})

test('includes the name in the mail only after the email was confirmed', async () => {
  await using t = await start()
  const texts = () => t.mailbox.mails.map(({ html }) => html ?? '')

  await t.request(email)
  await expect.poll(() => texts().length).toBe(1)
  expect(texts()[0]).toContain('Hello, enter')
  await t.db.update(users).set({ emailVerifiedAt: new Date() })
  await t.request(email)
  await expect.poll(() => texts().length).toBe(2)
  expect(texts()[1]).toContain('Hello &lt;Ada&gt;')
})

test('rejects text that is not a single email, without sending mail', async () => {
  await using t = await start()
  // PostgreSQL lowercases the first one to "istanbul", unlike JavaScript.
  for (const address of ['İstanbul@wtpu.example', 'other,ada@wtpu.example', 'Ada <ada@wtpu.example>', '']) {
    await t.db.update(users).set({ email: address || email })

    const [requested, confirmed] = [await t.request(address), await t.confirm('123456', { email: address })]

    expect([requested.statusCode, requested.json().fields]).toEqual([400, { email: ['Enter a valid email address.'] }])
    expect([confirmed.statusCode, Object.keys(confirmed.json().fields)]).toEqual([400, ['email']])
  }
  expect(await t.db.$count(mails)).toBe(0)
})

test('stores queued mail encrypted', async () => {
  await using t = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:9' })
  await t.make.user({ email })

  await t.call(recovery.requestPasswordReset, { body: { email } })

  const [waiting] = await t.db.select().from(mails)
  expect(waiting?.sealed.toString('latin1')).not.toMatch(/ada@|verification|\d{6}/)
})

test('reports an unknown email and sends nothing', async () => {
  await using t = await start()

  const response = await t.request('unknown@wtpu.example')

  expect(response.statusCode).toBe(404)
  expect(response.json().error).toBe('Email does not exist')
  expect(await t.db.$count(passwordResets)).toBe(0)
  expect(await t.db.$count(mails)).toBe(0)
})

test('sets a new password once and ends every session', async () => {
  await using t = await start()
  const session = (await t.signIn(oldPassword)).json()
  const code = await t.newCode()

  const response = await t.confirm(` ${code} `)

  expect(response.statusCode).toBe(200)
  expect((await t.signIn(newPassword)).statusCode).toBe(200)
  expect((await t.signIn(oldPassword)).statusCode).toBe(401)
  expect((await t.call(accounts.refreshToken, { body: { refresh: session.refresh } })).statusCode).toBe(401)
  const asBefore = await t.call(accounts.getAccount, {}, { authorization: `Bearer ${session.access}` })
  expect(asBefore.statusCode).toBe(401)
  expect((await t.confirm(code)).json().error).toBe('Invalid reset code')
})

test('accepts only the newest code', async () => {
  await using t = await start()
  const [first, second] = [await t.newCode(), await t.newCode()]
  // One time in a million, both codes are equal by chance.
  const stale = first === second ? '000000' : first

  expect((await t.confirm(stale)).json().error).toBe('Invalid reset code')
  expect((await t.confirm(second)).statusCode).toBe(200)
})

test('rejects a code after ten minutes', async () => {
  await using t = await start()
  const code = await t.newCode()
  const [row] = await t.db.select().from(passwordResets)
  expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBeGreaterThan(9.9 * 60_000)
  await t.db.update(passwordResets).set({ expiresAt: sql`now() - interval '1 second'` })

  expect((await t.confirm(code)).json().error).toBe('Reset code has expired')
  expect((await t.signIn(oldPassword)).statusCode).toBe(200)
})

test('rejects even the correct code after five of a hundred concurrent guesses', async () => {
  await using t = await start()
  const code = await t.newCode()
  const wrong = code === '111111' ? '222222' : '111111'
  // Guess from many networks, so that the limit per network does not apply.
  const guess = (number: number) =>
    t.call(
      recovery.confirmPasswordReset,
      { body: { email, code: wrong, new_password: newPassword, confirm_password: newPassword } },
      { 'x-forwarded-for': `203.0.113.${number}` },
    )
  const responses = await Promise.all(Array.from({ length: 100 }, (_, number) => guess(number)))

  // The hashing queue rejects some of the requests.
  expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([400, 503]))
  expect((await t.db.select().from(passwordResets))[0]?.tries).toBe(5)
  expect((await t.confirm(code)).json().error).toBe('Invalid reset code')
  expect((await t.signIn(oldPassword)).statusCode).toBe(200)
})

test('accepts a code for only one of two concurrent confirmations', async () => {
  await using t = await start()
  const code = await t.newCode()

  const responses = await Promise.all([t.confirm(code), t.confirm(code)])

  expect(responses.map((response) => response.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test.each([
  [{ new_password: 'short', confirm_password: 'short' }, 'Password must be at least 8 characters'],
  [{ new_password: 'football', confirm_password: 'football' }, 'This password is too common. Please choose another.'],
  [{ new_password: email, confirm_password: email }, 'Your password cannot be your email. Please choose another.'],
  [{ confirm_password: 'something else' }, 'Passwords do not match'],
  [{ code: '' }, 'code is required'],
])('rejects %o without using up a try', async (change, message) => {
  await using t = await start()
  const code = await t.newCode()

  expect((await t.confirm(code, change)).json().error).toBe(message)
  expect((await t.db.select().from(passwordResets))[0]?.tries).toBe(0)
  expect((await t.confirm(code)).statusCode).toBe(200)
})

test('refuses the name of the account as its password, and keeps the code', async () => {
  await using t = await start()
  const code = await t.newCode()
  await t.db.update(users).set({ lastName: 'Lovelace' })
  const known = { new_password: 'Lovelace1815', confirm_password: 'Lovelace1815' }

  expect((await t.confirm(code, known)).json().error).toBe(passwordErrors.simple)
  expect((await t.confirm(code)).statusCode).toBe(200)
})

test('allows thirty requests a minute from one address', async () => {
  await using t = await start()
  for (let number = 0; number < 30; number++) await t.request(`unknown${number}@wtpu.example`)

  expect((await t.request('another@wtpu.example')).statusCode).toBe(429)
})

test('hashes a code for an unknown email too, so that the response takes the same time', async () => {
  await using t = await start()
  const { reserve } = FairQueue.prototype
  let jobs = 0
  vi.spyOn(FairQueue.prototype, 'reserve').mockImplementation(function reserveCounted(this: FairQueue, caller) {
    const slot = reserve.call(this, caller)
    const run: typeof slot.run = (work) => {
      jobs += 1
      return slot.run(work)
    }
    return { ...slot, run }
  })
  const jobsOf = async (address: string) => {
    const before = jobs
    await t.request(address)
    return jobs - before
  }

  // The search for the account, and the hash.
  expect([await jobsOf(email), await jobsOf('unknown@wtpu.example')]).toEqual([2, 2])
})
