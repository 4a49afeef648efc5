import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import { kinds, type KindThat } from '@wtpu/contract/writing/kinds'
import { and, desc, eq, exists, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { revisions } from '#db/schema/community.ts'
import { accountGone, notFound } from '#http/errors.ts'
import { assertMayMention } from './blocks.ts'
import { limitEdit } from './floods.ts'
import { stored, type Text } from './kinds.ts'

type Editable = KindThat<'edit'>

/** The newest ones. A post cannot have more: its author has 15 minutes, and 30 writes a minute. */
const maxRevisions = 500

interface Revision {
  id: number
  userId: number
  markdown: boolean
  before: Text & Written
  /** What is undefined stays as it is. */
  after: Text & Written
  /** Further columns that follow from the new text. */
  more?: object
}

/**
 * Replaces the text and keeps the earlier one as a revision. The row of the content is locked. An edit that changes nothing leaves
 * no trace. @returns whether the text or its fields changed @throws ApiError 400, 401, 403 or 429
 */
export async function revise(
  tx: Db,
  kind: Editable,
  { id, userId, markdown, before, after, more }: Revision,
): Promise<boolean> {
  const { table } = stored[kind]
  const changed = changedWritten(before, after)
  if (changed) await tx.update(table).set(changed).where(eq(table.id, id))
  if (after.text === before.text && after.title === before.title) return changed !== undefined
  const edit = { userId, before: allOf(before), text: allOf(after), markdown }
  await limitEdit(tx, edit)
  await assertMayMention(tx, edit)
  await keepText(tx, kind, id, before)
  const isActive = exists(tx.select({ id: users.id }).from(users).where(isActiveAccount(userId)))
  const edited = await tx
    .update(table)
    .set({ ...stored[kind].edit.set(after), ...more, editedAt: sql`clock_timestamp()` })
    .where(and(eq(table.id, id), isActive))
    .returning({ id: table.id })
  if (edited.length === 0) throw accountGone()
  return true
}

function changedWritten(before: Written, after: Written): Written | undefined {
  const earlier: Record<string, unknown> = writtenOf(before)
  const changed = Object.entries(writtenOf(after)).filter(
    ([name, value]) => value !== undefined && value !== earlier[name],
  )
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

const allOf = ({ title, text }: Text) => (title === undefined ? text : `${title} ${text}`)

async function keepText(tx: Db, kind: Editable, id: number, { title, text }: Text): Promise<void> {
  const { table } = stored[kind]
  const writtenAt = sql`(select coalesce(${table.editedAt}, ${table.createdAt}) from ${table} where ${table.id} = ${id})`
  await tx.insert(revisions).values({ [`${kind}Id`]: id, title, text, writtenAt })
}

/** The earlier texts of visible content, newest first, and the titles of a discussion. @throws ApiError 404 */
export async function findRevisions(db: Db, { kind, id }: { kind: Editable; id: number }) {
  const { table, isShown, edit } = stored[kind]
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), edit.where, isShown))
  if (found.length === 0) throw notFound(kinds[kind].name)
  return db
    .select({
      title: sql<string>`${revisions.title}`,
      text: revisions.text,
      created_at: isoTime(revisions.writtenAt),
    })
    .from(revisions)
    .where(eq(revisions[`${kind}Id`], id))
    .orderBy(desc(revisions.id))
    .limit(maxRevisions)
}
