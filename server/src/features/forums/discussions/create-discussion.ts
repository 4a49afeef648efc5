import { findCreated } from '#community/idempotency.ts'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { and } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions } from '#db/schema/forums.ts'
import { removal } from '#db/visibility.ts'
import { assertMayMention } from '#community/blocks.ts'
import { hideDiscussion } from '#community/delete-discussions.ts'
import { heldReason, holdRepeated, limitNewcomer } from '#community/floods.ts'
import { changeForumCounters } from '#community/forum-counters.ts'
import { replaceTags } from '#community/tag-uses.ts'
import { mayParticipate, participationError } from '#http/auth.ts'
import { ApiError, invalidInput, notFound } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { notifyOfText } from '#notifications/events.ts'
import { findDiscussion } from './queries.ts'
import { invalidateHere } from '#live/publish.ts'
import { addTitleWords, discussionKeywords } from '#search/words.ts'
import { lockCategory, type DiscussionFields, type DiscussionInput, unknownTag, validateFields } from './validate.ts'

interface NewDiscussion extends DiscussionInput {
  userId: number
  confirmedOnly: boolean
  idempotency_key?: string
}

/** Starts a discussion. The same idempotency key again returns the discussion that was started with it. */
export async function createDiscussion(db: Db, input: NewDiscussion): Promise<Discussion> {
  const { userId, category = '' } = input
  const required = { title: input.title ?? '', description: input.description ?? '', category }
  const {
    title = '',
    description = '',
    categoryId = 0,
    tagIds = [],
  } = await validateFields(db, { ...input, ...required })
  const { id, held } = await db.transaction(async (tx) => {
    await lockAuthor(tx, input)
    const repeated = await findCreated(tx, 'discussion', { userId, key: input.idempotency_key })
    if (repeated !== undefined) return { id: repeated, held: false }
    return insertDiscussion(tx, input, { title, description, categoryId, tagIds })
  })
  if (held) throw new ApiError('held_for_review')
  invalidateHere(db, '/api/forums/')
  const found = await findDiscussion(db, id, userId)
  if (!found) throw notFound('Discussion')
  return found.discussion
}

/** Call it with the author locked: then requests with one key run one after another, and only the first counts. */
async function insertDiscussion(
  tx: Db,
  { userId, lang, idempotency_key: idempotencyKey }: NewDiscussion,
  { title, description, categoryId, tagIds }: Required<DiscussionFields>,
): Promise<{ id: number; held: boolean }> {
  await countAttempt(tx, `discussion ${userId}`, accountLimits.discussions)
  await lockCategory(tx, categoryId)
  const [inserted] = await tx
    .insert(discussions)
    .values({ userId, idempotencyKey, title, description, lang, categoryId, keywords: discussionKeywords(categoryId) })
    .returning({ id: discussions.id })
  if (!inserted) throw new Error('the discussion was not stored')
  await changeForumCounters(tx, { discussionId: inserted.id, categoryId, discussions: 1 })
  if (tagIds.length > 0 && !(await replaceTags(tx, inserted.id, tagIds))) throw invalidInput(unknownTag)
  await addTitleWords(tx, title)
  const written = {
    kind: 'discussion',
    id: inserted.id,
    userId,
    text: `${title} ${description}`,
    markdown: true,
  } as const
  await limitNewcomer(tx, written)
  await assertMayMention(tx, written)
  const held = await holdRepeated(tx, written)
  if (held) await hideDiscussion(tx, inserted.id, removal(heldReason))
  else await notifyOfText(tx, { ...written, text: description })
  return { id: inserted.id, held }
}

/** Locks the author until the end of a transaction. @throws ApiError if the account may not start discussions. */
async function lockAuthor(db: Db, { userId, confirmedOnly }: NewDiscussion): Promise<void> {
  const [author] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveAccount(userId), mayParticipate(confirmedOnly)))
    .for('no key update')
  if (!author) throw await participationError(db, userId)
}
