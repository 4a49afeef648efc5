import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { seededRandom } from '#demo/random.ts'
import { hoursBefore, timeOfEdit, type ForumContext, type InsertedDiscussion } from './context.ts'
import { readThread, timesOfThread, type ThreadLine } from './thread.ts'

const pinnedAfter = 40 * 60_000

interface Draft extends ThreadLine {
  discussionId: number
  /** The drafts of the thread, in the order of its lines. */
  thread: Draft[]
  createdAt: Date
  /** When it was deleted or removed, if it was: a while after the last comment of the thread. */
  hiddenAt: Date
}

interface CommentRow extends Draft {
  id: number
}

/** Inserts the comments, oldest first, because lists sort by id. */
export async function insertForumComments(
  tx: Db,
  inserted: InsertedDiscussion[],
  context: ForumContext,
): Promise<void> {
  const drafts = readDrafts(inserted, context.now)
  const ids = await tx
    .insert(comments)
    .values(drafts.map((draft) => commentValues(draft, context)))
    .returning({ id: comments.id })
  const rows = drafts.map((draft, index) => ({ ...draft, id: ids[index]?.id ?? 0 }))
  await setParents(tx, drafts, rows)
  await insertRevisions(tx, rows, context)
  await insertModeration(tx, rows, context)
}

function readDrafts(inserted: InsertedDiscussion[], now: Date): Draft[] {
  const random = seededRandom(8)
  const drafts = inserted.flatMap(({ id, sample, createdAt }) => {
    const lines = readThread(sample.comments)
    const end = hoursBefore(now, sample.lastCommentHoursAgo)
    const times = timesOfThread(lines, { start: createdAt.getTime(), end: end.getTime() }, random)
    const hiddenAt = hoursBefore(now, sample.lastCommentHoursAgo * 0.95)
    const thread: Draft[] = []
    for (const [index, line] of lines.entries()) {
      thread.push({ ...line, discussionId: id, thread, createdAt: times[index] ?? createdAt, hiddenAt })
    }
    return thread
  })
  return drafts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

function commentValues(draft: Draft, { now, find }: ForumContext): typeof comments.$inferInsert {
  const { discussionId, by, text, createdAt, hiddenAt } = draft
  return {
    discussionId,
    userId: find(by).id,
    text,
    createdAt,
    editedAt: draft.before === undefined ? null : timeOfEdit(createdAt, now),
    pinnedAt: draft.pinned ? timeOfPin(createdAt, now) : null,
    deletedAt: draft.deleted ? hiddenAt : null,
    removedAt: draft.removedFor === undefined ? null : hiddenAt,
    removalReason: draft.removedFor ?? null,
  }
}

/** Sets `parent_id` and `path`, once the ids are known. */
async function setParents(tx: Db, drafts: Draft[], rows: CommentRow[]): Promise<void> {
  const idOf = new Map(drafts.map((draft, index) => [draft, rows[index]?.id ?? 0]))
  const pathOf = ({ thread, parent }: Draft): number[] => {
    const above = parent === undefined ? undefined : thread[parent]
    return above ? [...pathOf(above), idOf.get(above) ?? 0] : []
  }
  const replies = drafts
    .map((draft) => ({ id: idOf.get(draft), path: pathOf(draft) }))
    .filter(({ path }) => path.length > 0)
  await tx.execute(sql`
    update ${comments} c set path = r.path, parent_id = r.path[cardinality(r.path)]
    from jsonb_to_recordset(${JSON.stringify(replies)}::jsonb) as r(id int, path int[]) where c.id = r.id`)
}

async function insertRevisions(tx: Db, rows: CommentRow[], { now }: ForumContext): Promise<void> {
  const edits = rows.flatMap(({ id, before, createdAt }) => {
    if (before === undefined) return []
    return [{ commentId: id, text: before, writtenAt: createdAt, createdAt: timeOfEdit(createdAt, now) }]
  })
  await tx.insert(revisions).values(edits)
}

async function insertModeration(tx: Db, rows: CommentRow[], { moderator, now }: ForumContext): Promise<void> {
  const byModerator = { actor: moderator.username, actorId: moderator.id, subjectKind: 'comment' as const }
  const pins = rows
    .filter(({ pinned }) => pinned)
    .map(({ id, createdAt }) => ({ subjectId: id, reason: '', createdAt: timeOfPin(createdAt, now) }))
  const removals = rows.flatMap(({ id, removedFor, hiddenAt }) =>
    removedFor === undefined ? [] : [{ subjectId: id, reason: removedFor, createdAt: hiddenAt }],
  )
  await tx
    .insert(moderationActions)
    .values([
      ...pins.map((pin) => ({ ...byModerator, ...pin, action: 'pin' as const })),
      ...removals.map((removal) => ({ ...byModerator, ...removal, action: 'remove' as const })),
    ])
}

function timeOfPin(createdAt: Date, now: Date): Date {
  return new Date(Math.min(createdAt.getTime() + pinnedAfter, now.getTime()))
}
