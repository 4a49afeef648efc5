import { createToken } from '@wtpu/contract/accounts/accounts'
import { exportPerson } from '@wtpu/contract/accounts/people'
import { proofMinutes, prove } from '@wtpu/contract/accounts/proof'
import { updateManagedAccount } from '@wtpu/contract/on-demand/admin'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Config } from '#config.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { ago } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

const password = 'an admin typed this'

async function startSite(settings: Partial<Config> = {}) {
  const t = await startTestApp(settings)
  const admin = await t.make.user({ role: 'admin', password })
  const [asAdmin, member] = [t.as(admin), await t.make.user()]
  const grant = () => asAdmin.call(updateManagedAccount, { params: { id: member.id }, body: { role: 'admin' } })
  const forget = (interval: string | null = `${proofMinutes} minutes`) =>
    t.db
      .update(sessions)
      .set({ provedAt: interval === null ? null : ago(interval) })
      .where(eq(sessions.userId, admin.id))
  await asAdmin.authorization()
  return { t, admin, asAdmin, member, grant, forget, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('a stolen access token alone neither gives roles nor exports, until the password was typed', async () => {
  await using site = await startSite()
  const { t, asAdmin, member, grant, forget } = site
  // Null: the session began before proofs were noted.
  for (const interval of [`${proofMinutes} minutes`, null]) {
    await forget(interval)
    expect((await grant()).json()).toMatchObject({ code: 'proof_required' })
    expect((await asAdmin.call(exportPerson, { params: { id: member.id } })).statusCode).toBe(403)
  }
  expect(await t.db.$count(moderationActions)).toBe(0)

  const wrong = await asAdmin.call(prove, { body: { password: 'a guess' } })
  expect([wrong.statusCode, wrong.json().fields]).toEqual([403, { password: ['Incorrect password'] }])
  expect((await grant()).statusCode).toBe(403)
  expect((await asAdmin.call(prove, { body: { password } })).json()).toEqual({ proved: true })
  expect((await grant()).json()).toMatchObject({ role: 'admin' })
})

test('a proof is of one session, and a sign-in is a proof', async () => {
  await using site = await startSite({ staffNeedSecondFactor: false })
  const { t, admin, asAdmin, member, forget } = site
  const signIn = await t.call(createToken, { body: { username: admin.email, password } })
  const authorization = `Bearer ${signIn.json<{ access: string }>().access}`
  const exportWith = (headers: { authorization: string }) =>
    t.call(exportPerson, { params: { id: member.id } }, headers)
  expect((await exportWith({ authorization })).statusCode).toBe(200)
  await forget()
  expect((await asAdmin.call(prove, { body: { password } })).statusCode).toBe(200)
  expect((await exportWith({ authorization })).statusCode).toBe(403)
})

test('guesses are limited like sign-ins, right ones do not count, and without a password it says what to do', async () => {
  await using site = await startSite()
  const { t, admin, asAdmin } = site
  const tryPassword = (text: string) => asAdmin.call(prove, { body: { password: text } })
  for (let attempt = 0; attempt < 12; attempt++) expect((await tryPassword(password)).statusCode).toBe(200)
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => tryPassword(`guess ${index}`)))
  expect(guesses.filter(({ statusCode }) => statusCode === 403)).toHaveLength(10)
  expect((await tryPassword(password)).statusCode).toBe(429)

  await t.db.update(users).set({ passwordHash: null }).where(eq(users.id, admin.id))
  const missing = await tryPassword('anything')
  expect(missing.json()).toMatchObject({ code: 'no_password', detail: expect.stringContaining('sign in again') })
})
