import { discussionLocked } from '@wtpu/contract/errors'
import * as comments from '@wtpu/contract/forums/comments'
import * as contract from '@wtpu/contract/forums/discussions'
import { decideContent } from '@wtpu/contract/moderation/cases'
import type { Endpoint } from '@wtpu/contract/endpoint'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { discussions, discussionTags, forumCounters, tags, titleWords } from '#db/schema/forums.ts'
import { flushInvalidations } from '#live/publish.ts'
import { blockAccount } from '#features/moderation/on-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { nothingWritten } from '#db/schema/columns.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

const listUrl = contract.listDiscussions.url
const isAbove = (path: string, url: string) => url.startsWith(path)
const paramsOf = ({ id }: Row) => ({ params: { id } })

async function get(t: TestApp, user: Row, discussion: Row): Promise<contract.Discussion> {
  return (await t.as(user).call(contract.getDiscussion, paramsOf(discussion))).json()
}

const lock = (t: TestApp, moderator: Row, { id }: Row) =>
  t.as(moderator).call(decideContent, {
    body: { kind: 'discussion', id, action: 'lock', rule: 1, sentence: 'Off\ntopic' },
  })

/** The counters of each category that has any. */
async function readCounters(t: TestApp) {
  const { rows } = await t.db.execute(sql`
    select c.name, sum(f.discussions)::int as discussions, sum(f.comments)::int as comments
    from ${forumCounters} f join categories c on c.id = f.category_id
    group by c.name having sum(f.discussions + f.comments) > 0 order by c.name`)
  return rows
}

const readUses = async (t: TestApp) =>
  (await t.db.select().from(tags).orderBy(tags.id)).map((tag) => tag.discussionCount)

describe('getDiscussion', () => {
  test('shows the whole text and what the viewer did', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user({ role: 'moderator' })]
    const discussion = await t.make.discussion({ author: ada, description: 'x'.repeat(1_000) })
    await t.as(bob).call(contract.likeDiscussion, paramsOf(discussion))

    expect(await get(t, bob, discussion)).toMatchObject({
      description: 'x'.repeat(1_000),
      like_count: 1,
      user_has_liked: true,
      can_moderate: true,
      removed_comments: [],
    })
    expect(await get(t, ada, discussion)).toMatchObject({ user_has_liked: false, can_moderate: false })
  })

  test('shows authors of removed comments the reason, and nobody else', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]
    const discussion = await t.make.discussion({ author: ada })
    const other = await t.make.discussion({ author: ada })
    for (const [on, text] of [
      [discussion, 'First'],
      [discussion, 'Second'],
      [other, 'Elsewhere'],
    ] as const) {
      const { id } = await t.make.forumComment({ discussion: on, author: bob, text })
      await t.db.execute(
        sql`update comments set removed_at = clock_timestamp(), removal_reason = 'insult' where id = ${id}`,
      )
    }

    expect((await get(t, bob, discussion)).removed_comments).toEqual([
      { id: expect.any(Number), content: 'Second', reason: 'insult', removed_at: expect.any(String) },
      { id: expect.any(Number), content: 'First', reason: 'insult', removed_at: expect.any(String) },
    ])
    expect((await get(t, ada, discussion)).removed_comments).toEqual([])
  })

  test('is not found if it is deleted or unknown', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const deleted = await t.make.discussion({ author: ada })
    await t.as(ada).call(contract.deleteDiscussion, paramsOf(deleted))

    for (const discussion of [deleted, { id: 4711 }]) {
      for (const endpoint of [
        contract.getDiscussion,
        contract.getDiscussionState,
        contract.listDiscussionRevisions,
        contract.likeDiscussion,
      ]) {
        const reply = await t.as(ada).call(endpoint, paramsOf(discussion))
        expect([endpoint.url, reply.statusCode]).toEqual([endpoint.url, 404])
      }
    }
  })
})

