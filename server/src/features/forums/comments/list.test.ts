import * as contract from '@wtpu/contract/forums/comments'
import { type CommentPage, type ForumComment, repliesPerComment } from '@wtpu/contract/forums/comments'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comments } from '#db/schema/community.ts'
import { startTestApp } from '#testing/test-app.ts'

type Row = { id: number }
type Query = Record<string, string | number>

let t: Awaited<ReturnType<typeof startTestApp>>
let ada: Row

// One server for all tests of this file: each has a discussion of its own.
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.make.user()
})
afterAll(() => t[Symbol.asyncDispose]())

type Discussion = Awaited<ReturnType<typeof makeDiscussion>>
const makeDiscussion = () => t.make.discussion({ author: ada })

const add = (discussion: Discussion, text: string, parent?: Row) =>
  t.make.forumComment({ discussion, author: ada, text, parent })

/** Comments at the top level, `1` to `count`. */
async function addTopLevel(discussion: Discussion, count: number): Promise<Row[]> {
  const added: Row[] = []
  for (let number = 1; number <= count; number++) added.push(await add(discussion, `${number}`))
  return added
}

/** A chain of replies, `0` at the top level. */
async function addChain(discussion: Discussion, depth: number, text = (level: number) => `${level}`): Promise<Row[]> {
  const chain: Row[] = []
  for (let level = 0; level <= depth; level++) chain.push(await add(discussion, text(level), chain.at(-1)))
  return chain
}

const erase = ({ id }: Row) => t.as(ada).call(contract.deleteForumComment, { params: { id } })
const set = ({ id }: Row, values: Partial<typeof comments.$inferInsert>) =>
  t.db.update(comments).set(values).where(eq(comments.id, id))

/** Replies without the cache, because the tests change rows directly. */
function list({ id }: Row, querystring: Query = {}) {
  t.app.cache.invalidate('/')
  return t.as(ada).call(contract.listDiscussionComments, { params: { id }, querystring })
}

const page = async (discussion: Row, query: Query) => (await list(discussion, query)).json<CommentPage>()
const texts = ({ results }: Pick<CommentPage, 'results'>) => results.map((result) => result.content).join(' ')

/** All pages from `query` on, as texts. */
async function pages(discussion: Row, query: Query): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const current = await page(discussion, { ...query, ...(cursor && { cursor }) })
    found.push(texts(current))
    cursor = current.next
  }
  return found
}

