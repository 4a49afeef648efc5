import { writtenOf } from '@wtpu/contract/schemas'
import { revise } from '#writing/revise.ts'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { and, eq, exists, sql } from 'drizzle-orm'
import { deleteOwn } from '#writing/delete-under-review.ts'
import { hideDiscussion } from '#writing/delete-discussions.ts'
import { invalidateContent, lockDiscussion } from '#writing/content.ts'
import { requireModerator, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions } from '#db/schema/forums.ts'
import { changeForumCounters } from '#writing/forum-counters.ts'
import { replaceTags } from '#writing/tag-uses.ts'
import { lockThread } from '#writing/threads.ts'
import { deletion } from '#db/visibility.ts'
import { ApiError, invalidInput, notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'
import { findDiscussion } from './queries.ts'
import { addTitleWords, discussionKeywords } from '#search/words.ts'
import { lockCategory, type DiscussionFields, type DiscussionInput, unknownTag, validateFields } from './validate.ts'

interface Own {
  discussionId: number
  userId: number
}

/** Changes the viewer's own discussion. A changed text keeps the earlier one as a revision. */
export async function editDiscussion(
  db: Db,
  { discussionId, userId, staffId = 0, ...input }: Own & { staffId?: number } & DiscussionInput,
): Promise<Discussion> {
  const fields = await validateFields(db, input)
  await db.transaction(async (tx) => {
    await lockThread(tx, discussionId)
    const before = await lockOwnDiscussion(tx, { discussionId, userId })
    const { title = before.title, description = before.description } = fields
    await revise(tx, 'discussion', {
      id: discussionId,
      userId,
      markdown: true,
      before: { ...before, text: before.description },
      after: { title, text: description, ...writtenOf(input) },
    })
    await moveCategory(tx, { ...before, id: discussionId }, fields)
    if (fields.tagIds && !(await replaceTags(tx, discussionId, fields.tagIds))) throw invalidInput(unknownTag)
    if (title !== before.title) await addTitleWords(tx, title)
  })
  invalidateContent(db, { kind: 'discussion', id: discussionId })
  const edited = await findDiscussion(db, discussionId, { viewerId: userId, staffId })
  if (!edited) throw notFound('Discussion')
  return edited.discussion
}

/** @throws ApiError 404, or 409 if the discussion is locked by a moderator */
async function lockOwnDiscussion(tx: Db, { discussionId, userId }: Own) {
  const [discussion] = await tx
    .select({
      title: discussions.title,
      description: discussions.description,
      ...writtenOf(discussions),
      categoryId: discussions.categoryId,
      commentCount: discussions.commentCount,
      isLocked: sql<boolean>`${discussions.lockedAt} is not null`,
    })
    .from(discussions)
    .where(
      and(
        eq(discussions.id, discussionId),
        eq(discussions.userId, userId),
        discussions.isVisible,
        exists(tx.select({ id: users.id }).from(users).where(isActiveAccount(userId))),
      ),
    )
    .for('no key update')
  if (!discussion) throw notFound('Discussion')
  if (discussion.isLocked) throw new ApiError('locked')
  return discussion
}

async function moveCategory(
  tx: Db,
  { id, categoryId, commentCount }: { id: number; categoryId: number; commentCount: number },
  { categoryId: target }: DiscussionFields,
): Promise<void> {
  if (target === undefined || target === categoryId) return
  await lockCategory(tx, target)
  const keywords = discussionKeywords(target)
  await tx.update(discussions).set({ categoryId: target, keywords }).where(eq(discussions.id, id))
  const leave = { discussionId: id, categoryId, discussions: -1, comments: -commentCount }
  const enter = { discussionId: id, categoryId: target, discussions: 1, comments: commentCount }
  // Counters are locked in the order of their categories.
  for (const change of categoryId < target ? [leave, enter] : [enter, leave]) await changeForumCounters(tx, change)
}

/** Deletes the viewer's own discussion. @returns false if it was already deleted or removed. @throws ApiError 404 */
export async function deleteDiscussion(db: Db, { discussionId, userId }: Own): Promise<{ deleted: boolean }> {
  const [own] = await db
    .select({ id: discussions.id })
    .from(discussions)
    .innerJoin(users, eq(users.id, discussions.userId))
    .where(and(eq(discussions.id, discussionId), isActiveAccount(userId)))
  if (!own) throw notFound('Discussion')
  const which = { kind: 'discussion', id: discussionId } as const
  const deleted = await deleteOwn(db, { authorId: userId, which }, (tx) => hideDiscussion(tx, discussionId, deletion))
  if (deleted) {
    invalidateContent(db, { kind: 'discussion', id: discussionId })
    // Unlike a comment, it leaves the lists and the feed of all servers at once.
    publishInvalidation(db, '/api/forums/discussions/')
  }
  return { deleted }
}

/** For moderators. `decideContent` locks a discussion. Idempotent. @throws ApiError 403 or 404 */
export async function unlockDiscussion(
  db: Db,
  { discussionId, moderatorId }: { discussionId: number; moderatorId: number },
): Promise<{ is_locked: boolean }> {
  const isChanged = await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, moderatorId)
    const discussion = await lockDiscussion(tx, discussionId)
    if (!discussion?.isVisible) throw notFound('Discussion')
    if (discussion.authorId === moderatorId) throw new ApiError('own_case')
    if (!discussion.isLocked) return false
    await tx.update(discussions).set({ lockedAt: null }).where(eq(discussions.id, discussionId))
    await recordModeration(tx, { action: 'unlock', subjectKind: 'discussion', subjectId: discussionId }, decision)
    return true
  })
  if (isChanged) invalidateContent(db, { kind: 'discussion', id: discussionId })
  return { is_locked: false }
}
