import { deleteAccount } from '@wtpu/contract/accounts/settings'
import * as contract from '@wtpu/contract/forums/comments'
import type { ForumComment } from '@wtpu/contract/forums/comments'
import * as politicians from '@wtpu/contract/politicians'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { users } from '#db/schema/accounts.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { discussions, forumCounters } from '#db/schema/forums.ts'
import { ago, established } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'
import { nothingWritten } from '#db/schema/columns.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

const write = (t: TestApp, user: Row, discussion: Row, content: string, parent?: Row | null) =>
  t.as(user).call(contract.createDiscussionComment, {
    params: { id: discussion.id },
    body: { content, ...(parent !== undefined && { parent: parent && parent.id }) },
  })
const add = async (t: TestApp, user: Row, discussion: Row, content: string, parent?: Row) =>
  (await write(t, user, discussion, content, parent)).json<ForumComment>()
const edit = (t: TestApp, user: Row, { id }: Row, content: string) =>
  t.as(user).call(contract.editForumComment, { params: { id }, body: { content } })
const erase = (t: TestApp, user: Row, { id }: Row) => t.as(user).call(contract.deleteForumComment, { params: { id } })
const list = async (t: TestApp, user: Row, { id }: Row) =>
  (await t.as(user).call(contract.listDiscussionComments, { params: { id }, querystring: { sort: 'oldest' } })).json<
    ForumComment[]
  >()

interface Outline {
  [text: string]: Outline | number
}

/** The texts of a thread, with their replies; a hidden comment as its state, replies that are not shown as their number. */
function outline(thread: ForumComment[]): Outline {
  return Object.fromEntries(
    thread.map((comment) => [
      comment.state === 'shown' ? comment.content : `(${comment.state})`,
      comment.replies.length === 0 && comment.reply_count > 0 ? comment.reply_count : outline(comment.replies),
    ]),
  )
}

