import { followUser } from '@wtpu/contract/boiler-room/follows'
import { muteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import type { Post } from '@wtpu/contract/boiler-room/posts'
import * as contract from '@wtpu/contract/boiler-room/posts'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import * as postHashtags from '@wtpu/contract/boiler-room/hashtags'
import * as postLikes from '@wtpu/contract/boiler-room/likes'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { startTestApp } from '#testing/test-app.ts'
import { findFollowedPosts } from './list.ts'
import { nothingWritten } from '#db/schema/columns.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Query = Parameters<typeof list>[2]

async function list(t: TestApp, viewer: { id: number }, querystring: contract.PostQuery) {
  const response = await t.as(viewer).call(contract.listPosts, { querystring })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** The ids of all pages. */
async function pages(t: TestApp, viewer: { id: number }, query: Query): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const page = await list(t, viewer, { ...query, limit: 2, ...(cursor && { cursor }) })
    expect(page.results.length).toBeLessThanOrEqual(2)
    ids.push(...page.results.map((post: { id: number }) => post.id))
    cursor = page.next ?? undefined
  } while (cursor)
  return ids
}

async function makeFeed(t: TestApp) {
  const [viewer, followed, stranger] = [
    await t.make.user({ username: 'viewer' }),
    await t.make.user({ first_name: 'Zoë', last_name: 'Núñez', username: 'zoe' }),
    await t.make.user(),
  ]
  await t.as(viewer).call(followUser, { params: { user: followed.username } })
  const ids: number[] = []
  for (const [author, text] of [
    [stranger, 'Potholes on #MainStreet again'],
    [followed, 'Bus 12 is late'],
    [viewer, 'The #library is open'],
    [stranger, 'Main street: ¡Atención! #library'],
    [followed, 'See you at the #library, #MainStreet'],
  ] as const) {
    ids.push((await t.make.post({ author, text })).id)
  }
  const [first, second, third, fourth, fifth] = ids as [number, number, number, number, number]
  return { viewer, followed, stranger, ids: { first, second, third, fourth, fifth } }
}

