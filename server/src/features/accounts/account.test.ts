import * as accounts from '@wtpu/contract/accounts/accounts'
import { createAppeal } from '@wtpu/contract/moderation/appeals'
import { createReport } from '@wtpu/contract/moderation/reports'
import * as settings from '@wtpu/contract/accounts/settings'
import { followUser } from '@wtpu/contract/boiler-room/follows'
import { muteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { castVote, listPolls } from '@wtpu/contract/polls/polls'
import { ratePolitician } from '@wtpu/contract/politicians'
import { deletePost, editPost } from '@wtpu/contract/boiler-room/posts'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { likePost } from '@wtpu/contract/boiler-room/likes'
import { eq, sql } from 'drizzle-orm'
import { createSigner } from 'fast-jwt'
import { describe, expect, test } from 'vitest'
import { identities, knownNetworks, passwordResets, sessions, users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { hashtags, mutesAndBlocks, postMedia, posts } from '#db/schema/boiler-room.ts'
import { discussionVisits } from '#db/schema/forums.ts'
import { sweepSessions } from './sessions.ts'
import { startTestApp } from '#testing/test-app.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function start() {
  const t = await startTestApp()
  const user = await t.make.user({ email: 'ada@wtpu.example', password: 'difference engine', first_name: 'Ada' })
  const signIn = async (agent = firefox) => {
    const body = { username: 'ada@wtpu.example', password: 'difference engine' }
    return (await t.call(accounts.createToken, { body }, { 'user-agent': agent })).json()
  }
  const bearer = (access: string) => ({ authorization: `Bearer ${access}` })
  return { ...t, user, signIn, bearer }
}

describe('devices', () => {
  test('are listed by name, the current one first', async () => {
    await using t = await start()
    await t.signIn('')
    const here = await t.signIn()

    const response = await t.call(settings.listSessions, {}, t.bearer(here.access))

    expect(response.json()).toMatchObject([
      { device: 'Firefox on Windows', current: true },
      { device: 'Unknown device', current: false },
    ])
  })

  test('are deleted 30 days after they ended, not before', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const ago = (days: number) => sql`now() - make_interval(days => ${days})`
    const add = async (values: object) => {
      const [row] = await t.db
        .insert(sessions)
        .values({ userId: user.id, expiresAt: ago(-1), ...values })
        .returning()
      return row!.id
    }
    await add({ expiresAt: ago(31) })
    await add({ revokedAt: ago(31) })
    // Each of these sessions ended twice: the first end counts.
    await add({ expiresAt: ago(31), revokedAt: ago(1) })
    await add({ expiresAt: ago(1), revokedAt: ago(31) })
    // In use for a year, and ended by nothing.
    await add({ createdAt: ago(365), rotatedAt: ago(31), expiresAt: ago(31) })
    const inUse = await add({ createdAt: ago(365), rotatedAt: ago(0) })
    const kept = [inUse, await add({}), await add({ expiresAt: ago(29) }), await add({ revokedAt: ago(29) })]

    expect(await sweepSessions(t.db)).toBe(false)

    expect((await t.db.select().from(sessions)).map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  })

  test('are deleted a thousand at a time, as long as more are left', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    await t.db.execute(sql`insert into sessions (user_id, expires_at)
      select ${user.id}, now() - interval '31 days' from generate_series(1, 1500)`)

    expect([await sweepSessions(t.db), await sweepSessions(t.db)]).toEqual([true, false])

    expect(await t.db.select().from(sessions)).toEqual([])
  })

  test('ends all other sessions immediately', async () => {
    await using t = await start()
    const [phone, here] = [await t.signIn(), await t.signIn()]
    expect((await t.call(accounts.getAccount, {}, t.bearer(phone.access))).statusCode).toBe(200)

    const response = await t.call(settings.endOtherSessions, {}, t.bearer(here.access))

    expect(response.json()).toEqual({ ended: 1 })
    expect((await t.call(accounts.getAccount, {}, t.bearer(phone.access))).statusCode).toBe(401)
    expect((await t.call(accounts.refreshToken, { body: { refresh: phone.refresh } })).statusCode).toBe(401)
    expect((await t.call(accounts.getAccount, {}, t.bearer(here.access))).statusCode).toBe(200)
  })

  test('that sign out on one server are signed out on the others within a second', async () => {
    await using t = await start()
    await using other = await startTestApp({}, undefined, t.url)
    const { access, refresh } = await t.signIn()
    const statusThere = async () => (await other.call(accounts.getAccount, {}, t.bearer(access))).statusCode
    expect(await statusThere()).toBe(200)

    await t.call(accounts.logout, { body: { refresh } })

    await expect.poll(statusThere, { timeout: 20_000 }).toBe(401)
  })

  test('rejects the access token of a signed-out device', async () => {
    await using t = await start()
    const { access, refresh } = await t.signIn()
    await t.call(accounts.getAccount, {}, t.bearer(access))

    await t.call(accounts.logout, { body: { refresh } })

    expect((await t.call(accounts.getAccount, {}, t.bearer(access))).statusCode).toBe(401)
  })

  test('rejects expired, forged, unsigned and foreign access tokens', async () => {
    await using t = await start()
    const { access, refresh } = await t.signIn()
    const [head = '', body = '', signature = ''] = access.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims: object = JSON.parse(Buffer.from(body, 'base64url').toString())
    const sign = createSigner({ key: t.config.jwtSecret, algorithm: 'HS256' })
    const foreign = createSigner({ key: 'x'.repeat(32), algorithm: 'HS256' })
    const stronger = createSigner({ key: t.config.jwtSecret, algorithm: 'HS512' })
    const bad = {
      expired: sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      'without expiry': sign({ ...claims, exp: undefined }),
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'another user': `${head}.${encode({ ...claims, user_id: 1 + t.user.id })}.${signature}`,
      'another secret': foreign({ ...claims }),
      'another algorithm': stronger({ ...claims }),
      'a refresh token': refresh,
      nonsense: 'a.b.c',
    }
    expect((await t.call(accounts.getAccount, {}, t.bearer(sign({ ...claims })))).statusCode).toBe(200)

    for (const [what, token] of Object.entries(bad)) {
      expect((await t.call(accounts.getAccount, {}, t.bearer(token))).statusCode, what).toBe(401)
    }
  })

  test('ends the session and its access tokens if a rotated refresh token is used again', async () => {
    await using t = await start()
    const stolen = await t.signIn()
    const owner = (await t.call(accounts.refreshToken, { body: { refresh: stolen.refresh } })).json()
    expect((await t.call(accounts.getAccount, {}, t.bearer(owner.access))).statusCode).toBe(200)
    await t.db.update(sessions).set({ rotatedAt: sql`now() - interval '11 seconds'` })

    const theft = await t.call(accounts.refreshToken, { body: { refresh: stolen.refresh } })

    expect(theft.statusCode).toBe(401)
    expect((await t.call(accounts.refreshToken, { body: { refresh: owner.refresh } })).statusCode).toBe(401)
    for (const { access } of [owner, stolen]) {
      expect((await t.call(accounts.getAccount, {}, t.bearer(access))).statusCode).toBe(401)
    }
  })

  test('rejects an access token that combines a session with another user', async () => {
    await using t = await start()
    const other = await t.make.user()
    const [session] = await t.db
      .insert(sessions)
      .values({ userId: other.id, expiresAt: new Date('2100-01-01') })
      .returning()
    const forged = t.app.tokens.signAccess({ user_id: t.user.id, sid: session?.id ?? '' })

    expect((await t.call(accounts.getAccount, {}, t.bearer(forged))).statusCode).toBe(401)
  })
})

