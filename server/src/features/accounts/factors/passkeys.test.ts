import { createToken, getAccount, type Tokens } from '@wtpu/contract/accounts/accounts'
import * as factors from '@wtpu/contract/accounts/on-demand/factors'
import * as contract from '@wtpu/contract/accounts/on-demand/passkeys'
import { prove } from '@wtpu/contract/accounts/proof'
import { deleteAccount, getAccountData } from '@wtpu/contract/accounts/settings'
import type { Endpoint, Input } from '@wtpu/contract/endpoint'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { passkeys, recoveryCodes, sessions } from '#db/schema/accounts.ts'
import { prepareSite } from '#prepare-site.ts'
import { ago, established } from '#testing/ago.ts'
import { makeDevice } from '#testing/passkey-device.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const password = 'typed before the passkey'
const site = { origin: 'http://localhost:3000', host: 'localhost' }

interface Started {
  ticket: string
  options: { challenge: string; user: { id: string } }
}

/** A member with a passkey on a device. */
async function setUp(t: TestApp, change: object = {}) {
  const user = await t.make.user({ ...established, password, ...change })
  const asUser = t.as(user)
  const add = async (name: string, device = makeDevice(site), deviation = {}) => {
    const { ticket, options } = (await asUser.call(contract.startPasskey, {})).json<Started>()
    const body = { ticket, name, credential: device.create(options, deviation) }
    return { device, body, answer: await asUser.call(contract.addPasskey, { body }) }
  }
  const { device, answer } = await add('My phone')
  return { user, asUser, add, device, codes: answer.json<{ recovery_codes: string[] }>().recovery_codes }
}

const challenge = async (t: TestApp) => (await t.call(contract.startPasskeySignIn, {})).json<Started>()
const signIn = (t: TestApp, body: contract.PasskeyProof) => t.call(contract.signInByPasskey, { body })

test('a passkey signs in without a name, and counts as both factors', async () => {
  await using t = await startTestApp()
  const { user, asUser, device, codes } = await setUp(t, { role: 'admin' })
  expect(codes).toHaveLength(10)
  const answer = await signIn(t, device.use(await challenge(t)))
  const { access } = answer.json<Tokens>()
  const account = (await t.call(getAccount, {}, { authorization: `Bearer ${access}` })).json()
  expect(account).toMatchObject({ id: user.id, role: 'admin', second_factor: true })
  const listed = (await asUser.call(factors.getFactors, {})).json<factors.Factors>()
  expect(listed.passkeys).toMatchObject([{ name: 'My phone', host: 'localhost', last_used_at: expect.any(String) }])
})

test('the password alone still signs in, as a session that proves nothing', async () => {
  await using t = await startTestApp()
  const { user, device, codes } = await setUp(t, { role: 'admin' })
  const { access } = (await t.call(createToken, { body: { username: user.email, password } })).json<Tokens>()
  const send = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
    t.call(endpoint, input, { authorization: `Bearer ${access}` })
  expect((await send(getAccount, {})).json()).toMatchObject({ role: 'user', waiting_role: 'admin' })
  for (const call of [factors.startApp, contract.startPasskey, factors.renewRecoveryCodes])
    expect((await send(call, {})).json()).toMatchObject({ code: 'proof_required' })
  expect((await send(prove, { body: { password } })).json()).toMatchObject({ code: 'wrong_code' })
  expect((await send(deleteAccount, { body: { password } })).json()).toMatchObject({ code: 'proof_required' })
  const other = await setUp(t)
  const foreign = other.device.use(await challenge(t))
  expect((await send(prove, { body: { passkey: foreign } })).json()).toMatchObject({ code: 'passkey_refused' })
  expect((await send(prove, { body: { passkey: device.use(await challenge(t)) } })).statusCode).toBe(200)
  expect((await send(getAccount, {})).json()).toMatchObject({ role: 'admin' })
  expect((await send(prove, { body: { code: codes[0] } })).statusCode).toBe(200)
  expect((await send(deleteAccount, { body: { password } })).statusCode).toBe(200)
  expect(await t.db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0)
})

test.each([
  ['another site', { origin: 'https://wtpu.example.evil' }, 'passkey_refused'],
  ['another host', { host: 'evil.example' }, 'passkey_refused'],
  ['no check of the person', { verified: false }, 'passkey_refused'],
  ['another account', { userHandle: Buffer.from('1').toString('base64url') }, 'passkey_refused'],
  ['another kind of authenticator', { mayBeBackedUp: true }, 'passkey_refused'],
])('an answer for %s is refused', async (_name, deviation, code) => {
  await using t = await startTestApp()
  await t.make.user()
  const { device } = await setUp(t)
  expect((await signIn(t, device.use(await challenge(t), deviation))).json()).toMatchObject({ code })
})

