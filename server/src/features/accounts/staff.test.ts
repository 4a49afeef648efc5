import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import * as accounts from '@wtpu/contract/accounts'
import { getAccount } from '@wtpu/contract/accounts'
import { listSuggestedUsers, followUser } from '@wtpu/contract/boiler-room'
import { listFeaturedPolls } from '@wtpu/contract/polls'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/community.ts'
import { startTestApp } from '#testing/test-app.ts'
import { blockAccount, unblockAccount } from './staff.ts'

const program = path.join(import.meta.dirname, '../../cli/admin.ts')

async function admin(databaseUrl: string, dataDir: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr }
  }
}

test('grants, lists and revokes roles by email', { timeout: 60_000 }, async () => {
  await using t = await startTestApp()
  const user = await t.make.user({ email: 'ada@wtpu.example' })
  const run = (...args: string[]) => admin(t.url, t.config.dataDir, ...args)
  const role = async () => (await t.as(user).call(getAccount, {})).json().role

  expect(await run('grant', 'ADA@wtpu.example', 'moderator')).toMatchObject({ code: 0 })
  expect(await role()).toBe('moderator')
  expect((await run('list')).output).toMatch(/moderator +ada@wtpu\.example/)
  expect(await run('revoke', 'ada@wtpu.example')).toMatchObject({ code: 0 })
  expect(await role()).toBe('user')
  await run('verify', 'ada@wtpu.example')
  expect((await t.db.select().from(users))[0]?.verified).toBe(true)
})

test('features a poll by id', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()

  expect(await admin(t.url, t.config.dataDir, 'feature', String(poll.id))).toMatchObject({ code: 0 })

  expect((await t.call(listFeaturedPolls, {})).json()).toMatchObject([{ id: poll.id, featured: true }])
  expect(await admin(t.url, t.config.dataDir, 'feature', '4711')).toMatchObject({ code: 1 })
})

test('lists the commands if none is given', async () => {
  await using t = await startTestApp()

  expect(await admin(t.url, t.config.dataDir)).toEqual({ code: 0, output: expect.stringContaining('feature ID') })
})

test('reports mistakes and changes nothing', { timeout: 60_000 }, async () => {
  await using t = await startTestApp()
  const user = await t.make.user({ email: 'ada@wtpu.example' })
  const run = (...args: string[]) => admin(t.url, t.config.dataDir, ...args)

  expect(await run('grant', 'unknown@wtpu.example', 'admin')).toEqual({
    code: 1,
    output: expect.stringContaining('There is no account with the email unknown@wtpu.example.'),
  })
  for (const args of [
    ['grant', user.email, 'king'],
    ['grant', user.email],
    ['list', 'x'],
    ['dance', user.email],
    ['feature', 'x'],
    ['feature', '1', 'for no reason'],
    ['remove', 'poll', '1'],
    ['remove', 'user', '1', 'spam'],
    ['block', user.email, ' '],
  ]) {
    expect(await run(...args), args.join(' ')).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run admin'),
    })
  }
  expect((await t.db.select().from(users))[0]).toMatchObject({ role: 'user', blockedAt: null })
  expect(await t.db.select().from(moderationActions)).toEqual([])
})

describe('moderation', () => {
  const password = 'a long password'
  const decision = { actor: 'Grace', reason: 'threatened an official' }
  const signIn = (t: Awaited<ReturnType<typeof startTestApp>>, username: string, typed = password) =>
    t.call(accounts.createToken, { body: { username, password: typed } })

  test('signs a blocked account out, rejects its sign-in and hides its profile', async () => {
    await using t = await startTestApp()
    const [user, other] = [await t.make.user({ password, email: 'ada@wtpu.example' }), await t.make.user()]
    const poll = await t.make.poll()
    await t.make.vote({ poll, user })
    const tokens = (await signIn(t, user.email)).json<accounts.Tokens>()
    expect((await t.as(user).call(getAccount, {})).statusCode).toBe(200)

    await blockAccount(t.db, 'ADA@wtpu.example', decision)

    const check = async () => expect((await t.as(user).call(getAccount, {})).statusCode).toBe(401)
    await vi.waitFor(check, { timeout: 5_000 })
    expect((await t.call(accounts.refreshToken, { body: { refresh: tokens.refresh } })).statusCode).toBe(401)
    const refused = await signIn(t, user.email)
    expect([refused.statusCode, refused.json().detail]).toEqual([403, accounts.accountBlocked])
    expect((await signIn(t, user.email, 'a wrong password')).statusCode).toBe(401)
    expect((await t.call(accounts.getUser, { params: { id: String(user.id) } })).statusCode).toBe(404)
    expect((await t.as(other).call(followUser, { params: { user: String(user.id) } })).statusCode).toBe(404)
    expect((await t.as(other).call(listSuggestedUsers, {})).json()).toEqual([])
    expect((await t.app.inject(`/api/polls/${poll.id}/`)).json().total_votes).toBe(1)
  })

  test('restores an unblocked account', async () => {
    await using t = await startTestApp()
    const user = await t.make.user({ password })
    await blockAccount(t.db, user.email, decision)
    await expect(blockAccount(t.db, user.email, decision)).rejects.toThrow('There is no account')

    await unblockAccount(t.db, user.email, decision)

    expect((await signIn(t, user.email)).statusCode).toBe(200)
    expect((await t.call(accounts.getUser, { params: { id: String(user.id) } })).statusCode).toBe(200)
    await expect(unblockAccount(t.db, user.email, decision)).rejects.toThrow('There is no blocked account')
    expect(await t.db.select().from(moderationActions)).toHaveLength(2)
  })

  test('records and lists each command with its actor and reason', { timeout: 60_000 }, async () => {
    await using t = await startTestApp()
    const [user, poll] = [await t.make.user(), await t.make.poll()]
    const run = (...args: string[]) => admin(t.url, t.config.dataDir, ...args)

    await run('remove', 'poll', String(poll.id), 'names', 'a', 'private', 'person', '--by', 'Grace')
    await run('block', user.email, 'spam')

    const actions = await t.db.select().from(moderationActions).orderBy(moderationActions.id)
    expect(actions).toMatchObject([
      { actor: 'Grace', action: 'remove', subjectKind: 'poll', subjectId: poll.id, reason: 'names a private person' },
      {
        actor: expect.stringMatching(/./),
        action: 'block',
        subjectKind: 'account',
        subjectId: user.id,
        reason: 'spam',
      },
    ])
    const { output } = await run('log')
    expect(output).toContain(`Grace: remove poll ${poll.id}: names a private person`)
    expect(output.indexOf('block account')).toBeLessThan(output.indexOf('remove poll'))
  })

  test.each([
    'update moderation_actions set reason = reason',
    'delete from moderation_actions',
    'truncate moderation_actions',
  ])('the record is append-only: %s', async (statement) => {
    await using t = await startTestApp()
    const action = { actor: 'Grace', action: 'block', subjectKind: 'account', subjectId: 1, reason: 'spam' } as const
    await t.db.insert(moderationActions).values(action)

    await expect(t.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: '23001' } })

    expect(await t.db.select().from(moderationActions)).toMatchObject([action])
  })

  test('the record stays append-only in a session with session_replication_role = replica', async () => {
    await using t = await startTestApp()

    const { rows } = await t.db.execute(
      sql`select tgenabled from pg_trigger where tgname = 'moderation_actions_append_only'`,
    )

    // A: fires always. Only a superuser can set the role, so the test reads the trigger's mode.
    expect(rows).toEqual([{ tgenabled: 'A' }])
  })
})