test('the state of a discussion is shared, and shows own writes at once', async () => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const discussion = await t.make.discussion({ author: ada, title: 'Trains', description: 'Text' })
  const state = async (user: Row) => (await t.as(user).call(contract.getDiscussionState, paramsOf(discussion))).json()

  expect(await state(ada)).toEqual({
    id: discussion.id,
    title: 'Trains',
    description: 'Text',
    ...nothingWritten,
    edited_at: null,
    updated_at: expect.any(String),
    num_comments: 0,
    views: 0,
    like_count: 0,
    is_locked: false,
    is_slow: false,
  })
  await t.as(bob).call(contract.likeDiscussion, paramsOf(discussion))
  expect(await state(bob)).toMatchObject({ like_count: 1 })
  await t.as(bob).call(comments.createDiscussionComment, { ...paramsOf(discussion), body: { content: 'Hello' } })
  expect(await state(bob)).toMatchObject({ num_comments: 1 })
  await t.as(ada).call(contract.editDiscussion, { ...paramsOf(discussion), body: { title: 'Buses' } })
  expect(await state(bob)).toMatchObject({ title: 'Buses', edited_at: expect.any(String) })
})

test('writes evict what they change: likes only where they are shown, comments lists and searches as well', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const discussion = await t.make.discussion({ author: ada })
  const comment = await t.make.forumComment({ discussion, author: ada })
  const own = `/api/forums/discussions/${discussion.id}/`
  const [lists, searches] = ['/api/forums/discussions/?', '/api/search/']
  const invalidate = vi.spyOn(t.app.cache, 'invalidate')
  /** The paths that are evicted before the response. The invalidation through the database repeats some of them later. */
  const evictedBy = async (endpoint: Endpoint, input: { params: Row; body?: object }) => {
    await flushInvalidations(t.db)
    invalidate.mockClear()
    await t.as(ada).call<Endpoint>(endpoint, input)
    return new Set(invalidate.mock.calls.map(([path]) => path))
  }

  expect(await evictedBy(contract.likeDiscussion, paramsOf(discussion))).toEqual(new Set([`${own}state/`]))
  const body = { content: 'Hello' }
  expect(await evictedBy(comments.createDiscussionComment, { ...paramsOf(discussion), body })).toEqual(
    new Set([own, lists, searches]),
  )
  expect(await evictedBy(comments.likeForumComment, paramsOf(comment))).toEqual(new Set([`${own}comments/`]))
  expect(await evictedBy(comments.deleteForumComment, paramsOf(comment))).toEqual(new Set([own, lists, searches]))
  expect(await evictedBy(contract.deleteDiscussion, paramsOf(discussion))).toContain(lists)
})

test('a second like takes the first back', async () => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const discussion = await t.make.discussion({ author: ada })
  const like = async (user: Row) => (await t.as(user).call(contract.likeDiscussion, paramsOf(discussion))).json()

  expect(await like(ada)).toEqual({ liked: true, like_count: 1 })
  expect(await like(bob)).toEqual({ liked: true, like_count: 2 })
  expect(await like(bob)).toEqual({ liked: false, like_count: 1 })
  expect(await like(bob)).toEqual({ liked: true, like_count: 2 })
})

