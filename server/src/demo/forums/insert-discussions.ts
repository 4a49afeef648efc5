import type { Db } from '#db/client.ts'
import { revisions } from '#db/schema/community.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { discussions } from '#db/schema/forums.ts'
import { categories } from '#db/schema/polls.ts'
import { hoursBefore, timeOfEdit, type ForumContext, type InsertedDiscussion } from './context.ts'
import type { SampleDiscussion } from './sample-discussion.ts'
import { sampleDiscussions } from './sample-discussions.ts'

/** Oldest first, because lists sort by id. */
export async function insertDiscussions(tx: Db, context: ForumContext): Promise<InsertedDiscussion[]> {
  const { now, find } = context
  const named = await tx.select().from(categories)
  const categoryIds = new Map<string, number>(named.map(({ id, name }) => [name, id]))
  const samples = sampleDiscussions.toSorted((a, b) => b.hoursAgo - a.hoursAgo)
  const rows = samples.map((sample) => {
    const categoryId = categoryIds.get(sample.category)
    if (!categoryId) throw new Error(`The database has no category ${sample.category}.`)
    const { title, description, before, lockedFor } = sample
    const createdAt = hoursBefore(now, sample.hoursAgo)
    return {
      title,
      description,
      categoryId,
      keywords: sample.category,
      userId: find(sample.by).id,
      createdAt,
      editedAt: before ? timeOfEdit(createdAt, now) : null,
      lockedAt: lockedFor === undefined ? null : lockTime(sample, now),
    }
  })
  const ids = await tx.insert(discussions).values(rows).returning({ id: discussions.id })
  const inserted = samples.map((sample, index) => ({
    id: ids[index]?.id ?? 0,
    sample,
    author: find(sample.by),
    createdAt: hoursBefore(now, sample.hoursAgo),
  }))
  await insertRevisions(tx, inserted, context)
  await insertLocks(tx, inserted, context)
  return inserted
}

async function insertRevisions(tx: Db, inserted: InsertedDiscussion[], { now }: ForumContext): Promise<void> {
  const rows = inserted.flatMap(({ id, sample: { before }, createdAt }) => {
    if (!before) return []
    const { title, description } = before
    const editedAt = timeOfEdit(createdAt, now)
    return [{ discussionId: id, title, text: description, writtenAt: createdAt, createdAt: editedAt }]
  })
  await tx.insert(revisions).values(rows)
}

async function insertLocks(tx: Db, inserted: InsertedDiscussion[], { moderator, now }: ForumContext): Promise<void> {
  const locks = inserted.flatMap(({ id, sample }) => {
    if (sample.lockedFor === undefined) return []
    return [{ subjectId: id, reason: sample.lockedFor, createdAt: lockTime(sample, now) }]
  })
  const lock = {
    actor: moderator.username,
    actorId: moderator.id,
    action: 'lock' as const,
    subjectKind: 'discussion' as const,
  }
  await tx.insert(moderationActions).values(locks.map((row) => ({ ...lock, ...row })))
}

/** A while after the last comment. */
function lockTime({ lastCommentHoursAgo }: SampleDiscussion, now: Date): Date {
  return hoursBefore(now, lastCommentHoursAgo * 0.9)
}
