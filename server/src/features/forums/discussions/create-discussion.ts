import { writtenOf } from '@wtpu/contract/schemas'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import type { Db } from '#db/client.ts'
import { discussions } from '#db/schema/forums.ts'
import type { Writer } from '#http/auth.ts'
import { invalidInput, notFound } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { invalidateHere } from '#live/publish.ts'
import { addTitleWords, discussionKeywords } from '#search/words.ts'
import { changeForumCounters } from '#writing/forum-counters.ts'
import { type Inserted, publish } from '#writing/publish.ts'
import { replaceTags } from '#writing/tag-uses.ts'
import { findDiscussion } from './queries.ts'
import { lockCategory, type DiscussionFields, type DiscussionInput, unknownTag, validateFields } from './validate.ts'

interface NewDiscussion extends DiscussionInput, Writer {
  idempotency_key?: string
  staffId?: number
}

/** Starts a discussion. The same idempotency key again returns the discussion that was started with it. */
export async function createDiscussion(db: Db, input: NewDiscussion): Promise<Discussion> {
  const { userId, confirmedOnly, staffId = 0, category = '' } = input
  const required = { title: input.title ?? '', description: input.description ?? '', category }
  const {
    title = '',
    description = '',
    categoryId = 0,
    tagIds = [],
  } = await validateFields(db, { ...input, ...required })
  const id = await publish(db, 'discussion', {
    writer: { userId, confirmedOnly },
    key: input.idempotency_key,
    text: `${title} ${description}`,
    body: description,
    markdown: true,
    insert: (tx) => insertDiscussion(tx, input, { title, description, categoryId, tagIds }),
  })
  invalidateHere(db, '/api/forums/')
  const found = await findDiscussion(db, id, { viewerId: userId, staffId })
  if (!found) throw notFound('Discussion')
  return found.discussion
}

async function insertDiscussion(
  tx: Db,
  { userId, idempotency_key: idempotencyKey, ...input }: NewDiscussion,
  { title, description, categoryId, tagIds }: Required<DiscussionFields>,
): Promise<Inserted> {
  await countAttempt(tx, `discussion ${userId}`, accountLimits.discussions)
  await lockCategory(tx, categoryId)
  const [inserted] = await tx
    .insert(discussions)
    .values({
      userId,
      idempotencyKey,
      title,
      description,
      ...writtenOf(input),
      categoryId,
      keywords: discussionKeywords(categoryId),
    })
    .returning({ id: discussions.id })
  if (!inserted) throw new Error('the discussion was not stored')
  await changeForumCounters(tx, { discussionId: inserted.id, categoryId, discussions: 1 })
  if (tagIds.length > 0 && !(await replaceTags(tx, inserted.id, tagIds, { isNew: true })))
    throw invalidInput(unknownTag)
  await addTitleWords(tx, title)
  return { id: inserted.id }
}
