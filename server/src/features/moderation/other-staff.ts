import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { moderationCases, reports } from '#db/schema/moderation.ts'
import type { Subject } from './reports.ts'

interface Member {
  id: number
  has_reported: boolean
}

/** The staff who can decide about some content: all but its author. */
export async function findStaff(
  tx: Db,
  { kind, contentId, authorId }: Subject & { authorId: number | null },
): Promise<Member[]> {
  const { rows } = await tx.execute<Member>(sql`
    select id, exists (select from ${reports} join ${moderationCases} found on found.id = case_id
      where reporter_id = ${users.id} and found.kind = ${kind} and found.content_id = ${contentId}) as has_reported
    from ${users} where is_active and role <> 'user' and id is distinct from ${authorId}::int`)
  return rows
}

/**
 * Why another moderator decides about the content, or about the appeal against the decision of `actorId`: the moderator has
 * made that decision, or has reported the content, and is not alone.
 */
export function obstacleOf(staff: Member[], moderatorId: number, actorId?: number | null): string | null {
  if (moderatorId === actorId) {
    const isAlone = staff.every(({ id }) => id === moderatorId)
    return isAlone ? null : 'You made this decision, so another moderator decides on the appeal.'
  }
  const hasReported = staff.some(({ id, has_reported }) => id === moderatorId && has_reported)
  const isAlone = staff.every(({ id, has_reported }) => has_reported || id === actorId)
  return hasReported && !isAlone ? 'You reported this, so another moderator decides.' : null
}
