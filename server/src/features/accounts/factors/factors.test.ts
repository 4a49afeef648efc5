import { setTimeout } from 'node:timers/promises'
import { createToken, getAccount } from '@wtpu/contract/accounts/accounts'
import * as contract from '@wtpu/contract/accounts/on-demand/factors'
import { prove } from '@wtpu/contract/accounts/proof'
import { confirmPasswordReset, requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import { deleteAccount, getAccountData } from '@wtpu/contract/accounts/settings'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { authenticatorApps, recoveryCodes, sessions, users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { notificationEvents, notifications } from '#db/schema/notifications.ts'
import { runAdminCommand } from '#cli/admin-commands.ts'
import { findOrCreateByProvider } from '#features/accounts/openid.ts'
import { openSession } from '#features/accounts/sessions.ts'
import { ago, established } from '#testing/ago.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const password = 'typed before the code'
const elsewhere = (index: number) => ({ 'x-forwarded-for': `10.${index}.0.1` })

/** The code of an app now, or `seconds` later. */
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 })

async function setUp(t: TestApp, change: object = {}) {
  const user = await t.make.user({ ...established, password, ...change })
  const asUser = t.as(user)
  const { secret } = (await asUser.call(contract.startApp, {})).json<{ secret: string }>()
  const confirmed = await asUser.call(contract.confirmApp, { body: { code: codeOf(secret) } })
  const { recovery_codes: codes } = confirmed.json<{ recovery_codes: string[] }>()
  // The codes of all tests are of the same seconds.
  const forgetUse = () =>
    t.db.update(authenticatorApps).set({ lastPeriod: 0 }).where(eq(authenticatorApps.userId, user.id))
  await forgetUse()
  const signIn = async () => {
    const answer = await t.call(createToken, { body: { username: user.email, password } })
    return { ...answer.json<{ ticket: string; code: string; access: string }>(), status: answer.statusCode }
  }
  const finish = (ticket: string, code: string, headers = {}) =>
    t.call(contract.finishSignIn, { body: { ticket, code } }, headers)
  return { user, asUser, secret, codes, forgetUse, signIn, finish }
}

/** The events that wait. An event that was delivered meanwhile has left its notification, which tells the latest. */
const eventsOf = async (t: TestApp) =>
  [
    ...(await t.db.select().from(notifications)),
    ...(await t.db.select().from(notificationEvents).orderBy(notificationEvents.id)),
  ]
    .filter(({ kind }) => kind === 'security')
    .map(({ detail }) => detail)

