import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as accounts from '@wtpu/contract/accounts/accounts'
import * as settings from '@wtpu/contract/accounts/settings'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { SessionCache } from '#http/session-cache.ts'
import { expectBlocked } from '#testing/races.ts'
import { startTestApp } from '#testing/test-app.ts'
import { deleteAccount } from './account.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from '#http/session-cache.ts'

const credentials = { username: 'ada@wtpu.example', password: 'difference engine' }

async function start() {
  const t = await startTestApp()
  const user = await t.make.user({ email: credentials.username, password: credentials.password, first_name: 'Ada' })
  const signIn = () => t.call(accounts.createToken, { body: credentials })
  /** Starts `act`, waits until it blocks on the user's row, and commits `change` before it continues. */
  async function runAfterChange<T>(act: () => Promise<T>, change: (tx: Db) => Promise<unknown>): Promise<T> {
    const pending = await t.db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
      const started = [act()]
      await expectBlocked(t.db)
      await change(tx)
      return started
    })
    return pending[0]!
  }
  const remove = (tx: Db) =>
    deleteAccount(
      { db: tx, files: t.app.files, voterKey: t.app.voterKey },
      { userId: user.id, sessionId: '', network: '127.0.0.1', password: credentials.password },
    )
  return { ...t, user, signIn, runAfterChange, remove }
}

test('creates no session if the account is deleted during sign-in', async () => {
  await using t = await start()

  const response = await t.runAfterChange(t.signIn, t.remove)

  expect(response.statusCode).toBe(401)
  expect(await t.db.$count(sessions)).toBe(0)
})

test('creates no session if the password is changed during sign-in', async () => {
  await using t = await start()
  const passwordHash = await hashPassword('analytical engine')

  const response = await t.runAfterChange(t.signIn, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, t.user.id))
    await endSessions(tx, t.user.id)
  })

  expect(response.statusCode).toBe(401)
  expect(await t.db.$count(sessions)).toBe(0)
})

const saveProfile = async (t: Awaited<ReturnType<typeof start>>, change: Record<string, string | Blob>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(change)) form.append(name, value)
  const encoded = new Response(form)
  return t.app.inject({
    method: 'POST',
    url: settings.updateProfile.url,
    headers: {
      authorization: await t.as(t.user).authorization(),
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

test('does not save a profile while its account is deleted', async () => {
  await using t = await start()
  await t.as(t.user).authorization()

  const pixels = sharp({ create: { width: 40, height: 40, channels: 3, background: '#1e40af' } })
  const avatar = new Blob([new Uint8Array(await pixels.png().toBuffer())], { type: 'image/png' })

  const response = await t.runAfterChange(
    () => saveProfile(t, { first_name: 'Ada', bio: 'Still here', avatar }),
    t.remove,
  )

  expect(response.statusCode).toBe(404)
  expect(await readdir(path.join(t.config.dataDir, 'media', 'avatars'))).toEqual([])
  const [row] = await t.db.select().from(users)
  expect(row).toMatchObject({ firstName: '', bio: '' })
})

test('keeps one name if concurrent saves remove both', async () => {
  await using t = await start()
  await t.as(t.user).authorization()

  const response = await t.runAfterChange(
    () => saveProfile(t, { first_name: '' }),
    (tx) => tx.update(users).set({ lastName: '' }).where(eq(users.id, t.user.id)),
  )

  expect(response.json()).toMatchObject({ error: 'First name or last name is required' })
  const [row] = await t.db.select().from(users)
  expect(row?.firstName).toBe('Ada')
})

test('does not cache a session lookup that started before sessions ended', async () => {
  await using t = await start()
  await t.signIn()
  const [session] = await t.db.select().from(sessions)
  const token = t.app.tokens.signAccess({ user_id: t.user.id, sid: session!.id })
  const live = new SessionCache(t.db, t.app.tokens, t.config)

  const asked = live.find(token)
  live.clear()
  expect(await asked).toEqual({
    id: t.user.id,
    sessionId: session!.id,
    suspendedUntil: 0,
    mutes: false,
    confirmed: false,
    actsAsStaff: false,
  })
  await endSessions(t.db, t.user.id)

  expect(await live.find(token)).toBeNull()
})
