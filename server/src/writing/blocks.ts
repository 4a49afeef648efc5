import { mentionsOfMarkdown } from '@wtpu/contract/forums/markdown'
import { mentionsOf } from '@wtpu/contract/mentions'
import { type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { accountsReaching } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { comments } from '#db/schema/community.ts'
import { mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { ApiError } from '#http/errors.ts'
import type { Parent } from './content.ts'
import { stored } from './kinds.ts'

/**
 * Whether `by` has blocked the user, also with another account of the user's mailbox. Lists go by account,
 * because what they leave out would show which accounts belong to one person.
 */
export const hasBlocked = (
  by: SQL,
  userId: number | Placeholder | SQL,
): SQL<boolean> => sql`exists (select from ${mutesAndBlocks} own_block
  where own_block.user_id ${by} and own_block.kind = 'block' and own_block.other_id = any(array${accountsReaching(userId)}))`

/** Blocked people do not address the user who blocked them. @throws ApiError 403 */
export async function assertNotBlocked(tx: Db, { by, userId }: { by: number; userId: number }): Promise<void> {
  await assertNoBlock(tx, sql`select ${by}::int`, userId)
}

async function assertNoBlock(tx: Db, people: SQL, userId: number, detail?: string): Promise<void> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`select ${hasBlocked(sql`in (${people})`, userId)} as found`)
  if (rows[0]?.found) throw new ApiError('blocked_by_person', detail === undefined ? {} : { detail })
}

/** Whom a comment addresses: the author of what it is on, and of the comment that it replies to. @throws ApiError 403 */
export async function assertMayComment(
  tx: Db,
  { on, parentId, userId }: { on: Parent; parentId: number | null; userId: number },
): Promise<void> {
  await assertNoBlock(
    tx,
    sql`${authorOf(on)} union all select user_id from ${comments} where id = ${parentId}::int`,
    userId,
  )
}

function authorOf({ kind, id }: Parent): SQL {
  if (kind === 'politician') return sql`select null::int`
  const { table, author } = stored[kind]
  return sql`select ${author} from ${table} where ${table.id} = ${id}`
}

/** @throws ApiError 403 if the text mentions somebody who blocked its author, and `before` does not */
export async function assertMayMention(
  tx: Db,
  { userId, text, before = '', markdown }: { userId: number; text: string; before?: string; markdown: boolean },
): Promise<void> {
  const namesIn = markdown ? mentionsOfMarkdown : mentionsOf
  const earlier = new Set(namesIn(before))
  const names = namesIn(text).filter((name) => !earlier.has(name))
  if (names.length === 0) return
  const mentioned = sql`select id from ${users} where lower(username) = any(${sql.param(names)}::text[])`
  await assertNoBlock(tx, mentioned, userId, 'A person whom you mention has blocked you.')
}