test('the right password gets a ticket, and the code of the app opens the session', async () => {
  await using t = await startTestApp()
  const { user, asUser, secret, codes, signIn, finish } = await setUp(t)
  expect([codes.length, new Set(codes).size]).toEqual([10, 10])
  expect(codes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  expect((await asUser.call(getAccount, {})).json()).toMatchObject({ second_factor: true })
  // The secret is not stored as it is.
  const [stored] = await t.db.select().from(authenticatorApps)
  expect(stored?.secret.includes(secret)).toBe(false)

  const { ticket, ...answer } = await signIn()
  expect(answer).toMatchObject({ status: 401, code: 'second_factor_required' })
  expect(answer.access).toBeUndefined()
  const code = codeOf(secret)
  const opened = await finish(ticket, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(opened.json()).toEqual({ access: expect.any(String), refresh: expect.any(String) })
  const authorization = `Bearer ${opened.json<{ access: string }>().access}`
  expect((await t.call(getAccount, {}, { authorization })).json()).toMatchObject({ id: user.id })
  expect(await eventsOf(t)).toContain('factor_added')
})

test.each([
  ['the clock is 30 s late', -30, 200],
  ['the clock is 30 s early', 30, 200],
  ['the clock is 90 s late', -90, 403],
  ['the clock is 90 s early', 90, 403],
])('a code when %s', async (_name, seconds, status) => {
  await using t = await startTestApp()
  const { secret, signIn, finish } = await setUp(t)
  const { ticket } = await signIn()
  // A new period would make a late code another 30 s late.
  const elapsed = (Date.now() / 1000) % 30
  if (elapsed > 25) await setTimeout((31 - elapsed) * 1000)
  const answer = await finish(ticket, codeOf(secret, seconds))
  expect(answer.statusCode).toBe(status)
  if (status === 403)
    expect(answer.json()).toMatchObject({ code: 'wrong_code', detail: expect.stringContaining('clock') })
})

test('a code works once, also sent twice at once, and so does a ticket', async () => {
  await using t = await startTestApp()
  const { secret, signIn, finish, forgetUse } = await setUp(t)
  const [first, second] = [await signIn(), await signIn()]
  const code = codeOf(secret)
  const both = await Promise.all([finish(first.ticket, code), finish(second.ticket, code)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
  const used = both[0].statusCode === 200 ? first.ticket : second.ticket
  await forgetUse()
  expect((await finish(used, codeOf(secret))).json()).toMatchObject({ code: 'ticket_ended' })
})

test('a ticket is of one account, of one password and of this site', async () => {
  await using t = await startTestApp()
  const [ada, eve] = [await setUp(t), await setUp(t)]
  const { ticket } = await ada.signIn()
  expect((await eve.finish(ticket, codeOf(eve.secret))).json()).toMatchObject({ code: 'wrong_code' })
  expect((await eve.finish(ticket, eve.codes[0] ?? '')).json()).toMatchObject({ code: 'wrong_code' })
  const { access } = (await ada.finish((await ada.signIn()).ticket, codeOf(ada.secret))).json<{ access: string }>()
  for (const forged of [access, `${ticket}x`, 'nothing'])
    expect((await ada.finish(forged, codeOf(ada.secret))).json()).toMatchObject({ code: 'ticket_ended' })
  await t.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, ada.user.id))
  await ada.forgetUse()
  expect((await ada.finish(ticket, codeOf(ada.secret))).json()).toMatchObject({ code: 'ticket_ended' })
})

test('each recovery code works once and is mailed about, and new ones end the earlier ones', async () => {
  await using t = await startTestApp()
  const { user, asUser, codes, signIn, finish } = await setUp(t)
  const [first = '', second = ''] = codes
  expect((await finish((await signIn()).ticket, first.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200)
  expect((await finish((await signIn()).ticket, first)).statusCode).toBe(403)
  expect((await asUser.call(contract.getFactors, {})).json()).toMatchObject({ recovery_codes: 9 })
  const renewed = (await asUser.call(contract.renewRecoveryCodes, {})).json<{ recovery_codes: string[] }>()
  expect(await eventsOf(t)).toContain('recovery_codes_new')
  expect((await finish((await signIn()).ticket, second)).statusCode).toBe(403)
  for (const code of renewed.recovery_codes) expect((await finish((await signIn()).ticket, code)).statusCode).toBe(200)
  expect(await t.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0)
  expect(await eventsOf(t)).toContain('recovery_code_used')
})

test('guesses over many networks end after a day’s limit, and neither sessions nor known networks of the owner', async () => {
  await using t = await startTestApp({ trustedProxies: 1 })
  const { asUser, secret, signIn, finish } = await setUp(t)
  expect((await finish((await signIn()).ticket, codeOf(secret), elsewhere(200))).statusCode).toBe(200)
  const { ticket } = await signIn()
  const guess = (index: number) => finish(ticket, String(index).padStart(6, '0'), elsewhere(index))
  const answers = await Promise.all(Array.from({ length: contract.wrongCodesPerDay + 5 }, (_, index) => guess(index)))
  expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(contract.wrongCodesPerDay)
  expect((await finish(ticket, codeOf(secret, 30), elsewhere(90))).statusCode).toBe(429)
  expect((await asUser.call(getAccount, {})).statusCode).toBe(200)
  expect((await finish(ticket, codeOf(secret, 30), elsewhere(200))).statusCode).toBe(200)
})

test('a wrong password answers the same after the same work, with and without a second factor', async () => {
  await using t = await startTestApp()
  const { user } = await setUp(t)
  const other = await t.make.user({ password })
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const tryPassword = async ({ email }: typeof other) => {
    sent.mockClear()
    const { statusCode, body } = await t.call(createToken, { body: { username: email, password: 'not it at all' } })
    // Statements without values are those of jobs, which run meanwhile.
    const statements = sent.mock.calls.filter(([, values]: unknown[]) => Array.isArray(values) && values.length > 0)
    return { statusCode, body, work: statements.map(([statement]: unknown[]) => Object(statement).text) }
  }
  const answer = await tryPassword(user)
  expect(answer).toEqual({
    statusCode: 401,
    body: expect.stringContaining('invalid_credentials'),
    work: ['users', 'known_networks', 'attempts'].map((table) => expect.stringContaining(`"${table}"`)),
  })
  expect(await tryPassword(other)).toEqual(answer)
})

test('a stolen session with the password does not remove the second factor, a code does', async () => {
  await using t = await startTestApp()
  const { user, asUser, secret } = await setUp(t)
  await t.db
    .update(sessions)
    .set({ provedAt: ago('16 minutes') })
    .where(eq(sessions.userId, user.id))
  const remove = () => asUser.call(contract.removeApp, {})
  expect((await remove()).json()).toMatchObject({ code: 'proof_required' })
  expect((await asUser.call(prove, { body: { password } })).json()).toMatchObject({ code: 'wrong_code' })
  for (const call of [contract.startApp, contract.renewRecoveryCodes])
    expect((await asUser.call(call, {})).json()).toMatchObject({ code: 'proof_required' })
  expect((await asUser.call(prove, { body: { code: codeOf(secret) } })).statusCode).toBe(200)
  expect((await asUser.call(contract.startApp, {})).json()).toMatchObject({ code: 'factor_exists' })
  expect((await remove()).json()).toEqual({ removed: true })
  expect(await t.db.$count(sessions, eq(sessions.isStrong, true))).toBe(0)
  expect((await eventsOf(t)).at(-1)).toBe('factor_removed')
  expect((await remove()).statusCode).toBe(404)
})

test('neither the recovery of the password nor Google goes around the second factor', async () => {
  await using mailbox = await startMailbox()
  await using t = await startTestApp({ smtpUrl: mailbox.url })
  const { user, signIn } = await setUp(t)
  await t.call(requestPasswordReset, { body: { email: user.email } })
  const codeMail = () => mailbox.mails.find(({ subject }) => subject?.includes('verification code'))
  await expect.poll(codeMail).toBeDefined()
  const code = /\b\d{6}\b/.exec(codeMail()?.text ?? '')?.[0] ?? ''
  const body = { email: user.email, code, new_password: password, confirm_password: password }
  expect((await t.call(confirmPasswordReset, { body })).statusCode).toBe(200)
  expect(await signIn()).toMatchObject({ status: 401, code: 'second_factor_required' })

  const google = {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    subject: '1',
    email: user.email,
    email_verified: true,
  }
  const account = { ...google, first_name: 'Ada', last_name: '', picture: null }
  expect(await findOrCreateByProvider(t.app, account)).toEqual({ userId: user.id, isNew: false })
  expect(await openSession(t.app, { userId: user.id, remember: true, userAgent: '' })).toEqual({
    ticket: expect.any(String),
  })
})

test('the export lists factors without secrets, and the deletion removes them', async () => {
  await using t = await startTestApp()
  const { asUser, secret, codes } = await setUp(t)
  const exported = await asUser.call(getAccountData, {})
  expect(exported.json().factors).toEqual({
    app: { added_at: expect.any(String), last_used_at: expect.any(String) },
    passkeys: [],
    recovery_codes: 10,
  })
  for (const text of [secret, ...codes]) expect(exported.body).not.toContain(text)
  expect((await asUser.call(deleteAccount, { body: { password } })).statusCode).toBe(200)
  expect([await t.db.$count(authenticatorApps), await t.db.$count(recoveryCodes)]).toEqual([0, 0])
})

test('members need a confirmed email first, and an app counts only once a code of it was right', async () => {
  await using t = await startTestApp()
  const squatter = t.as(await t.make.user({ password }))
  expect((await squatter.call(contract.startApp, {})).json()).toMatchObject({ code: 'email_not_confirmed' })
  const user = await t.make.user({ ...established, password })
  const asUser = t.as(user)
  const start = async () => (await asUser.call(contract.startApp, {})).json<{ secret: string; uri: string }>()
  const [first, second] = [await start(), await start()]
  expect(second.uri).toMatch(/^otpauth:\/\/totp\/WTPU:.*secret=[A-Z2-7]{32}/)
  const confirm = (code: string) => asUser.call(contract.confirmApp, { body: { code } })
  expect((await confirm(codeOf(first.secret))).json()).toMatchObject({ code: 'wrong_code' })
  expect((await t.call(createToken, { body: { username: user.email, password } })).statusCode).toBe(200)
  expect((await asUser.call(contract.renewRecoveryCodes, {})).json()).toMatchObject({ code: 'no_factor' })
  expect((await confirm(codeOf(second.secret))).statusCode).toBe(200)
})

test('the command line removes a lost second factor, with an entry in the log and a mail', async () => {
  await using t = await startTestApp()
  const { user, asUser, signIn } = await setUp(t, { role: 'admin' })
  const run = (email: string) =>
    runAdminCommand(['remove-factor', email], async () => ({ db: t.db, config: t.app.config, files: t.app.files }))
  await expect(run('nobody@wtpu.example')).rejects.toThrow('There is no account')
  await run(user.email)
  expect(await signIn()).toMatchObject({ status: 200 })
  expect((await asUser.call(getAccount, {})).statusCode).toBe(401)
  expect((await eventsOf(t)).at(-1)).toBe('factor_removed')
  expect(await t.db.select().from(moderationActions)).toMatchObject([
    { subjectId: user.id, reason: 'The second factor of an account was removed.' },
  ])
})
