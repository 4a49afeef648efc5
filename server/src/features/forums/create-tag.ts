import { lengthProblem } from '@wtpu/contract/lengths'
import { type Tag, tagMaxLength, tagSlug } from '@wtpu/contract/forums/tags'
import { tagAccountAgeHours } from '@wtpu/contract/limits'
import { toSingleLine } from '@wtpu/contract/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { tags } from '#db/schema/forums.ts'
import { assertMayWrite, isWriter, type Writer } from '#http/auth.ts'
import { accountGone, ApiError, assertFields } from '#http/errors.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { findTag } from './find-tag.ts'

interface NewTag extends Writer {
  name: string
  staffId?: number
}

/** Creates a tag, or returns the one with the same slug. */
export async function createTag(db: Db, input: NewTag): Promise<{ tag: Tag; isNew: boolean }> {
  const name = toSingleLine(input.name).replace(/^#+\s*/, '')
  const slug = validateName(name)
  await assertMayWrite(db, input)
  const existing = await findTag(db, { slug })
  if (existing) return { tag: existing, isNew: false }
  await checkAge(db, input)
  const key = `tag ${input.userId}`
  await countAttempt(db, key, accountLimits.tags)
  try {
    const tag = await insertTag(db, { ...input, name, slug })
    if (tag) return { tag, isNew: true }
  } catch (error) {
    await refundAttempt(db, key)
    throw error
  }
  // Somebody else created it, or the account was deleted or blocked, at the same time.
  await refundAttempt(db, key)
  const other = await findTag(db, { slug })
  if (!other) throw accountGone()
  return { tag: other, isNew: false }
}

/** @returns the slug. @throws ApiError 400 */
function validateName(name: string): string {
  const slug = tagSlug(name)
  assertFields({
    name: slug === '' ? 'A tag needs a letter or a digit.' : lengthProblem('A tag', name, tagMaxLength),
  })
  return slug
}

async function checkAge(db: Db, { userId, staffId = 0 }: NewTag): Promise<void> {
  const isOldEnough = sql<boolean>`(${users.role} <> 'user' and ${users.id} = ${staffId})
    or ${users.createdAt} <= now() - make_interval(hours => ${tagAccountAgeHours})`
  const [user] = await db.select({ isOldEnough }).from(users).where(isActiveAccount(userId))
  if (!user) throw accountGone()
  if (user.isOldEnough) return
  throw new ApiError('too_new')
}

/** The statement itself checks that the account is active. Undefined if the slug exists. */
async function insertTag(db: Db, { name, slug, ...writer }: NewTag & { slug: string }): Promise<Tag | undefined> {
  const { rows } = await db.execute<Tag>(sql`
    insert into ${tags} (name, slug, created_by)
    select ${name}, ${slug}, ${users.id} from ${users} where ${isWriter(writer)}
    on conflict (slug) do nothing returning id, name`)
  return rows[0]
}