test('an answer works once, with the challenge that this site made for it', async () => {
  await using t = await startTestApp()
  const [ada, eve] = [await setUp(t), await setUp(t)]
  const proof = ada.device.use(await challenge(t))
  const both = await Promise.all([signIn(t, proof), signIn(t, proof)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
  const { ticket } = await challenge(t)
  expect((await signIn(t, { ...ada.device.use(await challenge(t)), ticket })).json()).toMatchObject({
    code: 'passkey_refused',
  })
  expect((await signIn(t, makeDevice(site).use(await challenge(t)))).json()).toMatchObject({ code: 'passkey_unknown' })
  // A challenge for adding is of its account, and signs nobody in.
  const started = (await ada.asUser.call(contract.startPasskey, {})).json<Started>()
  expect((await signIn(t, ada.device.use(started))).json()).toMatchObject({ code: 'ticket_ended' })
  const body = { ticket: started.ticket, name: '', credential: makeDevice(site).create(started.options) }
  expect((await eve.asUser.call(contract.addPasskey, { body })).json()).toMatchObject({ code: 'ticket_ended' })
  expect((await ada.asUser.call(contract.addPasskey, { body })).statusCode).toBe(201)
  expect((await ada.asUser.call(contract.addPasskey, { body })).json()).toMatchObject({ code: 'ticket_ended' })
})

test('a counter that does not grow shows a copy, which is refused and mailed about', async () => {
  await using t = await startTestApp()
  const { device } = await setUp(t)
  expect((await signIn(t, device.use(await challenge(t), { counter: 5 }))).statusCode).toBe(200)
  for (const counter of [5, 4, 0])
    expect((await signIn(t, device.use(await challenge(t), { counter }))).json()).toMatchObject({
      code: 'passkey_copied',
    })
  expect((await signIn(t, device.use(await challenge(t), { counter: 6 }))).statusCode).toBe(200)
})

test('a removed passkey signs in no more, and the last one takes the recovery codes along', async () => {
  await using t = await startTestApp()
  const { user, asUser, device, add } = await setUp(t)
  const second = await add('My laptop')
  expect(second.answer.json()).toEqual({ recovery_codes: [] })
  const idOf = async () => (await asUser.call(factors.getFactors, {})).json<factors.Factors>().passkeys[0]?.id ?? 0
  const remove = async () => asUser.call(contract.removePasskey, { params: { id: await idOf() } })
  expect((await remove()).statusCode).toBe(200)
  expect((await signIn(t, device.use(await challenge(t)))).json()).toMatchObject({ code: 'passkey_unknown' })
  expect((await signIn(t, second.device.use(await challenge(t)))).statusCode).toBe(200)
  expect(await t.db.$count(recoveryCodes)).toBe(10)
  const other = t.as(await t.make.user())
  expect((await other.call(contract.removePasskey, { params: { id: await idOf() } })).statusCode).toBe(404)
  await t.db
    .update(sessions)
    .set({ provedAt: ago('16 minutes') })
    .where(eq(sessions.userId, user.id))
  expect((await remove()).json()).toMatchObject({ code: 'proof_required' })
  expect((await asUser.call(prove, { body: { passkey: second.device.use(await challenge(t)) } })).statusCode).toBe(200)
  expect((await remove()).statusCode).toBe(200)
  const isStrong = () => t.db.$count(sessions, and(eq(sessions.userId, user.id), eq(sessions.isStrong, true)))
  expect([await t.db.$count(recoveryCodes), await isStrong()]).toEqual([0, 0])
})

test('an account has a bounded number of passkeys, each of one account, and the export has no keys', async () => {
  await using t = await startTestApp()
  const { user, asUser, device } = await setUp(t)
  const eve = await setUp(t)
  expect((await eve.add('Stolen', device)).answer.json()).toMatchObject({ code: 'passkey_refused' })
  const exported = await asUser.call(getAccountData, {})
  expect(exported.json().factors.passkeys).toMatchObject([{ name: 'My phone', is_backed_up: false }])
  expect(exported.body).not.toContain(device.use(await challenge(t)).credential.id)
  const [stored] = await t.db.select().from(passkeys).where(eq(passkeys.userId, user.id))
  const { id: _id, credentialId: _credential, ...values } = stored!
  const others = Array.from({ length: contract.maxPasskeys - 1 }, (_, index) => `other ${index}`)
  await t.db.insert(passkeys).values(others.map((credentialId) => ({ ...values, credentialId })))
  expect((await asUser.call(contract.startPasskey, {})).json()).toMatchObject({ code: 'too_many_passkeys' })
})

test('after PUBLIC_URL changed, passkeys are refused, and the start says so', async () => {
  await using t = await startTestApp()
  const { user, device } = await setUp(t)
  await t.db.update(passkeys).set({ host: 'old.example' }).where(eq(passkeys.userId, user.id))
  expect((await signIn(t, device.use(await challenge(t)))).json()).toMatchObject({ code: 'passkey_refused' })
  const lines: string[] = []
  const { db, config, app } = t
  await prepareSite({ db, config, files: app.files, isNew: false, log: (line) => void lines.push(line) })
  expect(lines.join('\n')).toContain('do not work here: 1.')
})