describe('listPosts', () => {
  test('pages through every list, newest first', async () => {
    await using t = await startTestApp()
    const { viewer, followed, ids } = await makeFeed(t)
    const { first, second, third, fourth, fifth } = ids

    expect(await pages(t, viewer, {})).toEqual([fifth, fourth, third, second, first])
    expect(await pages(t, viewer, { filter: 'trending' })).toEqual([fifth, fourth, third])
    expect(await pages(t, viewer, { filter: 'following' })).toEqual([fifth, third, second])
    expect(await pages(t, viewer, { user: 'ZOE' })).toEqual([fifth, second])
    expect(await pages(t, viewer, { user: String(followed.id) })).toEqual([fifth, second])
    expect(await pages(t, viewer, { user: 'nobody' })).toEqual([])
    expect(await pages(t, viewer, { hashtag: 'LIBRARY' })).toEqual([fifth, fourth, third])
    expect(await pages(t, viewer, { hashtag: 'library', q: 'main' })).toEqual([fifth, fourth])
    expect(await pages(t, viewer, { filter: 'following', hashtag: 'library' })).toEqual([fifth, third])
    expect(await pages(t, viewer, { filter: 'trending', q: 'street' })).toEqual([fifth, fourth])
  })

  test('searches texts, hashtags and authors for every word, and counts', async () => {
    await using t = await startTestApp()
    const { viewer, ids } = await makeFeed(t)
    const search = async (q: string) => {
      const { results, count, total } = await list(t, viewer, { q })
      return [results.map((post: { id: number }) => post.id), count, total]
    }

    expect(await search('main street')).toEqual([[ids.fourth, ids.fifth, ids.first].toSorted((a, b) => b - a), 3, 5])
    expect(await search('atencion')).toEqual([[ids.fourth], 1, 5])
    expect(await search('nunez library')).toEqual([[ids.fifth], 1, 5])
    expect(await search('zoe')).toEqual([[ids.fifth, ids.second], 2, 5])
    expect(await search('12')).toEqual([[ids.second], 1, 5])
    expect(await search('mainstr')).toEqual([[ids.fifth, ids.first], 2, 5])
    expect(await search('otholes')).toEqual([[], 0, 5])
    expect(await search('us')).toEqual([[], 0, 5])
    expect(await search('%_')).toEqual([[], 0, 5])
    expect(await search('nothing like it')).toEqual([[], 0, 5])
  })

  test('counts at most 100 matches', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    await t.db.execute(sql`insert into ${posts} (user_id, text)
      select ${author.id}, 'street' from generate_series(1, 205)`)

    expect(await list(t, author, { q: 'street', limit: 1 })).toMatchObject({ count: contract.maxCounted, total: 205 })
  })

  test('finds a rare word together with a common one', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    await t.db.execute(sql`insert into ${posts} (user_id, text)
      select ${author.id}, 'street ' || n from generate_series(1, 1000) n`)
    const post = await t.make.post({ author, text: 'the street has a seldom word' })
    await t.make.post({ author, text: 'a seldom word' })
    await t.db.execute(sql`analyze ${posts}`)

    expect(await pages(t, author, { q: 'street seldom' })).toEqual([post.id])
    expect(await pages(t, author, { q: 'seldom stre' })).toEqual([post.id])
    expect(await pages(t, author, { q: 'treet seldom' })).toEqual([])
  })

  test('finds a long word by its start', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    const post = await t.make.post({ author, text: 'é'.repeat(1500) })

    for (const length of [1, 99, 200]) expect(await pages(t, author, { q: 'e'.repeat(length) })).toEqual([post.id])
  })

  test('returns the newest 20 as an array without page parameters', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    for (let count = 0; count < 21; count++) await t.make.post({ author })

    const all = await list(t, author, {})

    expect(all).toHaveLength(20)
    expect(all[0].id).toBeGreaterThan(all[19].id)
  })

  test('shows the viewer’s follow and like, and the newest two comments with their likes', async () => {
    await using t = await startTestApp()
    const { viewer, followed, ids } = await makeFeed(t)
    const other = await t.make.user({ first_name: 'Ola', last_name: 'Nordmann' })
    const comment = async (text: string) =>
      (await t.as(other).call(postComments.createPostComment, { body: { post: ids.fifth, text } })).json()
    const made = [await comment('One'), await comment('Two'), await comment('Three')]
    await t.as(viewer).call(postLikes.likePost, { params: { id: ids.fifth } })
    await t.as(viewer).call(postLikes.likePostComment, { params: { id: made[1].id } })

    const [post] = await list(t, viewer, {})

    expect(post).toMatchObject({ user: followed.id, following: true, user_has_liked: true })
    expect(post).toMatchObject({ likes_count: 1, comments_count: 3 })
    expect(post.recent_comments).toEqual([made[2], { ...made[1], likes_count: 1, user_has_liked: true }])
    const [foreign] = await list(t, other, {})
    expect(foreign).toMatchObject({ following: false, user_has_liked: false, likes_count: 1 })
  })

  test.each([
    { cursor: 'x' },
    { cursor: Buffer.from('["a"]').toString('base64url') },
    { limit: 0 },
    { limit: 101 },
    { filter: 'other' as 'trending' },
    { q: 'x'.repeat(201) },
  ])('rejects %o', async (querystring) => {
    await using t = await startTestApp()

    const response = await t.as(await t.make.user()).call(contract.listPosts, { querystring })

    expect(response.statusCode).toBe(400)
  })

  test.each([
    contract.listPosts,
    contract.getPost,
    contract.getPostState,
    contract.listLatestPosts,
    contract.listPostRevisions,
    postHashtags.listTrendingHashtags,
  ])('requires sign-in: $url', async (endpoint) => {
    await using t = await startTestApp()
    const { viewer, ids } = await makeFeed(t)
    const input = { params: { id: ids.first }, querystring: {} }
    // Even when the response is cached.
    expect((await t.as(viewer).call(endpoint, input)).statusCode).toBe(200)

    expect((await t.call(endpoint, input)).statusCode).toBe(401)
  })
})

