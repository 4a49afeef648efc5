import type { KindThat } from '@wtpu/contract/writing/kinds'
import { and, eq, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { moderationCases } from '#db/schema/moderation.ts'
import { deletion, isDeleted } from '#db/visibility.ts'
import { stored } from './kinds.ts'

/** What its author can delete later. A poll stays, because people have voted in it. */
type Kind = KindThat<'edit'>

interface Own {
  authorId: number
  /** Without it, all of the author. */
  which?: { kind: Kind; id: number }
}

/**
 * Deletes what is hidden until a moderator decides, by its author, and closes its case: nothing is left to decide. It is counted
 * nowhere. Locks the cases before the content, like a decision. @returns what was deleted
 */
export async function deleteUnderReview(tx: Db, { authorId, which }: Own): Promise<{ kind: Kind; id: number }[]> {
  const isOwn = and(eq(moderationCases.authorId, authorId), moderationCases.hidden)
  const isThis = which && and(eq(moderationCases.kind, which.kind), eq(moderationCases.contentId, which.id))
  const cases = await tx
    .select({ id: moderationCases.id, kind: moderationCases.kind, contentId: moderationCases.contentId })
    .from(moderationCases)
    .where(and(isOwn, isThis))
    .orderBy(moderationCases.id)
    .for('no key update')
  const deleted: { kind: Kind; id: number }[] = []
  for (const { id: caseId, kind, contentId } of cases) {
    if (kind === 'poll' || kind === 'user') continue
    const { table } = stored[kind]
    await tx
      .update(table)
      .set(deletion)
      .where(and(eq(table.id, contentId), eq(table.userId, authorId), not(isDeleted(`${kind}s`))))
    await tx
      .update(moderationCases)
      .set({ hidden: false, closedAt: sql`now()`, claimedBy: null, claimedAt: null })
      .where(and(eq(moderationCases.id, caseId), isNull(moderationCases.closedAt)))
    deleted.push({ kind, id: contentId })
  }
  return deleted
}

/**
 * The author deletes content: visible content by `hide`, else by `deleteUnderReview`. Reports may hide it in between, so it is
 * tried again. @returns whether it was deleted
 */
export async function deleteOwn(db: Db, own: Own, hide: (tx: Db) => Promise<boolean>): Promise<boolean> {
  const once = () => db.transaction(async (tx) => (await deleteUnderReview(tx, own)).length > 0 || (await hide(tx)))
  return (await once()) || once()
}
