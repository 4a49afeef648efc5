import { deleteAccount } from '@wtpu/contract/accounts/settings'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import type { PostComment } from '@wtpu/contract/boiler-room/comments'
import * as postLikes from '@wtpu/contract/boiler-room/likes'
import * as politicians from '@wtpu/contract/politicians'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { flushInvalidations } from '#live/publish.ts'
import { established } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'
import { nothingWritten } from '#db/schema/columns.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

const write = (t: TestApp, user: Row, post: Row, text: string) =>
  t.as(user).call(postComments.createPostComment, { body: { post: post.id, text } })
const add = async (t: TestApp, user: Row, post: Row, text: string) =>
  (await write(t, user, post, text)).json<PostComment>()
const list = (t: TestApp, user: Row, post: Row, more = {}) =>
  t.as(user).call(postComments.listPostComments, { querystring: { post: post.id, ...more } })
const erase = (t: TestApp, user: Row, comment: Row) =>
  t.as(user).call(postComments.deletePostComment, { params: { id: comment.id } })

async function counted(t: TestApp, post: Row): Promise<number | undefined> {
  const [row] = await t.db.select({ count: posts.commentCount }).from(posts).where(eq(posts.id, post.id))
  return row?.count
}

async function startWithPost() {
  const t = await startTestApp()
  const [ada, bob] = [await t.make.user({ first_name: 'Ada', last_name: 'L', ...established }), await t.make.user()]
  return {
    t,
    ada,
    bob,
    post: await t.make.post({ author: bob }),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

test('lists comments newest first, in pages, with author and likes', async () => {
  await using site = await startWithPost()
  const { t, ada, bob, post } = site
  const other = await t.make.post({ author: bob })
  const first = await add(t, ada, post, 'One')
  for (const text of [' Two\r\nlines ', 'Three']) await add(t, ada, post, text)
  await add(t, ada, other, 'Elsewhere')
  await t.as(bob).call(postLikes.likePostComment, { params: { id: first.id } })

  const newest = (await list(t, bob, post, { limit: 2 })).json()
  const older = (await list(t, bob, post, { limit: 2, cursor: newest.next })).json()

  expect(newest.results.map((result: PostComment) => result.text)).toEqual(['Three', 'Two\nlines'])
  expect(older).toEqual({
    results: [
      {
        id: first.id,
        post: post.id,
        user: ada.id,
        user_name: 'Ada L',
        user_avatar: null,
        text: 'One',
        ...nothingWritten,
        created_at: first.created_at,
        likes_count: 1,
        user_has_liked: true,
      },
    ],
    next: null,
  })
  expect((await list(t, ada, post)).json()).toHaveLength(3)
  expect((await list(t, ada, post)).json()[2]).toMatchObject({ likes_count: 1, user_has_liked: false })
  expect(await counted(t, post)).toBe(3)
})

test('all readers share one response, which changes of the comments evict and likes of the post do not', async () => {
  await using site = await startWithPost()
  const { t, ada, bob, post } = site
  const { id } = await add(t, ada, post, 'Hello')
  const read = async (user: Row) => (await list(t, user, post)).json()
  const changes: [act: () => Promise<unknown>, evicted: number][] = [
    [() => t.as(ada).call(postLikes.likePost, { params: { id: post.id } }), 0],
    [() => t.as(ada).call(postLikes.likePostComment, { params: { id } }), 1],
    [() => add(t, bob, post, 'More'), 1],
    [() => removeContent(t.app, { kind: 'comment', id }, { actor: 'Grace', reason: 'spam' }), 1],
  ]
  const found = []
  for (const [act, evicted] of changes) {
    // A server also evicts when it hears of its own changes.
    await flushInvalidations(t.db)
    for (const user of [ada, bob]) await read(user)
    expect(t.app.cache.size.entries).toBe(1)
    await act()
    expect(t.app.cache.size.entries).toBe(1 - evicted)
    found.push([await read(bob), await read(ada)])
  }

  const own = { text: 'Hello', likes_count: 1, user_has_liked: true }
  const others = { ...own, user_has_liked: false }
  expect(found).toMatchObject([
    [[{ likes_count: 0, user_has_liked: false }], [{ user_has_liked: false }]],
    [[others], [own]],
    [
      [{ text: 'More' }, others],
      [{ text: 'More' }, own],
    ],
    [[{ text: 'More' }], [{ text: 'More' }]],
  ])
})

test('requires a confirmed email and a post that is shown', async () => {
  await using t = await startTestApp({ votesNeedConfirmedEmail: true })
  const [ada, bob] = [await t.make.user(), await t.make.user({ email_verified_at: new Date() })]
  const post = await t.make.post({ author: bob })

  expect((await write(t, ada, post, 'Hello')).json()).toMatchObject({ code: 'email_not_confirmed' })
  expect((await write(t, bob, post, 'Hello')).statusCode).toBe(201)
  expect((await write(t, bob, { id: 4711 }, 'Hello')).statusCode).toBe(404)
  expect((await list(t, bob, { id: 4711 })).statusCode).toBe(404)
})

test.each([
  ['deleted', (t: TestApp) => t.db.update(posts).set({ deletedAt: new Date() })],
  ['removed', (t: TestApp) => t.db.update(posts).set({ removedAt: new Date(), removalReason: 'spam' })],
  [
    'written by a blocked account',
    (t: TestApp, bob: Row) => t.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, bob.id)),
  ],
])('rejects writes about a post that is %s', async (_name, hide) => {
  await using site = await startWithPost()
  const { t, ada, bob, post } = site
  const comment = await add(t, ada, post, 'Hello')
  await hide(t, bob)

  const replies = [
    await write(t, ada, post, 'Hello'),
    ...(await Promise.all(
      [postLikes.likePost, postLikes.unlikePost].map((call) => t.as(ada).call(call, { params: { id: post.id } })),
    )),
    ...(await Promise.all(
      [postLikes.likePostComment, postLikes.unlikePostComment].map((call) =>
        t.as(ada).call(call, { params: { id: comment.id } }),
      ),
    )),
  ]

  expect(replies.map((reply) => reply.statusCode)).toEqual([404, 404, 404, 404, 404])
  // The author can still delete the comment.
  expect((await erase(t, ada, comment)).json()).toEqual({ deleted: true })
})

