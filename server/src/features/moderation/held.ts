import type { HeldContentRef } from '@wtpu/contract/moderation/held'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isUnderReviewFor } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'

interface Held {
  title: string
  text: string
  lang: string | null
  /** Whether the viewer wrote it. */
  is_own: boolean
}

/** For the author and staff. @throws ApiError 404 */
export async function findHeld(db: Db, { kind, id }: HeldContentRef, viewerId: number): Promise<Held> {
  const { rows } = await db.execute<Held>(
    kind === 'poll'
      ? sql`select question as title, description as text, lang, coalesce(creator_id = ${viewerId}, false) as is_own
          from polls p where id = ${id} and ${isUnderReviewFor(viewerId, kind, 'p')}`
      : sql`select 'Comment' as title, text, lang, user_id = ${viewerId} as is_own
          from comments c where id = ${id} and ${isUnderReviewFor(viewerId, kind, 'c')}`,
  )
  if (!rows[0]) throw notFound(kind === 'poll' ? 'Poll' : 'Comment')
  return rows[0]
}