describe('editDiscussion', () => {
  test('changes the fields that are given, and keeps the earlier text', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada, title: 'Old title', description: 'Old text' })
    const edit = async (body: object) =>
      (await t.as(ada).call(contract.editDiscussion, { ...paramsOf(discussion), body })).json()

    const first = await edit({ title: ' New  title ' })
    const second = await edit({ description: 'New text' })

    expect(first).toMatchObject({ title: 'New title', description: 'Old text', edited_at: expect.any(String) })
    expect(second).toMatchObject({ title: 'New title', description: 'New text', updated_at: second.created_at })
    const revisions = await t.as(ada).call(contract.listDiscussionRevisions, paramsOf(discussion))
    expect(revisions.json()).toEqual([
      { title: 'New title', text: 'Old text', created_at: first.edited_at },
      { title: 'Old title', text: 'Old text', created_at: first.created_at },
    ])
    const words = await t.db.select().from(titleWords)
    expect(words.map(({ word }) => word).toSorted()).toEqual(['new', 'title'])
  })

  test('leaves no trace if the text stays the same', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada, title: 'Title', description: 'Text' })

    const body = { title: ' Title', description: 'Text ', category: 'Economy', tag_ids: [] }
    const reply = await t.as(ada).call(contract.editDiscussion, { ...paramsOf(discussion), body })

    expect(reply.json()).toMatchObject({ edited_at: null, category: 'Economy' })
    expect((await t.as(ada).call(contract.listDiscussionRevisions, paramsOf(discussion))).json()).toEqual([])
  })

  test('moves the discussion with its comments to another category', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const [discussion, other] = [await t.make.discussion({ author: ada }), await t.make.discussion({ author: ada })]
    for (const on of [discussion, discussion, other]) await t.make.forumComment({ discussion: on, author: ada })

    await t.as(ada).call(contract.editDiscussion, { ...paramsOf(discussion), body: { category: 'Defense' } })

    expect(await readCounters(t)).toEqual([
      { name: 'Defence', discussions: 1, comments: 2 },
      { name: 'General', discussions: 1, comments: 1 },
    ])
  })

  test('replaces the tags and counts them', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada })
    const [first, second, third] = await t.make.tags('one', 'two', 'three')
    const edit = (tag_ids: (number | undefined)[]) =>
      t.as(ada).call(contract.editDiscussion, { ...paramsOf(discussion), body: { tag_ids } } as never)

    await edit([first, second])
    expect(await readUses(t)).toEqual([1, 1, 0])
    const reply = await edit([third, second])

    expect(reply.json().tags.map((tag: contract.Discussion['tags'][number]) => tag.name)).toEqual(['three', 'two'])
    expect(await readUses(t)).toEqual([0, 1, 1])
    expect((await edit([first, 4711])).json().fields).toEqual({ tag_ids: ['One of the tags does not exist.'] })
    expect(await readUses(t)).toEqual([0, 1, 1])
    await edit([])
    expect(await readUses(t)).toEqual([0, 0, 0])
  })

  test('reports invalid fields', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada })

    const body = { title: ' ', description: 'x'.repeat(20_001), category: 'Sports' }
    const reply = await t.as(ada).call(contract.editDiscussion, { ...paramsOf(discussion), body })

    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['title', 'description', 'category']])
  })

  test('is for the author, while the discussion is not locked or deleted', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user({ role: 'admin' })]
    const discussion = await t.make.discussion({ author: ada })
    const edit = (user: Row) =>
      t.as(user).call(contract.editDiscussion, { ...paramsOf(discussion), body: { title: 'Mine' } })

    expect((await edit(bob)).statusCode).toBe(404)
    await lock(t, bob, discussion)
    const locked = await edit(ada)
    expect([locked.statusCode, locked.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'locked', detail: discussionLocked }),
    ])
    await t.as(bob).call(contract.unlockDiscussion, paramsOf(discussion))
    expect((await edit(ada)).statusCode).toBe(200)
    await t.as(ada).call(contract.deleteDiscussion, paramsOf(discussion))
    expect((await edit(ada)).statusCode).toBe(404)
  })
})

