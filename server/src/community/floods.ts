import { createHash } from 'node:crypto'
import { newcomerLimits } from '@wtpu/contract/limits'
import { countLinks } from '@wtpu/contract/forums/markdown'
import { comparisonKey } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { moderationCases } from '#db/schema/moderation.ts'
import { ApiError } from '#http/errors.ts'
import { countAttempt, tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'

/** What the author of held content reads. */
export const heldReason = 'It repeats a text that you wrote before. It is hidden until a moderator has looked at it.'

interface Written {
  kind: 'post' | 'comment' | 'discussion'
  id: number
  userId: number
  text: string
  markdown: boolean
}

/**
 * Limits what new accounts write: on their first day, or until they have confirmed their email. Call it in the transaction that
 * writes. @throws ApiError 400 or 429
 */
export async function limitNewcomer(tx: Db, { kind, ...written }: Omit<Written, 'id'>): Promise<void> {
  const { userId } = written
  await limitLinks(tx, written)
  if (!(await isNewcomer(tx, userId))) return
  if (kind === 'comment') await countAttempt(tx, `newcomer comment ${userId}`, accountLimits.newcomerComments)
  else await countAttempt(tx, `newcomer post ${userId}`, accountLimits.newcomerPosts)
}

/**
 * Limits edits like new texts, but rejects the same text instead of holding it: others may have replied to the content, so it
 * stays as it was. Call it in the transaction that writes. @throws ApiError 400 or 429
 */
export async function limitEdit(
  tx: Db,
  { userId, before, text, markdown }: Omit<Written, 'id' | 'kind'> & { before: string },
): Promise<void> {
  await limitLinks(tx, { userId, text, markdown })
  if (comparisonKey(text) === comparisonKey(before)) return
  const retryAfter = await countText(tx, { userId, text })
  if (retryAfter !== undefined) throw new ApiError('repeated_text', { retryAfter })
}

/** Limits the links in a text of a new account, of any kind. @throws ApiError 400 */
export async function limitLinks(
  tx: Db,
  { userId, text, markdown }: Pick<Written, 'userId' | 'text' | 'markdown'>,
): Promise<void> {
  const hasMany = countLinks(text, { markdown }) > newcomerLimits.links
  if (hasMany && (await isNewcomer(tx, userId))) throw new ApiError('too_many_links')
}

export async function isNewcomer(tx: Db, userId: number): Promise<boolean> {
  const [author] = await tx
    .select({
      isNew: sql<boolean>`${users.createdAt} > now() - interval '1 day' or ${users.emailVerifiedAt} is null`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return author?.isNew ?? false
}

/**
 * Opens a case for content whose author wrote the same text twice in the last minutes. Then the caller hides it, and answers with
 * the error `held_for_review` after its commit. @throws ApiError 429 if much of theirs is held already
 */
export async function holdRepeated(tx: Db, { kind, id, userId, text }: Omit<Written, 'markdown'>): Promise<boolean> {
  if ((await countText(tx, { userId, text })) === undefined) return false
  await countAttempt(tx, `held ${userId}`, accountLimits.held)
  await tx.insert(moderationCases).values({ kind, contentId: id, authorId: userId, hidden: true })
  return true
}

/**
 * Answers a repeated request like the first one, until a moderator has decided about the held content. Its case has no reports,
 * unlike that of content that reports have hidden. @throws ApiError 409
 */
export async function assertNotHeld(
  tx: Db,
  { kind, id }: { kind: Written['kind'] | 'poll'; id: number },
): Promise<void> {
  const held = and(
    eq(moderationCases.kind, kind),
    eq(moderationCases.contentId, id),
    eq(moderationCases.hidden, true),
    eq(moderationCases.reportCount, 0),
  )
  if ((await tx.$count(moderationCases, held)) > 0) throw new ApiError('held_for_review')
}

/** @returns the seconds until the author may write the text again, if they wrote it twice in the last minutes */
async function countText(tx: Db, { userId, text }: Pick<Written, 'userId' | 'text'>): Promise<number | undefined> {
  const key = comparisonKey(text)
  if (key === '') return undefined
  const hash = createHash('sha256').update(key).digest('base64url')
  return tryAttempt(tx, `text ${userId} ${hash}`, accountLimits.sameText)
}