async function startWithDiscussion(settings: Parameters<typeof startTestApp>[0] = {}) {
  const t = await startTestApp(settings)
  const [ada, bob] = [await t.make.user({ first_name: 'Ada', last_name: 'L', ...established }), await t.make.user()]
  return {
    t,
    ada,
    bob,
    moderator: await t.make.user({ role: 'moderator', username: 'grace' }),
    discussion: await t.make.discussion({ author: bob }),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

async function counted(t: TestApp, discussion: Row) {
  const [row] = await t.db.select().from(discussions).where(eq(discussions.id, discussion.id))
  const [counter] = await t.db.select({ all: sql<number>`sum(${forumCounters.comments})::int` }).from(forumCounters)
  return { shown: row?.commentCount, inForums: counter?.all, latest: row?.updatedAt }
}

describe('writing', () => {
  test('replies with the comment, counts it, and makes it the latest activity', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, discussion } = site

    const reply = await write(t, ada, discussion, '> Quoted\n\n    code\n\n\n    more  ')

    const [row] = await t.db.select().from(comments)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      id: row?.id,
      discussion: discussion.id,
      parent: null,
      depth: 0,
      state: 'shown',
      content: '> Quoted\n\n    code\n\n\n    more',
      ...nothingWritten,
      user: ada.id,
      user_name: 'Ada L',
      user_avatar: null,
      author: { id: ada.id, name: 'Ada L', avatar: null, username: ada.username },
      created_at: expect.any(String),
      edited_at: null,
      like_count: 0,
      dislike_count: 0,
      isPinned: false,
      isModerator: false,
      valued_across_groups: false,
      reply_count: 0,
      replies: [],
    })
    expect(await counted(t, discussion)).toEqual({ shown: 1, inForums: 1, latest: row?.createdAt })
  })

  test('nests replies, and marks moderators', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, moderator, discussion } = site
    const first = await add(t, ada, discussion, 'First')
    const reply = await add(t, moderator, discussion, 'Reply', first)
    await add(t, ada, discussion, 'Nested', reply)
    await write(t, ada, discussion, 'Second', null)

    const thread = await list(t, ada, discussion)

    expect(outline(thread)).toEqual({ First: { Reply: { Nested: {} } }, Second: {} })
    expect(thread[0]?.replies[0]).toMatchObject({ parent: first.id, depth: 1, isModerator: true, reply_count: 1 })
    expect(await counted(t, discussion)).toMatchObject({ shown: 4, inForums: 4 })
  })

  test('stores a reply to the deepest comment next to it', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, discussion } = site
    let parent: Row | undefined
    for (let depth = 0; depth < 60; depth++) {
      parent = await t.make.forumComment({ discussion, author: ada, parent, text: `${depth}` })
      if (depth === contract.maxDepth) break
    }
    const deepest = await t.db.select().from(comments).where(eq(comments.id, parent!.id))
    expect(deepest).toMatchObject([{ depth: contract.maxDepth }])

    const beside = await add(t, ada, discussion, 'Beside', parent)
    const again = await add(t, ada, discussion, 'Again', beside)

    expect([beside, again]).toMatchObject([
      { depth: contract.maxDepth, parent: deepest[0]?.parentId },
      { depth: contract.maxDepth, parent: deepest[0]?.parentId },
    ])
    const [above] = await t.db.select().from(comments).where(eq(comments.id, deepest[0]!.parentId!))
    expect(above?.replyCount).toBe(3)
  })

  test('requires a confirmed email, and a discussion and parent that are shown', async () => {
    await using site = await startWithDiscussion({ votesNeedConfirmedEmail: true })
    const { t, bob, discussion } = site
    const ada = await t.make.user({ email_verified_at: ago('1 day') })
    const elsewhere = await t.make.forumComment({ discussion: await t.make.discussion({ author: bob }), author: bob })
    const parent = await add(t, ada, discussion, 'Parent')
    await add(t, ada, discussion, 'Keeps its slot', parent)
    await erase(t, ada, parent)

    expect((await write(t, bob, discussion, 'Hello')).json()).toMatchObject({ code: 'email_not_confirmed' })
    expect((await write(t, ada, { id: 4711 }, 'Hello')).statusCode).toBe(404)
    expect((await write(t, ada, discussion, 'Hello', { id: 4711 })).statusCode).toBe(404)
    expect((await write(t, ada, discussion, 'Hello', elsewhere)).statusCode).toBe(404)
    expect((await write(t, ada, discussion, 'Hello', parent)).json()).toMatchObject({
      code: 'parent_hidden',
      detail: 'The comment that you reply to was deleted.',
    })
    expect(await counted(t, discussion)).toMatchObject({ shown: 1 })
  })

  test('in a locked discussion is rejected, but deleting is not', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, discussion } = site
    const comment = await add(t, ada, discussion, 'Before')
    await t.db.update(discussions).set({ lockedAt: sql`now()` })
    const locked = { code: 'locked', detail: 'This discussion is locked.' }

    const replies = [
      await write(t, ada, discussion, 'After'),
      await write(t, ada, discussion, 'After', comment),
      await edit(t, ada, comment, 'Changed'),
    ]

    expect(replies.map((reply) => reply.statusCode)).toEqual([409, 409, 409])
    for (const reply of replies) expect(reply.json()).toMatchObject(locked)
    expect((await erase(t, ada, comment)).json()).toEqual({ deleted: true })
  })

  test('is limited to thirty writes a minute', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, discussion } = site
    for (let count = 0; count < 30; count++) expect((await write(t, ada, discussion, `${count}`)).statusCode).toBe(201)
    expect((await write(t, ada, discussion, 'one more')).statusCode).toBe(429)
  })
})

test.each([
  ['deleted', (t: TestApp) => t.db.update(discussions).set({ deletedAt: sql`now()` })],
  ['removed', (t: TestApp) => t.db.update(discussions).set({ removedAt: sql`now()`, removalReason: 'spam' })],
  [
    'by a blocked account',
    (t: TestApp, bob: Row) =>
      t.db
        .update(users)
        .set({ blockedAt: sql`now()` })
        .where(eq(users.id, bob.id)),
  ],
])('rejects writes about a discussion that is %s', async (_name, hide) => {
  await using site = await startWithDiscussion()
  const { t, ada, bob, moderator, discussion } = site
  const comment = await add(t, ada, discussion, 'Hello')
  await hide(t, bob)
  const params = { id: comment.id }

  const replies = [
    await write(t, ada, discussion, 'Hello'),
    await write(t, ada, discussion, 'Hello', comment),
    await edit(t, ada, comment, 'Changed'),
    await t.as(ada).call(contract.likeForumComment, { params }),
    await t.as(ada).call(contract.dislikeForumComment, { params }),
    await t.as(moderator).call(contract.pinForumComment, { params }),
  ]

  expect(replies.map((reply) => reply.statusCode)).toEqual(replies.map(() => 404))
  // The author can still delete the comment.
  expect((await erase(t, ada, comment)).json()).toEqual({ deleted: true })
})

