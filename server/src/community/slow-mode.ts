import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'
import { nameOfContent, invalidateContent, lockPlace, type Parent } from '#writing/content.ts'
import { recordModeration, requireModerator } from './moderation.ts'

/** A discussion, or the wall of an official. */
type Place = Parent & { kind: 'discussion' | 'politician' }

const tables = { discussion: discussions, politician: politicians }

/** Starts or ends slow mode, in which each user comments once a minute. Idempotent. @throws ApiError 403 or 404 */
export async function setSlow(
  db: Db,
  { moderatorId, isSlow, ...on }: Place & { moderatorId: number; isSlow: boolean },
): Promise<{ is_slow: boolean }> {
  const table = tables[on.kind]
  await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, moderatorId)
    if (!(await lockPlace(tx, on))) throw notFound(nameOfContent(on.kind))
    const changed = await tx
      .update(table)
      .set({ isSlow })
      .where(and(eq(table.id, on.id), ne(table.isSlow, isSlow)))
      .returning({ id: table.id })
    if (changed.length === 0) return
    const action = isSlow ? 'slow' : 'unslow'
    await recordModeration(tx, { action, subjectKind: on.kind, subjectId: on.id }, decision)
  })
  if (on.kind === 'discussion') invalidateContent(db, on)
  else publishInvalidation(db, '/api/politicians/')
  return { is_slow: isSlow }
}