describe('deleting an account', () => {
  test('requires the password', async () => {
    await using t = await start()

    for (const body of [{}, { password: 'wrong' }, { email: 'ada@wtpu.example' }]) {
      const response = await t.as(t.user).call(settings.deleteAccount, { body })
      expect([response.statusCode, response.json().detail]).toEqual([403, 'Incorrect password'])
    }
    expect((await t.signIn()).access).toBeDefined()
  })

  test('requires the email if there is no password', async () => {
    await using t = await start()
    const googler = await t.make.user({ email: 'g@wtpu.example' })
    await t.db.insert(identities).values({ issuer: 'https://accounts.google.com', subject: '1', userId: googler.id })

    expect((await t.as(googler).call(settings.deleteAccount, { body: {} })).statusCode).toBe(403)
    const response = await t.as(googler).call(settings.deleteAccount, { body: { email: ' G@wtpu.example' } })

    expect(response.statusCode).toBe(200)
    expect(await t.db.$count(identities)).toBe(0)
  })

  test('keeps votes and ratings, erases personal data and frees the email', async () => {
    await using t = await start()
    const friend = await t.make.user()
    const poll = await t.make.poll()
    const politician = await t.make.politician()
    const ada = t.as(t.user)
    await ada.call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
    await ada.call(ratePolitician, { params: { id: politician.id }, body: { type: 'good' } })
    await ada.call(followUser, { params: { user: String(friend.id) } })
    await t.as(friend).call(followUser, { params: { user: String(t.user.id) } })

    const response = await ada.call(settings.deleteAccount, { body: { password: 'difference engine' } })

    expect(response.json()).toEqual({ deleted: true })
    expect((await ada.call(accounts.getAccount, {})).statusCode).toBe(401)
    expect((await t.call(accounts.getUser, { params: { id: String(t.user.id) } })).statusCode).toBe(404)
    expect((await t.call(listPolls, { querystring: {} })).json()[0].total_votes).toBe(1)
    const [deleted] = await t.db.select().from(users).where(eq(users.id, t.user.id))
    expect(JSON.stringify(deleted)).not.toMatch(/ada|casey|NY|argon/i)
    const [left] = await t.db.select().from(users).where(eq(users.id, friend.id))
    expect([left?.followersCount, left?.followingCount]).toEqual([0, 0])
    const again = await t.call(accounts.register, {
      body: {
        first_name: 'New',
        last_name: 'Owner',
        email: 'ada@wtpu.example',
        state: 'NY',
        password: 'another engine',
        confirm_password: 'another engine',
      },
    })
    expect(again.statusCode).toBe(201)
  })

  test('deletes what only belongs to the account', async () => {
    await using t = await start()
    const { id: userId } = t.user
    const friend = await t.make.user()
    const { id: discussionId } = await t.make.discussion({ author: friend })
    // Stores the session and the network.
    await t.signIn()
    await t.db.insert(identities).values({ issuer: 'https://id.example', subject: 'ada', userId })
    await t.db.insert(passwordResets).values({ userId, codeHash: 'hash', expiresAt: new Date() })
    await t.db.insert(discussionVisits).values({ userId, discussionId })
    await t.db.insert(mutesAndBlocks).values({ userId, otherId: friend.id, kind: 'mute' })
    const tables = [sessions, knownNetworks, identities, passwordResets, discussionVisits, mutesAndBlocks]
    const counted = () => Promise.all(tables.map((table) => t.db.$count(table, eq(table.userId, userId))))
    expect(await counted()).toEqual([1, 1, 1, 1, 1, 1])

    await t.as(t.user).call(settings.deleteAccount, { body: { password: 'difference engine' } })

    expect(await counted()).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('deletes the posts with their files, and uncounts their hashtags', async () => {
    await using t = await start()
    const friend = await t.make.user()
    await t.app.files.save('posts/image-640.webp', Buffer.from('image'))
    const media = [{ file: '/media/posts/image-640.webp' }]
    const own = await t.make.post({ author: t.user, text: 'Sewer vote tonight #sewers #council', media })
    const kept = await t.make.post({ author: friend, text: 'Me too #council' })

    await t.as(t.user).call(settings.deleteAccount, { body: { password: 'difference engine' } })

    const left = await t.db.select().from(posts).orderBy(posts.id)
    expect(left.map((row) => [row.id, row.deletedAt === null])).toEqual([
      [own.id, false],
      [kept.id, true],
    ])
    const file = await t.app.inject({ url: '/media/posts/image-640.webp' })
    expect([file.statusCode, await t.db.$count(postMedia)]).toEqual([404, 0])
    const counted = await t.db.select().from(hashtags).orderBy(hashtags.key)
    expect(counted.map((row) => [row.key, row.useCount, row.recentUses, row.recentAuthors])).toEqual([
      ['council', 1, 1, 1],
      ['sewers', 0, 0, 0],
    ])
    const people = await t.db.select({ posts: users.postsCount }).from(users).orderBy(users.id)
    expect(people).toEqual([{ posts: 0 }, { posts: 1 }])
  })

  test('limits password guesses', async () => {
    await using t = await start()
    const guess = () => t.as(t.user).call(settings.deleteAccount, { body: { password: 'guess' } })
    for (let count = 0; count < 10; count++) expect((await guess()).statusCode).toBe(403)

    expect((await guess()).statusCode).toBe(429)
  })
})

test('exports all data of the account and none of other users', async () => {
  await using t = await start()
  const other = await t.make.user()
  const poll = await t.make.poll({ question: 'Tea?', options: ['Yes', 'No'] })
  const politician = await t.make.politician({ name: 'Jo Doe' })
  await t.make.vote({ poll, user: t.user, option: 1 })
  await t.make.vote({ poll, user: other, option: 0 })
  await t.make.rating({ politician, user: t.user, type: 'bad' })
  await t.as(t.user).call(followUser, { params: { user: other.username } })
  const [own, deleted] = [
    await t.make.post({ author: t.user, text: 'Mine #own' }),
    await t.make.post({ author: t.user }),
  ]
  const foreign = await t.make.post({ author: other, text: 'Theirs' })
  await t.as(t.user).call(editPost, { params: { id: own.id }, body: { text: 'Mine too #own' } })
  await t.as(t.user).call(deletePost, { params: { id: deleted.id } })
  await t.as(t.user).call(likePost, { params: { id: foreign.id } })
  await t.as(t.user).call(createPostComment, { body: { post: foreign.id, text: 'Agreed' } })
  await t.as(t.user).call(muteUser, { params: { id: other.id } })
  await t.as(t.user).call(createReport, { body: { kind: 'post', id: foreign.id, reason: 'spam', note: 'An ad.' } })
  const about = { action: 'warn', subjectKind: 'post', subjectId: own.id, userId: t.user.id, rule: 7 } as const
  const warning = { ...about, actor: 'a moderator', reason: 'No ads, please.' }
  const [decision] = await t.db.insert(moderationActions).values(warning).returning({ id: moderationActions.id })
  await t.as(t.user).call(createAppeal, { params: { id: decision!.id }, body: { text: 'It is none.' } })

  const response = await t.as(t.user).call(settings.getAccountData, {})

  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    profile: { id: t.user.id, email: 'ada@wtpu.example', google: false, last_seen_on: expect.any(String) },
    sessions: [{ device: expect.any(String) }],
    votes: [{ poll: poll.id, question: 'Tea?', option: 'No', state: 'NY' }],
    ratings: [{ name: 'Jo Doe', type: 'bad' }],
    polls: [],
    posts: [
      { id: own.id, text: 'Mine too #own', hashtags: ['own'], earlier_texts: ['Mine #own'], deleted_at: null },
      { id: deleted.id, text: deleted.text, deleted_at: expect.any(String) },
    ],
    post_comments: [{ post: foreign.id, text: 'Agreed' }],
    post_likes: [{ post: foreign.id }],
    following: [{ id: other.id, username: other.username }],
    muted_and_blocked: [{ id: other.id, username: other.username, kind: 'mute' }],
    reports: [{ kind: 'post', content: foreign.id, reason: 'spam', note: 'An ad.' }],
    decisions: [{ id: decision!.id, action: 'warn', kind: 'post', content: own.id, sentence: 'No ads, please.' }],
    appeals: [{ decision: decision!.id, text: 'It is none.', answer: null }],
  })
  expect(response.body).not.toMatch(/argon|generation|a moderator/)
})