describe('the posts of followed people', () => {
  test('are the same by both ways of reading them', async () => {
    await using t = await startTestApp()
    const { viewer } = await makeFeed(t)
    const people = await Promise.all(Array.from({ length: 6 }, () => t.make.user()))
    for (const user of people.slice(0, 3)) await t.as(viewer).call(followUser, { params: { user: String(user.id) } })
    for (let round = 0; round < 3; round++) for (const author of people) await t.make.post({ author })
    const idsWith = async (followingCount: number, slice: { before: number | undefined; limit: number }) => {
      await t.db.update(users).set({ followingCount }).where(eq(users.id, viewer.id))
      return (await findFollowedPosts(t.db, viewer.id, slice)).map(({ id }) => id)
    }

    for (const limit of [1, 3, 5, 50]) {
      const few = await idsWith(4, { before: undefined, limit })
      expect(await idsWith(5_000, { before: undefined, limit })).toEqual(few)
      expect(few).toHaveLength(Math.min(limit, 12))
      const before = few.at(-1)
      expect(await idsWith(5_000, { before, limit })).toEqual(await idsWith(4, { before, limit }))
    }
  })
})

test('members share the feed, except for what is their own, and every change shows at once', async () => {
  await using t = await startTestApp()
  const { viewer, followed, stranger, ids } = await makeFeed(t)
  const feed = async (user: { id: number }): Promise<Post[]> => (await list(t, user, { limit: 20 })).results
  const params = { id: ids.fifth }
  expect(await feed(stranger)).toHaveLength(5)
  const { misses } = t.app.cache
  const [own] = await feed(viewer)
  expect(own).toMatchObject({ id: ids.fifth, following: true, user_has_liked: false, likes_count: 0 })
  expect(t.app.cache.misses).toBe(misses)

  await t.as(viewer).call(postLikes.likePost, { params })
  expect((await feed(viewer))[0]).toMatchObject({ user_has_liked: true, likes_count: 1 })
  expect((await feed(stranger))[0]).toMatchObject({ following: false, user_has_liked: false, likes_count: 1 })

  const written = await t.as(stranger).call(postComments.createPostComment, { body: { post: ids.fifth, text: 'Yes' } })
  await feed(viewer)
  await t.as(viewer).call(postLikes.likePostComment, { params: { id: written.json().id } })
  expect((await feed(viewer))[0]?.recent_comments).toMatchObject([{ user_has_liked: true, likes_count: 1 }])
  expect((await feed(stranger))[0]?.recent_comments).toMatchObject([{ user_has_liked: false, likes_count: 1 }])

  await t.as(followed).call(contract.editPost, { params, body: { text: 'Late' } })
  expect((await feed(stranger))[0]).toMatchObject({ text: 'Late' })
  await t.as(viewer).call(muteUser, { params: { id: stranger.id } })
  expect((await feed(viewer)).map(({ id }) => id)).toEqual([ids.fifth, ids.third, ids.second])
  await t.as(followed).call(contract.deletePost, { params })
  expect((await feed(stranger)).map(({ id }) => id)).toEqual([ids.fourth, ids.third, ids.second, ids.first])
})

test('the shared state of a post changes with it', async () => {
  await using t = await startTestApp()
  const { viewer, stranger, ids } = await makeFeed(t)
  const state = async () => (await t.as(viewer).call(contract.getPostState, { params: { id: ids.first } })).json()
  expect(await state()).toEqual({
    id: ids.first,
    text: 'Potholes on #MainStreet again',
    ...nothingWritten,
    hashtag_list: ['MainStreet'],
    edited_at: null,
    likes_count: 0,
    comments_count: 0,
  })

  await t.as(viewer).call(postLikes.likePost, { params: { id: ids.first } })
  await t.as(viewer).call(postComments.createPostComment, { body: { post: ids.first, text: 'Yes' } })
  await t.as(stranger).call(contract.editPost, { params: { id: ids.first }, body: { text: 'Fixed' } })

  expect(await state()).toMatchObject({ text: 'Fixed', hashtag_list: [], likes_count: 1, comments_count: 1 })
})

test('a like invalidates the cached state of its post only', async () => {
  await using t = await startTestApp()
  const { viewer, ids } = await makeFeed(t)
  const invalidate = vi.spyOn(t.app.cache, 'invalidate')
  const like = (endpoint: typeof postLikes.likePost | typeof postLikes.unlikePost) =>
    t.as(viewer).call(endpoint, { params: { id: ids.first } })

  await like(postLikes.likePost)
  await like(postLikes.unlikePost)

  const paths = invalidate.mock.calls.map(([path]) => path)
  expect(paths).toContain(`/api/boilerroom/posts/${ids.first}/state/`)
  expect(paths).not.toContain('/api/boilerroom/latest-posts/')
})
