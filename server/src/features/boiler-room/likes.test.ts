import * as postComments from '@wtpu/contract/boiler-room/comments'
import type { PostComment } from '@wtpu/contract/boiler-room/comments'
import * as postLikes from '@wtpu/contract/boiler-room/likes'
import pg from 'pg'
import { expect, test } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { blockAccount } from '#features/moderation/on-server.ts'
import { flushInvalidations, invalidationChannel } from '#live/publish.ts'
import { decode } from '#live/messages.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

const calls = {
  post: { like: postLikes.likePost, unlike: postLikes.unlikePost },
  comment: { like: postLikes.likePostComment, unlike: postLikes.unlikePostComment },
}

async function makeSubject(t: TestApp, kind: 'post' | 'comment', author: Row): Promise<Row> {
  const post = await t.make.post({ author })
  if (kind === 'post') return post
  const body = { post: post.id, text: 'Hello' }
  return (await t.as(author).call(postComments.createPostComment, { body })).json<PostComment>()
}

test.each(['post', 'comment'] as const)('likes of a %s count once per user, and can be removed', async (kind) => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const params = { id: (await makeSubject(t, kind, ada)).id }
  const like = async (user: Row) => (await t.as(user).call(calls[kind].like, { params })).json()
  const unlike = async (user: Row) => (await t.as(user).call(calls[kind].unlike, { params })).json()

  await Promise.all([like(bob), like(bob), like(bob), like(ada)])

  expect(await like(bob)).toEqual({ user_has_liked: true, likes_count: 2 })
  expect(await unlike(bob)).toEqual({ user_has_liked: false, likes_count: 1 })
  expect(await unlike(bob)).toEqual({ user_has_liked: false, likes_count: 1 })
  expect(await t.db.$count(reactions)).toBe(1)
  const table = kind === 'post' ? posts : comments
  expect(await t.db.select({ likes: table.likeCount }).from(table)).toEqual([{ likes: 1 }])
})

test.each(Object.values(calls).flatMap(({ like, unlike }) => [like, unlike]))(
  '$method $url requires something that exists',
  async (endpoint) => {
    await using t = await startTestApp()
    const params = { id: 4711 }
    expect((await t.as(await t.make.user()).call(endpoint, { params })).statusCode).toBe(404)
  },
)

test('likes of a post and of the comment with the same id do not mix', async () => {
  await using t = await startTestApp()
  const [ada, post] = [await t.make.user(), await t.make.post({ author: await t.make.user() })]
  const body = { post: post.id, text: 'Hello' }
  const comment = (await t.as(ada).call(postComments.createPostComment, { body })).json<PostComment>()
  expect(comment.id).toBe(post.id)

  await t.as(ada).call(postLikes.likePost, { params: { id: post.id } })
  const unliked = await t.as(ada).call(postLikes.unlikePostComment, { params: { id: comment.id } })

  expect(unliked.json()).toEqual({ user_has_liked: false, likes_count: 0 })
  expect(await t.db.select({ likes: posts.likeCount }).from(posts)).toEqual([{ likes: 1 }])
})

/** Runs `act` and returns the paths that it invalidates, in order of the alphabet. */
async function invalidatedBy(t: TestApp, act: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = []
  const client = new pg.Client({ connectionString: t.url })
  await client.connect()
  client.on('notification', ({ payload = '' }) => {
    const { message } = decode(payload)
    // What is sent to browsers, without the news for a user.
    if (message.kind === 'stale' || message.kind === 'activity') paths.push(message.path)
  })
  await client.query(`listen ${invalidationChannel}`)
  await act()
  await flushInvalidations(t.db)
  // Notifications arrive before the response to a later statement.
  await client.query('select 1')
  await client.end()
  return paths.toSorted()
}

test('blocking an account invalidates its posts', async () => {
  await using t = await startTestApp()
  const spammer = await t.make.user()
  const post = await t.make.post({ author: spammer })

  const paths = await invalidatedBy(t, () => blockAccount(t.app, spammer.email, { actor: 'Grace', reason: 'spam' }))

  expect(paths).toContain(`/api/boilerroom/posts/${post.id}/`)
})

test('likes and comments invalidate what shows them; a second like changes nothing for others', async () => {
  await using t = await startTestApp()
  const [ada, post] = [await t.make.user(), await t.make.post({ author: await t.make.user() })]
  const path = `/api/boilerroom/posts/${post.id}/`
  const body = { post: post.id, text: 'Hello' }
  const params = { id: post.id }
  let comment = { id: 0 }

  const commented = await invalidatedBy(t, async () => {
    comment = (await t.as(ada).call(postComments.createPostComment, { body })).json()
  })

  const [state, list] = [`${path}state/`, `${path}comments/`]
  expect(commented).toEqual([path])
  expect(await invalidatedBy(t, () => t.as(ada).call(postLikes.likePost, { params }))).toEqual([state])
  expect(await invalidatedBy(t, () => t.as(ada).call(postLikes.likePost, { params }))).toEqual([])
  expect(await invalidatedBy(t, () => t.as(ada).call(postLikes.unlikePost, { params }))).toEqual([state])
  expect(await invalidatedBy(t, () => t.as(ada).call(postLikes.likePostComment, { params: comment }))).toEqual([list])
  expect(await invalidatedBy(t, () => t.as(ada).call(postComments.deletePostComment, { params: comment }))).toEqual([
    path,
  ])
  expect(
    await invalidatedBy(t, () =>
      removeContent(t.app, { kind: 'post', id: post.id }, { actor: 'Grace', reason: 'spam' }),
    ),
  ).toEqual(['/api/boilerroom/latest-posts/', path, '/api/boilerroom/trending-hashtags/'])
})
