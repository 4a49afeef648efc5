import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import type { SampleComment } from './content.ts'
import { type DemoContext, findPerson, hoursBefore, type InsertedDiscussion, timeOfEdit } from './context.ts'
import { type Random, seededRandom } from './random.ts'

const pinnedAfter = 40 * 60_000

interface Line {
  comment: SampleComment
  /** The line that this one replies to. */
  above: Line | undefined
}

interface Draft extends Line {
  discussionId: number
  createdAt: Date
  /** When it was deleted or removed, if it was: a while after the last comment of the thread. */
  hiddenAt: Date
}

interface CommentRow extends Draft {
  id: number
}

/** The comments of a thread, each followed by its replies. */
export function linesOf(thread: SampleComment[], above?: Line): Line[] {
  return thread.flatMap((comment) => {
    const line = { comment, above }
    return [line, ...linesOf(comment.replies ?? [], line)]
  })
}

/** The times of the comments: later than the comment above and the previous sibling. The last line is the last, at `end`. */
export function timesOf(lines: Line[], { start, end }: { start: number; end: number }, random: Random): Date[] {
  const latestReply = new Map<Line | undefined, Line>()
  // From 0, the start, to 1, which is never reached.
  const shares = new Map<Line | undefined, number>()
  for (const line of lines) {
    const before = shares.get(latestReply.get(line.above) ?? line.above) ?? 0
    const earliest = line === lines.at(-1) ? Math.max(...shares.values(), 0) : before
    shares.set(line, earliest + (1 - earliest) * (0.03 + 0.45 * random.next() ** 2))
    latestReply.set(line.above, line)
  }
  const longest = shares.get(lines.at(-1)) ?? 1
  return lines.map((line) => new Date(Math.round(start + ((end - start) * (shares.get(line) ?? 0)) / longest)))
}

/** Inserts the comments, oldest first, because lists sort by id. */
export async function insertThreads(tx: Db, inserted: InsertedDiscussion[], context: DemoContext): Promise<void> {
  const drafts = readDrafts(inserted, context.now)
  const ids = await tx
    .insert(comments)
    .values(drafts.map((draft) => commentValues(draft, context)))
    .returning({ id: comments.id })
  const rows = drafts.map((draft, index) => ({ ...draft, id: ids[index]?.id ?? 0 }))
  await setParents(tx, rows)
  await insertRevisions(tx, rows, context)
  await insertModeration(tx, rows, context)
}

function readDrafts(inserted: InsertedDiscussion[], now: Date): Draft[] {
  const random = seededRandom(8)
  const drafts = inserted.flatMap(({ id, sample, createdAt }) => {
    const lines = linesOf(sample.comments)
    const end = hoursBefore(now, sample.lastCommentHoursAgo)
    const times = timesOf(lines, { start: createdAt.getTime(), end: end.getTime() }, random)
    const hiddenAt = hoursBefore(now, sample.lastCommentHoursAgo * 0.95)
    return lines.map((line, index) => ({ ...line, discussionId: id, createdAt: times[index] ?? createdAt, hiddenAt }))
  })
  return drafts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

function commentValues(draft: Draft, { people, now }: DemoContext): typeof comments.$inferInsert {
  const { discussionId, createdAt, hiddenAt } = draft
  const { by, text, before, pinned, deleted, removedFor } = draft.comment
  return {
    discussionId,
    userId: findPerson(people, by).id,
    text,
    createdAt,
    editedAt: before === undefined ? null : timeOfEdit(createdAt, now),
    pinnedAt: pinned ? timeOfPin(createdAt, now) : null,
    deletedAt: deleted ? hiddenAt : null,
    removedAt: removedFor === undefined ? null : hiddenAt,
    removalReason: removedFor ?? null,
  }
}

/** Sets `parent_id` and `path`, once the ids are known. */
async function setParents(tx: Db, rows: CommentRow[]): Promise<void> {
  const idOf = new Map(rows.map(({ comment, id }) => [comment, id]))
  const pathOf = ({ above }: Line): number[] => (above ? [...pathOf(above), idOf.get(above.comment) ?? 0] : [])
  const replies = rows.filter(({ above }) => above).map((row) => ({ id: row.id, path: pathOf(row) }))
  await tx.execute(sql`
    update ${comments} c set path = r.path, parent_id = r.path[cardinality(r.path)]
    from jsonb_to_recordset(${JSON.stringify(replies)}::jsonb) as r(id int, path int[]) where c.id = r.id`)
}

async function insertRevisions(tx: Db, rows: CommentRow[], { now }: DemoContext): Promise<void> {
  const edits = rows.flatMap(({ id, comment: { before }, createdAt }) => {
    if (before === undefined) return []
    return [{ commentId: id, text: before, writtenAt: createdAt, createdAt: timeOfEdit(createdAt, now) }]
  })
  await tx.insert(revisions).values(edits)
}

async function insertModeration(tx: Db, rows: CommentRow[], { moderator, now }: DemoContext): Promise<void> {
  const byModerator = { actor: moderator.username, actorId: moderator.id, subjectKind: 'comment' as const }
  const pins = rows
    .filter(({ comment }) => comment.pinned)
    .map(({ id, createdAt }) => ({ subjectId: id, reason: '', createdAt: timeOfPin(createdAt, now) }))
  const removals = rows.flatMap(({ id, comment: { removedFor }, hiddenAt }) =>
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