describe('deleteDiscussion', () => {
  test('hides the discussion and uncounts it, its comments and its tags, once', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user({ role: 'admin' })]
    const [discussion, other] = [await t.make.discussion({ author: ada }), await t.make.discussion({ author: ada })]
    for (const on of [discussion, discussion, other]) await t.make.forumComment({ discussion: on, author: bob })
    const tag_ids = await t.make.tags('one', 'two')
    await t.as(ada).call(contract.editDiscussion, { ...paramsOf(discussion), body: { tag_ids } })
    const remove = (user: Row) => t.as(user).call(contract.deleteDiscussion, paramsOf(discussion))

    expect((await remove(bob)).statusCode).toBe(404)
    expect((await remove(ada)).json()).toEqual({ deleted: true })
    expect((await remove(ada)).json()).toEqual({ deleted: false })

    expect(await readCounters(t)).toEqual([{ name: 'General', discussions: 1, comments: 1 }])
    expect(await readUses(t)).toEqual([0, 0])
    expect(await t.db.$count(discussionTags)).toBe(0)
    expect(await t.db.$count(discussions)).toBe(2)
  })

  const decision = { actor: 'Grace', reason: 'spam' }

  test.each([
    [
      'a removal by staff',
      (t: TestApp, discussion: Row) => removeContent(t.app, { kind: 'discussion', id: discussion.id }, decision),
    ],
    [
      'blocking its author',
      (t: TestApp, _discussion: Row, { email }: { email: string }) => blockAccount(t.app, email, decision),
    ],
  ])('%s takes a discussion out of the lists of all servers at once', async (_name, hide) => {
    await using t = await startTestApp()
    const [author, reader] = [await t.make.user(), await t.make.user()]
    const discussion = await t.make.discussion({ author })
    const list = { querystring: { limit: 20 } }
    const titles = async () => (await t.as(reader).call(contract.listDiscussions, list)).json().results
    const invalidate = vi.spyOn(t.app.cache, 'invalidate')
    expect(await titles()).toHaveLength(1)

    await hide(t, discussion, author)

    await expect.poll(() => invalidate.mock.calls.some(([path]) => isAbove(path, listUrl))).toBe(true)
    expect(await titles()).toEqual([])
  })

  test('staff removes a discussion for a reason', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada })
    await t.make.forumComment({ discussion, author: ada })

    await removeContent(t.app, { kind: 'discussion', id: discussion.id }, decision)

    await expect(removeContent(t.app, { kind: 'discussion', id: discussion.id }, decision)).rejects.toThrow(
      'already removed',
    )
    await expect(removeContent(t.app, { kind: 'discussion', id: 4711 }, decision)).rejects.toThrow(
      'There is no discussion with the number 4711',
    )
    expect(await readCounters(t)).toEqual([])
    expect((await t.as(ada).call(contract.deleteDiscussion, paramsOf(discussion))).json()).toEqual({ deleted: false })
    expect(await t.db.select().from(moderationActions)).toMatchObject([
      { actor: 'Grace', actorId: null, action: 'remove', subjectKind: 'discussion', subjectId: discussion.id },
    ])
  })
})

describe('unlockDiscussion', () => {
  test('is for moderators, but not for the author, and is recorded once', async () => {
    await using t = await startTestApp()
    const [ada, grace] = [
      await t.make.user({ role: 'moderator' }),
      await t.make.user({ role: 'admin', username: 'grace' }),
    ]
    const discussion = await t.make.discussion({ author: ada })
    const unlock = (user: Row) => t.as(user).call(contract.unlockDiscussion, paramsOf(discussion))
    await lock(t, grace, discussion)

    expect((await unlock(await t.make.user())).json()).toMatchObject({ code: 'forbidden' })
    expect((await unlock(ada)).json()).toMatchObject({ code: 'own_case' })
    expect(await get(t, ada, discussion)).toMatchObject({ is_locked: true })
    expect((await unlock(grace)).json()).toEqual({ is_locked: false })
    expect((await unlock(grace)).json()).toEqual({ is_locked: false })

    const actions = await t.db.select().from(moderationActions).orderBy(moderationActions.id)
    expect(actions).toMatchObject([
      { actor: 'grace', action: 'lock', subjectId: discussion.id, reason: 'Off topic' },
      { actor: 'grace', actorId: grace.id, action: 'unlock', subjectKind: 'discussion', reason: '' },
    ])
  })
})