describe('editing', () => {
  test('keeps the earlier texts, and does not count as activity', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, bob, discussion } = site
    const comment = await add(t, ada, discussion, 'One')
    const { latest } = await counted(t, discussion)

    const edited = await edit(t, ada, comment, ' Two ')
    await edit(t, ada, comment, ' Two')
    await edit(t, ada, comment, 'Three')

    expect(edited.json()).toMatchObject({ content: ' Two', edited_at: expect.any(String), id: comment.id })
    const history = await t.as(bob).call(contract.listForumCommentRevisions, { params: { id: comment.id } })
    expect(history.json()).toEqual([
      { text: ' Two', created_at: edited.json().edited_at },
      { text: 'One', created_at: comment.created_at },
    ])
    expect((await counted(t, discussion)).latest).toEqual(latest)
    expect(outline(await list(t, ada, discussion))).toEqual({ Three: {} })
  })

  test('is for the author, and for comments that are shown', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, bob, moderator, discussion } = site
    const comment = await add(t, ada, discussion, 'One')

    expect((await edit(t, bob, comment, 'Two')).statusCode).toBe(404)
    expect((await edit(t, moderator, comment, 'Two')).statusCode).toBe(404)
    expect((await edit(t, ada, comment, ' ')).json()).toMatchObject({ fields: { content: [expect.any(String)] } })
    await erase(t, ada, comment)
    expect((await edit(t, ada, comment, 'Two')).statusCode).toBe(404)
    const history = await t.as(ada).call(contract.listForumCommentRevisions, { params: { id: comment.id } })
    expect(history.statusCode).toBe(404)
    expect(await t.db.$count(revisions)).toBe(0)
  })
})

describe('deleting', () => {
  test('is for the author, and idempotent', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, bob, discussion } = site
    const comment = await add(t, ada, discussion, 'Hello')

    expect((await erase(t, bob, comment)).statusCode).toBe(404)
    expect((await erase(t, ada, comment)).json()).toEqual({ deleted: true })
    expect((await erase(t, ada, comment)).json()).toEqual({ deleted: false })
    expect((await erase(t, ada, { id: 4711 })).statusCode).toBe(404)
    expect(await list(t, ada, discussion)).toEqual([])
    expect(await counted(t, discussion)).toMatchObject({ shown: 0, inForums: 0 })
    expect(await t.db.$count(comments)).toBe(1)
  })

  test('keeps the slot of a comment with replies, without its text and author', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, bob, moderator, discussion } = site
    const first = await add(t, ada, discussion, 'First')
    const reply = await add(t, bob, discussion, 'Reply', first)
    await t.as(moderator).call(contract.pinForumComment, { params: { id: first.id } })
    await t.as(bob).call(contract.likeForumComment, { params: { id: first.id } })
    await edit(t, ada, first, 'First, edited')

    await erase(t, ada, first)

    const [place] = await list(t, ada, discussion)
    expect(place).toMatchObject({
      state: 'deleted',
      content: '',
      user: null,
      user_name: '',
      user_avatar: null,
      author: null,
      edited_at: null,
      like_count: 0,
      isPinned: false,
      isModerator: false,
      reply_count: 1,
    })
    expect(place?.replies).toMatchObject([{ id: reply.id, content: 'Reply' }])
    expect(await counted(t, discussion)).toMatchObject({ shown: 1, inForums: 1 })
    expect((await t.as(bob).call(contract.likeForumComment, { params: { id: first.id } })).statusCode).toBe(404)
  })

  test('the last reply also takes the hidden comments above it out of the thread', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, discussion } = site
    const top = await add(t, ada, discussion, 'Top')
    const chain = [top]
    for (const text of ['A', 'B', 'C', 'D']) chain.push(await add(t, ada, discussion, text, chain.at(-1)))
    const [, a, b, c, d] = chain
    const beside = await add(t, ada, discussion, 'Beside B', a)
    for (const comment of [b, c]) await erase(t, ada, comment!)
    expect(outline(await list(t, ada, discussion))).toEqual({
      Top: { A: { '(deleted)': { '(deleted)': 1 } } },
    })

    await erase(t, ada, d!)
    expect(outline(await list(t, ada, discussion))).toEqual({ Top: { A: { 'Beside B': {} } } })

    for (const comment of [a, top]) await erase(t, ada, comment!)
    expect(outline(await list(t, ada, discussion))).toEqual({ '(deleted)': { '(deleted)': { 'Beside B': {} } } })

    await erase(t, ada, beside)
    expect(await list(t, ada, discussion)).toEqual([])
    expect(await t.db.$count(comments, sql`${comments.replyCount} > 0`)).toBe(0)
    expect(await counted(t, discussion)).toMatchObject({ shown: 0, inForums: 0 })
  })

  test('does not reach comments on walls, and other calls do not reach comments on discussions', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, discussion } = site
    const politician = await t.make.politician()
    const body = { politician: politician.id, text: 'Hello' }
    const onWall = (await t.as(ada).call(politicians.createComment, { body })).json<Row>()
    const onDiscussion = await add(t, ada, discussion, 'Hello')

    expect((await erase(t, ada, onWall)).statusCode).toBe(404)
    expect((await edit(t, ada, onWall, 'Changed')).statusCode).toBe(404)
    for (const endpoint of [
      contract.likeForumComment,
      contract.listCommentAncestors,
      contract.listForumCommentRevisions,
    ])
      expect((await t.as(ada).call(endpoint, { params: { id: onWall.id } })).statusCode).toBe(404)
    const like = await t.as(ada).call(politicians.likeComment, { body: { comment: onDiscussion.id } })
    expect(like.statusCode).toBe(404)
  })

  test('in a discussion that was deleted leaves the counters of its category alone', async () => {
    await using site = await startWithDiscussion()
    const { t, ada, discussion } = site
    const other = await t.make.discussion({ author: ada })
    await t.make.forumComment({ discussion: other, author: ada })
    const comment = await add(t, ada, discussion, 'Hello')
    await t.db
      .update(discussions)
      .set({ deletedAt: sql`now()` })
      .where(eq(discussions.id, discussion.id))

    await erase(t, ada, comment)

    // The deletion of the discussion itself uncounts its comments.
    expect(await counted(t, discussion)).toMatchObject({ shown: 0, inForums: 2 })
  })
})

