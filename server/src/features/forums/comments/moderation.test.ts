import * as contract from '@wtpu/contract/forums/comments'
import type { ForumComment } from '@wtpu/contract/forums/comments'
import { decideContent } from '@wtpu/contract/moderation/cases'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { comments } from '#db/schema/community.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { discussions } from '#db/schema/forums.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

const pin = (t: TestApp, user: Row, { id }: Row) => t.as(user).call(contract.pinForumComment, { params: { id } })
const unpin = (t: TestApp, user: Row, { id }: Row) => t.as(user).call(contract.unpinForumComment, { params: { id } })
const remove = (t: TestApp, user: Row, { id }: Row, reason = 'Off topic') =>
  t.as(user).call(decideContent, { body: { kind: 'comment', id, action: 'remove', rule: 1, sentence: reason } })
const erase = (t: TestApp, user: Row, { id }: Row) => t.as(user).call(contract.deleteForumComment, { params: { id } })

async function startWithComments() {
  const t = await startTestApp()
  const [ada, grace] = [await t.make.user(), await t.make.user({ role: 'moderator', username: 'grace' })]
  const discussion = await t.make.discussion({ author: ada })
  const add = (parent?: Row) => t.make.forumComment({ discussion, author: ada, parent })
  return { t, ada, grace, discussion, add, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

const countPinned = (t: TestApp) => t.db.$count(comments, sql`${comments.pinnedAt} is not null`)
const log = (t: TestApp) =>
  t.db
    .select({
      action: moderationActions.action,
      id: moderationActions.subjectId,
      actor: moderationActions.actor,
      actorId: moderationActions.actorId,
      reason: moderationActions.reason,
    })
    .from(moderationActions)
    .orderBy(moderationActions.id)

test('pinning and unpinning are idempotent and recorded', async () => {
  await using site = await startWithComments()
  const { t, grace, add } = site
  const comment = await add()

  for (const act of [pin, pin]) expect((await act(t, grace, comment)).json()).toEqual({ isPinned: true })
  for (const act of [unpin, unpin]) expect((await act(t, grace, comment)).json()).toEqual({ isPinned: false })

  const by = { id: comment.id, actor: 'grace', actorId: grace.id, reason: '' }
  expect(await log(t)).toEqual([
    { ...by, action: 'pin' },
    { ...by, action: 'unpin' },
  ])
})

test('a fourth pin is rejected, even when all are set at once', async () => {
  await using site = await startWithComments()
  const { t, grace, add } = site
  const admin = await t.make.user({ role: 'admin' })
  const four = [await add(), await add(), await add(), await add()]

  const replies = await Promise.all(four.map((comment, at) => pin(t, at % 2 ? grace : admin, comment)))

  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(3)
  expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({
    code: 'too_many_pinned',
    detail: 'A discussion can have at most 3 pinned comments.',
  })
  expect([await countPinned(t), (await log(t)).length]).toEqual([3, 3])
  const other = await t.make.discussion({ author: grace })
  const elsewhere = await t.make.forumComment({ discussion: other, author: grace })
  expect((await pin(t, grace, elsewhere)).statusCode).toBe(200)
})

test('only shown comments at the top level can be pinned, and hidden ones lose their pin', async () => {
  await using site = await startWithComments()
  const { t, ada, grace, add } = site
  const [first, second, third] = [await add(), await add(), await add()]
  const reply = await add(first)
  await erase(t, ada, third)

  expect((await pin(t, grace, reply)).json()).toMatchObject({ code: 'not_top_level' })
  expect((await pin(t, grace, third)).statusCode).toBe(404)
  expect((await pin(t, grace, { id: 4711 })).statusCode).toBe(404)
  for (const comment of [first, second]) await pin(t, grace, comment)
  await erase(t, ada, first)
  await remove(t, grace, second)
  expect(await countPinned(t)).toBe(0)
})

test('a comment is removed for a reason, and keeps its slot if it has replies', async () => {
  await using site = await startWithComments()
  const { t, ada, grace, discussion, add } = site
  const [comment, alone] = [await add(), await add()]
  await add(comment)

  expect((await remove(t, grace, comment, ' Personal\n attack ')).statusCode).toBe(200)
  expect((await remove(t, grace, comment)).statusCode).toBe(404)
  expect((await remove(t, grace, alone)).statusCode).toBe(200)
  expect((await erase(t, ada, comment)).json()).toEqual({ deleted: false })

  const listed = await t
    .as(ada)
    .call(contract.listDiscussionComments, { params: { id: discussion.id }, querystring: {} })
  expect(listed.json<ForumComment[]>()).toMatchObject([
    { id: comment.id, state: 'removed', content: '', author: null, replies: [{ state: 'shown' }] },
  ])
  const [row] = await t.db.select().from(comments).where(eq(comments.id, comment.id))
  expect(row).toMatchObject({ removalReason: 'Personal attack', removedAt: expect.any(Date), deletedAt: null })
  expect(await t.db.select({ count: discussions.commentCount }).from(discussions)).toEqual([{ count: 1 }])
  expect(await log(t)).toMatchObject([
    { action: 'remove', id: comment.id, actor: 'grace', actorId: grace.id, reason: 'Personal attack' },
    { action: 'remove', id: alone.id, reason: 'Off topic' },
  ])
})

test('moderation is for those who are moderators now', async () => {
  await using site = await startWithComments()
  const { t, ada, grace, add } = site
  const comment = await add()
  const calls = (user: Row) => Promise.all([pin(t, user, comment), unpin(t, user, comment)])

  for (const reply of await calls(ada)) {
    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden', detail: 'Only moderators can do this.' }),
    ])
  }
  const before = await t.as(grace).authorization()
  await t.db.update(users).set({ role: 'user' }).where(eq(users.id, grace.id))
  expect(await t.as(grace).authorization()).toBe(before)
  expect((await calls(grace)).map((reply) => reply.statusCode)).toEqual([403, 403])
  expect(await log(t)).toEqual([])
})

test('a moderator cannot pin comments on walls', async () => {
  await using site = await startWithComments()
  const { t, ada, grace } = site
  const politician = await t.make.politician()
  const [onWall] = await t.db
    .insert(comments)
    .values({ politicianId: politician.id, userId: ada.id, text: 'Hello' })
    .returning()

  expect((await pin(t, grace, onWall!)).statusCode).toBe(404)
})