describe('the top level', () => {
  test('is listed newest first by default, or oldest first', async () => {
    const discussion = await makeDiscussion()
    await addTopLevel(discussion, 5)

    expect(await pages(discussion, { limit: 2 })).toEqual(['5 4', '3 2', '1'])
    expect(await pages(discussion, { limit: 2, sort: 'newest' })).toEqual(['5 4', '3 2', '1'])
    expect(await pages(discussion, { limit: 2, sort: 'oldest' })).toEqual(['1 2', '3 4', '5'])
  })

  test('is listed by likes minus dislikes, then newest first', async () => {
    const discussion = await makeDiscussion()
    const [first, second, third, fourth, fifth] = await addTopLevel(discussion, 6)
    await set(first!, { likeCount: 9, dislikeCount: 8 })
    await set(second!, { likeCount: 1 })
    await set(third!, { likeCount: 2, dislikeCount: 5 })
    await set(fourth!, { likeCount: 5 })
    await set(fifth!, { dislikeCount: 3 })

    expect(await pages(discussion, { limit: 1, sort: 'popular' })).toEqual(['4', '2', '1', '6', '5', '3'])
    expect(await pages(discussion, { limit: 4, sort: 'popular' })).toEqual(['4 2 1 6', '5 3'])
  })

  test('without page parameters is an array of the first 50', async () => {
    const discussion = await makeDiscussion()
    await addTopLevel(discussion, 52)

    const newest = (await list(discussion)).json<ForumComment[]>()
    const oldest = (await list(discussion, { sort: 'oldest' })).json<ForumComment[]>()

    expect([newest.length, newest[0]?.content, oldest.length, oldest.at(-1)?.content]).toEqual([50, '52', 50, '50'])
    expect(await page(discussion, { limit: 50 })).toMatchObject({ next: expect.any(String) })
    expect((await list(await makeDiscussion())).json()).toEqual([])
  })

  test('pages neither lose nor repeat comments while others are added and deleted', async () => {
    const discussion = await makeDiscussion()
    const [, , three, four] = await addTopLevel(discussion, 6)
    const first = await page(discussion, { limit: 3 })

    await add(discussion, '7')
    await erase(four!)
    await erase(three!)
    const second = await page(discussion, { limit: 3, cursor: first.next! })

    expect([texts(first), texts(second)]).toEqual(['6 5 4', '2 1'])
  })

  test('starts with pinned comments, in the order in which they were pinned', async () => {
    const discussion = await makeDiscussion()
    const all = await addTopLevel(discussion, 6)
    await set(all[4]!, { pinnedAt: new Date(2_000) })
    await set(all[1]!, { pinnedAt: new Date(3_000) })
    await set(all[2]!, { pinnedAt: new Date(1_000) })

    for (const sort of ['newest', 'popular']) {
      expect(await pages(discussion, { limit: 2, sort })).toEqual(['3 5 2 6 4', '1'])
    }
    expect(await pages(discussion, { limit: 1, sort: 'oldest' })).toEqual(['3 5 2 1', '4', '6'])
    const pinned = (await list(discussion)).json<ForumComment[]>().filter(({ isPinned }) => isPinned)
    expect(pinned.map(({ content }) => content)).toEqual(['3', '5', '2'])
  })

  test('an empty last page does not repeat the pinned comments', async () => {
    const discussion = await makeDiscussion()
    const [oldest, pinned] = await addTopLevel(discussion, 3)
    await set(pinned!, { pinnedAt: new Date(1_000) })
    const first = await page(discussion, { limit: 1 })
    await erase(oldest!)

    expect(texts(first)).toBe('2 3')
    expect(await page(discussion, { limit: 1, cursor: first.next! })).toEqual({ results: [], next: null })
  })
})

interface Outline {
  [text: string]: Outline
}
const outline = (thread: ForumComment[]): Outline =>
  Object.fromEntries(thread.map((comment) => [comment.content || comment.state, outline(comment.replies)]))

