import { createHash } from 'node:crypto'
import { newcomerLimits } from '@wtpu/contract/limits'
import { countLinks } from '@wtpu/contract/forums/markdown'
import { comparisonKey } from '@wtpu/contract/writing/on-demand/comparison-key'
import type { KindThat } from '@wtpu/contract/writing/kinds'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'
import { countAttempt, tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { stored } from './kinds.ts'

interface Written {
  userId: number
  text: string
  markdown: boolean
}

/**
 * Limits what new accounts write: on their first day, or until they have confirmed their email. Call it in the transaction that
 * writes. @throws ApiError 400 or 429
 */
export async function limitNewcomer(tx: Db, kind: KindThat<'remove'>, written: Written): Promise<void> {
  const { userId } = written
  await limitLinks(tx, written)
  const counted = stored[kind].newcomers
  if (counted && (await isNewcomer(tx, userId))) await countAttempt(tx, `${counted.key} ${userId}`, counted.limit)
}

/**
 * Limits edits like new texts, but rejects the same text instead of holding it: others may have replied to the content, so it
 * stays as it was. Call it in the transaction that writes. @throws ApiError 400 or 429
 */
export async function limitEdit(
  tx: Db,
  { userId, before, text, markdown }: Written & { before: string },
): Promise<void> {
  await limitLinks(tx, { userId, text, markdown })
  if (comparisonKey(text) === comparisonKey(before)) return
  const retryAfter = await countText(tx, { userId, text })
  if (retryAfter !== undefined) throw new ApiError('repeated_text', { retryAfter })
}

/** Limits the links in a text of a new account, of any kind. @throws ApiError 400 */
export async function limitLinks(tx: Db, { userId, text, markdown }: Written): Promise<void> {
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

/** @returns the seconds until the author may write the text again, if they wrote it twice in the last minutes */
export async function countText(
  tx: Db,
  { userId, text }: Pick<Written, 'userId' | 'text'>,
): Promise<number | undefined> {
  const key = comparisonKey(text)
  if (key === '') return undefined
  const hash = createHash('sha256').update(key).digest('base64url')
  return tryAttempt(tx, `text ${userId} ${hash}`, accountLimits.sameText)
}
