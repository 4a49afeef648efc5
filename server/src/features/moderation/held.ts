import { selectWritten } from '#db/schema/columns.ts'
import type { Written } from '@wtpu/contract/schemas'
import type { HeldContentRef } from '@wtpu/contract/moderation/held'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isUnderReviewFor, type ReviewViewer } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'

interface Held extends Written {
  title: string
  text: string
  /** Whether the viewer wrote it. */
  is_own: boolean
}

/** For the author and staff. @throws ApiError 404 */
export async function findHeld(db: Db, { kind, id }: HeldContentRef, viewer: ReviewViewer): Promise<Held> {
  const { viewerId } = viewer
  const { rows } = await db.execute<Held>(
    kind === 'poll'
      ? sql`select question as title, description as text, ${selectWritten('p')}, coalesce(creator_id = ${viewerId}, false) as is_own
          from polls p where id = ${id} and ${isUnderReviewFor(viewer, kind, 'p')}`
      : sql`select 'Comment' as title, text, ${selectWritten('c')}, user_id = ${viewerId} as is_own
          from comments c where id = ${id} and ${isUnderReviewFor(viewer, kind, 'c')}`,
  )
  if (!rows[0]) throw notFound(kind === 'poll' ? 'Poll' : 'Comment')
  return rows[0]
}