test('limits a user to thirty comments a minute', async () => {
  await using site = await startWithPost()
  const { t, ada, post } = site
  for (let count = 0; count < 30; count++) expect((await write(t, ada, post, `${count}`)).statusCode).toBe(201)
  expect((await write(t, ada, post, 'one more')).statusCode).toBe(429)
})

describe('deleting a comment', () => {
  test('is for its author, and idempotent', async () => {
    await using site = await startWithPost()
    const { t, ada, bob, post } = site
    const comment = await add(t, ada, post, 'Hello')
    await add(t, bob, post, 'Stays')

    expect((await erase(t, bob, comment)).statusCode).toBe(404)
    expect((await erase(t, ada, comment)).json()).toEqual({ deleted: true })
    expect((await erase(t, ada, comment)).json()).toEqual({ deleted: false })
    expect((await erase(t, ada, { id: 4711 })).statusCode).toBe(404)

    expect((await list(t, ada, post)).json()).toMatchObject([{ text: 'Stays' }])
    expect(await counted(t, post)).toBe(1)
    expect(await t.db.$count(comments)).toBe(2)
  })

  test('does not reach comments on walls', async () => {
    await using t = await startTestApp()
    const [ada, politician] = [await t.make.user(), await t.make.politician()]
    const onWall = await t
      .as(ada)
      .call(politicians.createComment, { body: { politician: politician.id, text: 'Hello' } })

    expect((await erase(t, ada, onWall.json())).statusCode).toBe(404)
    const like = await t.as(ada).call(postLikes.likePostComment, { params: { id: onWall.json().id } })
    expect(like.statusCode).toBe(404)
  })
})

test('a comment removed by staff disappears, is uncounted and recorded', async () => {
  await using site = await startWithPost()
  const { t, ada, post } = site
  const spam = await add(t, ada, post, 'Buy now')
  const decision = { actor: 'Grace', reason: 'advertising' }

  await removeContent(t.app, { kind: 'comment', id: spam.id }, decision)

  expect((await list(t, ada, post)).json()).toEqual([])
  expect(await counted(t, post)).toBe(0)
  expect((await erase(t, ada, spam)).json()).toEqual({ deleted: false })
  await expect(removeContent(t.app, { kind: 'comment', id: spam.id }, decision)).rejects.toThrow('There is no comment')
  expect(await t.db.select().from(moderationActions)).toMatchObject([
    { action: 'remove', subjectKind: 'comment', subjectId: spam.id, actor: 'Grace' },
  ])
})

test('comments of a blocked account stay, and those of a deleted account become anonymous', async () => {
  await using t = await startTestApp()
  const [ada, bob, carol] = [
    await t.make.user({ password: 'difference engine' }),
    await t.make.user({ first_name: 'Bob', last_name: 'B' }),
    await t.make.user(),
  ]
  const post = await t.make.post({ author: carol })
  await add(t, ada, post, 'From Ada')
  await add(t, bob, post, 'From Bob')

  await t.as(ada).call(deleteAccount, { body: { password: 'difference engine' } })
  await t.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, bob.id))

  expect((await list(t, carol, post)).json()).toMatchObject([
    { text: 'From Bob', user_name: 'Bob B' },
    { text: 'From Ada', user_name: 'Anonymous', user_avatar: null },
  ])
  expect(await counted(t, post)).toBe(2)
})

test('a post removed by staff is hidden and recorded once', async () => {
  await using site = await startWithPost()
  const { t, ada, bob, post } = site
  const decision = { actor: 'Grace', reason: 'advertising' }

  await removeContent(t.app, { kind: 'post', id: post.id }, decision)

  expect((await list(t, ada, post)).statusCode).toBe(404)
  await expect(removeContent(t.app, { kind: 'post', id: post.id }, decision)).rejects.toThrow('already removed')
  await expect(removeContent(t.app, { kind: 'post', id: 4711 }, decision)).rejects.toThrow('There is no post')
  expect(await t.db.select().from(posts)).toMatchObject([{ removalReason: 'advertising', removedAt: expect.any(Date) }])
  expect(await t.db.select().from(moderationActions)).toMatchObject([{ subjectKind: 'post', subjectId: post.id }])
  const [author] = await t.db.select({ count: users.postsCount }).from(users).where(eq(users.id, bob.id))
  expect(author?.count).toBe(0)
})
