import { hashtagsOf, listTrendingHashtags } from '@wtpu/contract/boiler-room/hashtags'
import { listPosts } from '@wtpu/contract/boiler-room/posts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hashtagAuthors, hashtags, postHashtags } from '#db/schema/boiler-room.ts'
import { expireHashtagUses } from '#writing/hashtag-uses.ts'
import { expireTrendingHashtags } from './hashtags.ts'
import { deletePost, editPost } from './posts/commands.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const daysAgo = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000)

const trending = async (t: TestApp) =>
  (await t.as(await t.make.user()).call(listTrendingHashtags, {})).json() as { name: string; usage_count: number }[]

/** Makes all uses of these posts older, as if time had passed. */
const age = (t: TestApp, days: number) =>
  t.db.update(postHashtags).set({ createdAt: sql`${postHashtags.createdAt} - ${days} * interval '1 day'` })

describe('trending hashtags', () => {
  test('have at least three authors within 7 days, and are ordered by their number', async () => {
    await using t = await startTestApp()
    const people = [await t.make.user(), await t.make.user(), await t.make.user(), await t.make.user()]
    for (const author of people) await t.make.post({ author, text: '#shared' })
    for (const author of people.slice(1)) {
      for (const text of ['#loud', '#loud #new']) await t.make.post({ author, text })
    }
    for (const author of people.slice(2))
      for (const text of ['#two', '#two', '#two']) await t.make.post({ author, text })
    await t.make.post({ author: people[0]!, text: '#past', created_at: daysAgo(8) })
    for (const author of people.slice(2)) await t.make.post({ author, text: '#past' })

    expect(await trending(t)).toEqual([
      { name: 'shared', usage_count: 4 },
      { name: 'loud', usage_count: 6 },
      { name: 'new', usage_count: 3 },
    ])
  })

  test('are at most 20', async () => {
    await using t = await startTestApp()
    const people = [await t.make.user(), await t.make.user(), await t.make.user()]
    for (const author of people) {
      for (const group of [1, 2, 3]) {
        const names = Array.from({ length: 10 }, (_, index) => `#tag${group}x${index}`)
        await t.make.post({ author, text: names.join(' ') })
      }
    }

    expect(await trending(t)).toHaveLength(20)
  })

  test('mark the posts that use them', async () => {
    await using t = await startTestApp()
    const [author, ...others] = [await t.make.user(), await t.make.user(), await t.make.user()]
    const unknown = await t.make.post({ author, text: '#rare' })
    for (const other of others) await t.make.post({ author: other, text: '#shared' })
    await t.make.post({ author, text: '#rare #Shared' })

    const list = (await t.as(author).call(listPosts, { querystring: {} })).json()

    expect(list.map((post: { is_trending: boolean }) => post.is_trending)).toEqual([true, true, true, false])
    const page = (await t.as(author).call(listPosts, { querystring: { filter: 'trending', limit: 10 } })).json()
    expect(page.results).toHaveLength(3)
    expect(page.results.map((post: { id: number }) => post.id)).not.toContain(unknown.id)
  })
})

describe('counters', () => {
  test('equal the rows after any order of posts, edits, deletions and expiry', async () => {
    await using t = await startTestApp()
    const people = [await t.make.user(), await t.make.user(), await t.make.user()]
    // A fixed seed, so that a failure can be repeated.
    let seed = 20_240
    const pick = <T>(from: T[]): T => from[(seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % from.length]!
    const texts = ['#a', '#b', '#A #b', '#c #a #b', '#d', 'none', '#e #d #c #b #a']
    const made: { id: number; author: { id: number } }[] = []
    for (let step = 0; step < 120; step++) {
      const author = pick(people)
      const kind = pick(['post', 'post', 'edit', 'delete', 'expire', 'age'])
      if (kind === 'post') made.push({ ...(await t.make.post({ author, text: pick(texts) })), author })
      const post = made.length > 0 ? pick(made) : undefined
      if (kind === 'edit' && post) {
        await editPost(t.db, { postId: post.id, userId: post.author.id, text: pick(texts) }).catch(() => undefined)
      }
      if (kind === 'delete' && post) {
        await deletePost({ db: t.db, files: t.app.files }, { postId: post.id, userId: post.author.id })
      }
      if (kind === 'age') await age(t, 2)
      if (kind === 'expire') await expireHashtagUses(t.db, pick([1, 3, 100]))
    }

    expect(await findWrongCounters(t.db)).toEqual([])
    await age(t, 7)
    while ((await expireHashtagUses(t.db, 3)).due > 0);
    expect(await findWrongCounters(t.db)).toEqual([])
    expect(await t.db.select().from(hashtagAuthors)).toEqual([])
  })

  test('equal the rows after concurrent posts, edits, deletions and expiry on two servers', async () => {
    await using t = await startTestApp()
    await using other = await startTestApp({}, undefined, t.url)
    const people = await Promise.all(Array.from({ length: 4 }, () => t.make.user()))
    for (let round = 0; round < 15; round++) {
      const made = await Promise.all(
        people.map(async (author, index) => ({
          ...(await t.make.post({ author, text: index % 2 ? '#a #b #c' : '#c #b #x' + round })),
          author,
        })),
      )
      await t.db
        .update(postHashtags)
        .set({ createdAt: daysAgo(8) })
        .where(eq(postHashtags.postId, made[0]!.id))
      await Promise.all([
        expireHashtagUses(t.db, 10),
        expireHashtagUses(other.db, 10),
        ...people.map((author) => t.make.post({ author, text: `#b #a #y${round}` })),
        ...made
          .slice(1, 3)
          .map(({ id, author }) => deletePost({ db: t.db, files: t.app.files }, { postId: id, userId: author.id })),
        editPost(other.db, { postId: made[3]!.id, userId: made[3]!.author.id, text: `#a #x ${round}` }),
      ])
    }

    expect(await findWrongCounters(t.db)).toEqual([])
  })

  test('are lowered once uses are 8 days old', async () => {
    await using t = await startTestApp()
    await t.make.post({ author: await t.make.user(), text: '#past' })
    await age(t, 8)

    await expireTrendingHashtags(t.db)

    expect(await t.db.select().from(hashtags)).toMatchObject([{ useCount: 1, recentUses: 0, recentAuthors: 0 }])
  })
})

test('a hashtag is found in any case, and keeps its first spelling', async () => {
  await using t = await startTestApp()
  const author = await t.make.user()
  const first = await t.make.post({ author, text: '#Straße' })
  const second = await t.make.post({ author, text: '#STRAßE' })
  const list = async (hashtag: string) =>
    (await t.as(author).call(listPosts, { querystring: { hashtag } })).json().map((post: { id: number }) => post.id)

  expect(await list('straße')).toEqual([second.id, first.id])
  expect(await list('#Straße')).toEqual([second.id, first.id])
  expect(await list('unknown')).toEqual([])
  expect((await t.db.select().from(hashtags)).map(({ name }) => name)).toEqual(['Straße'])
  expect(hashtagsOf('#Straße #STRAßE')).toEqual(['Straße'])
})