test('comments of a blocked account stay, and those of a deleted account become anonymous', async () => {
  await using site = await startWithDiscussion()
  const { t, bob, discussion } = site
  const carol = await t.make.user({ password: 'difference engine', role: 'moderator' })
  const dan = await t.make.user({ first_name: 'Dan', last_name: 'D' })
  const first = await add(t, carol, discussion, 'From Carol')
  await add(t, dan, discussion, 'From Dan', first)

  await t.as(carol).call(deleteAccount, { body: { password: 'difference engine' } })
  await t.db
    .update(users)
    .set({ blockedAt: sql`now()` })
    .where(eq(users.id, dan.id))

  t.app.cache.invalidate('/')
  const [anonymous] = await list(t, bob, discussion)
  expect(anonymous).toMatchObject({
    content: 'From Carol',
    user_name: 'Anonymous',
    isModerator: false,
    author: { name: 'Anonymous', avatar: null, username: '' },
    replies: [{ content: 'From Dan', user_name: 'Dan D' }],
  })
  expect(await counted(t, discussion)).toMatchObject({ shown: 2 })
})

test('a comment removed on the server keeps its slot, is uncounted and recorded', async () => {
  await using site = await startWithDiscussion()
  const { t, ada, discussion } = site
  const spam = await add(t, ada, discussion, 'Buy now')
  await add(t, ada, discussion, 'No', spam)
  const decision = { actor: 'Grace', reason: 'advertising' }

  await removeContent(t.app, { kind: 'comment', id: spam.id }, decision)

  t.app.cache.invalidate('/')
  expect(outline(await list(t, ada, discussion))).toEqual({ '(removed)': { No: {} } })
  expect(await counted(t, discussion)).toMatchObject({ shown: 1, inForums: 1 })
  await expect(removeContent(t.app, { kind: 'comment', id: spam.id }, decision)).rejects.toThrow('There is no comment')
  expect(await t.db.select().from(moderationActions)).toMatchObject([
    { action: 'remove', subjectKind: 'comment', subjectId: spam.id, actor: 'Grace', actorId: null },
  ])
})