describe('replies', () => {
  test('are listed below each comment, down to the fourth level', async () => {
    const discussion = await makeDiscussion()
    const top = await add(discussion, 'top')
    const replies: Row[] = []
    for (const text of ['a', 'b', 'c', 'd']) replies.push(await add(discussion, text, top))
    const nested = await add(discussion, 'a1', replies[0])
    await add(discussion, 'a2', replies[0])
    const deep = await add(discussion, 'a11', nested)
    await add(discussion, 'a12', nested)
    await add(discussion, 'a111', deep)

    const { results } = await page(discussion, { limit: 5 })

    expect(outline(results)).toEqual({ top: { a: { a1: { a11: {}, a12: {} }, a2: {} }, b: {}, c: {}, d: {} } })
    expect(results[0]!.reply_count).toBe(4)
  })

  test('are the oldest below each comment, and fewer in a longer page', async () => {
    const discussion = await makeDiscussion()
    const [busy, quiet] = await addTopLevel(discussion, 2)
    const reply = await add(discussion, 'a', busy)
    for (let number = 1; number <= repliesPerComment; number++)
      await add(discussion, `${number}`, number % 2 ? reply : busy)
    await add(discussion, 'only', quiet)
    const oldest = async (limit: number) => {
      const { results } = await page(discussion, { sort: 'oldest', limit })
      const below = results[0]!.replies.flatMap((one) => [one, ...one.replies])
      return below.map(({ content }) => content).toSorted((one, other) => Number(one) - Number(other))
    }
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`)

    expect(new Set(await oldest(20))).toEqual(new Set(['a', ...numbers(repliesPerComment - 1)]))
    expect(await oldest(100)).toEqual(['a'])
    expect(outline((await page(discussion, { limit: 1 })).results)).toEqual({ 2: { only: {} } })
  })

  test('are listed in pages, oldest first, whatever the sort', async () => {
    const discussion = await makeDiscussion()
    const top = await add(discussion, 'top')
    for (let number = 1; number <= 12; number++) {
      const reply = await add(discussion, `${number}`, top)
      if (number === 5) await set(reply, { likeCount: 3 })
      if (number === 11) await add(discussion, 'nested', reply)
    }
    const parent = top.id

    expect(await pages(discussion, { parent, limit: 10 })).toEqual(['1 2 3 4 5 6 7 8 9 10', '11 12'])
    expect(await pages(discussion, { parent, sort: 'popular', limit: 7 })).toEqual(['1 2 3 4 5 6 7', '8 9 10 11 12'])
    const { next } = await page(discussion, { parent, limit: 10 })
    const last = await page(discussion, { parent, cursor: next! })
    expect(outline(last.results)).toEqual({ 11: { nested: {} }, 12: {} })
  })

  test('of a comment at depth 40 start in a view of their own', async () => {
    const discussion = await makeDiscussion()
    const chain = await addChain(discussion, 46)

    const { results } = await page(discussion, { parent: chain[40]!.id })

    expect(outline(results)).toEqual({ 41: { 42: { 43: { 44: {} } } } })
    const above = await t.as(ada).call(contract.listCommentAncestors, { params: { id: chain[40]!.id } })
    expect(above.json().map(({ content }: ForumComment) => content)).toEqual(chain.slice(0, 41).map((_, at) => `${at}`))
  })

  test('of a deleted comment keep their slot, and it stays among their ancestors', async () => {
    const discussion = await makeDiscussion()
    const [top, middle, last] = await addChain(discussion, 2)
    await erase(middle!)

    const shown = [{ content: '0', state: 'shown' }, { content: '', state: 'deleted', author: null }, { content: '2' }]
    const ancestors = await t.as(ada).call(contract.listCommentAncestors, { params: { id: last!.id } })
    expect(ancestors.json()).toMatchObject(shown)
    expect((await page(discussion, { parent: middle!.id })).results).toMatchObject([{ content: '2' }])
    expect((await page(discussion, { parent: top!.id })).results).toMatchObject([{ state: 'deleted', reply_count: 1 }])
    await erase(last!)
    for (const { id } of [middle!, last!]) {
      expect((await t.as(ada).call(contract.listCommentAncestors, { params: { id } })).statusCode).toBe(404)
      expect((await list(discussion, { parent: id })).statusCode).toBe(404)
    }
    expect(outline((await page(discussion, { limit: 5 })).results)).toEqual({ 0: {} })
  })

  test('of a comment on another discussion are not found', async () => {
    const [discussion, other] = [await makeDiscussion(), await makeDiscussion()]
    const elsewhere = await add(other, 'elsewhere')

    for (const parent of [elsewhere.id, 2_000_000]) expect((await list(discussion, { parent })).statusCode).toBe(404)
    expect((await list({ id: 2_000_000 })).statusCode).toBe(404)
  })
})

test.each([
  ['a cursor of another sort', { sort: 'oldest', cursor: 'newest' }],
  ['a cursor of replies', { cursor: 'replies' }],
  ['a malformed cursor', { cursor: 'x' }],
  ['an unknown sort', { sort: 'best' }],
  ['a limit of 0', { limit: 0 }],
  ['a limit of 101', { limit: 101 }],
  ['a parent that is not a number', { parent: 'x' }],
])('rejects %s', async (_name, query: Query) => {
  const discussion = await makeDiscussion()
  const [top] = await addTopLevel(discussion, 2)
  for (const text of ['a', 'b']) await add(discussion, text, top)
  const cursors: Record<string, string | null> = {
    newest: (await page(discussion, { limit: 1 })).next,
    replies: (await page(discussion, { limit: 1, parent: top!.id })).next,
  }
  const cursor = cursors[query['cursor'] ?? ''] ?? query['cursor']

  const reply = await list(discussion, { ...query, ...(cursor !== undefined && { cursor }) })

  expect([reply.statusCode, reply.json().detail]).toEqual([400, expect.any(String)])
})
