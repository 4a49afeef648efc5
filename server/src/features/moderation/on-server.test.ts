import * as accounts from '@wtpu/contract/accounts/accounts'
import { getAccount } from '@wtpu/contract/accounts/accounts'
import { errors } from '@wtpu/contract/errors'
import { listSuggestedUsers, followUser } from '@wtpu/contract/boiler-room/follows'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { moderationActions } from '#db/schema/moderation.ts'
import { startTestApp } from '#testing/test-app.ts'
import { blockAccount, unblockAccount } from './on-server.ts'

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

    await blockAccount(t.app, 'ADA@wtpu.example', decision)

    await expect.poll(async () => (await t.as(user).call(getAccount, {})).statusCode).toBe(401)
    expect((await t.call(accounts.refreshToken, { body: { refresh: tokens.refresh } })).statusCode).toBe(401)
    const rejected = await signIn(t, user.email)
    expect([rejected.statusCode, rejected.json().detail]).toEqual([403, errors.blocked.detail])
    expect((await signIn(t, user.email, 'a wrong password')).statusCode).toBe(401)
    expect((await t.call(accounts.getUser, { params: { id: String(user.id) } })).statusCode).toBe(404)
    expect((await t.as(other).call(followUser, { params: { user: String(user.id) } })).statusCode).toBe(404)
    expect((await t.as(other).call(listSuggestedUsers, {})).json()).toEqual([])
    expect((await t.app.inject(`/api/polls/${poll.id}/`)).json().total_votes).toBe(1)
  })

  test('restores an unblocked account', async () => {
    await using t = await startTestApp()
    const user = await t.make.user({ password })
    await blockAccount(t.app, user.email, decision)
    await expect(blockAccount(t.app, user.email, decision)).rejects.toThrow('There is no account')

    await unblockAccount(t.app, user.email, decision)

    expect((await signIn(t, user.email)).statusCode).toBe(200)
    expect((await t.call(accounts.getUser, { params: { id: String(user.id) } })).statusCode).toBe(200)
    await expect(unblockAccount(t.app, user.email, decision)).rejects.toThrow('There is no blocked account')
    expect(await t.db.select().from(moderationActions)).toHaveLength(2)
  })

  test.each([
    'update moderation_actions set reason = reason',
    'delete from moderation_actions',
    'truncate moderation_actions cascade',
  ])('the record is append-only: %s', async (statement) => {
    await using t = await startTestApp()
    const action = { actor: 'Grace', action: 'block', subjectKind: 'user', subjectId: 1, reason: 'spam' } as const
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
