import { kindsThat } from '@wtpu/contract/writing/kinds'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isDeleted, isDeletedForGood } from '#db/visibility.ts'
import { stored } from './kinds.ts'

/** Accounts of one run. */
const maxAccounts = 20

/**
 * Empties what deleted accounts have written and nobody sees any more, once nobody can appeal: deleted texts and their
 * earlier versions, notes of reports, and appeals. Moderators may need it until then. @returns whether there
 * may be more.
 */
export async function emptyTexts(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from users where ${isDeletedForGood} order by id limit ${maxAccounts} for no key update skip locked`)
    const isTheirs = (column: string) => sql`${sql.raw(column)} = any(${sql.param(rows.map(({ id }) => id))}::int[])`
    for (const kind of kindsThat('edit')) {
      const table = sql.identifier(`${kind}s`)
      await tx.execute(sql`delete from revisions using ${table} content
        where revisions.${sql.identifier(`${kind}_id`)} = content.id and ${isTheirs('content.user_id')} and ${isDeleted('content')}`)
      await tx.execute(
        sql`update ${table} content set ${stored[kind].emptied} where ${isTheirs('user_id')} and ${isDeleted('content')}`,
      )
    }
    await tx.execute(sql`update reports set note = '' where ${isTheirs('reporter_id')} and note <> ''`)
    await tx.execute(sql`update appeals set text = '' where ${isTheirs('user_id')}`)
    await tx.execute(sql`update users set texts_emptied_at = now() where ${isTheirs('id')}`)
    return rows.length === maxAccounts
  })
}
