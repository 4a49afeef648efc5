import { undoSeconds } from '@wtpu/contract/undo'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTimeOrNull } from '#db/iso-time.ts'
import { lockActive } from '#db/people.ts'
import { undoneChoices } from '#db/schema/undone-choices.ts'
import { participationError } from '#http/auth.ts'
import { publishChoice, type StoredChoice } from './choice-writer.ts'

export const undoTime = sql.raw(`interval '${undoSeconds} seconds'`)

/** SQL: until when a row of `poll_votes` or `politician_ratings` can be taken back, and not after `last`. Null if it is final. */
export function undoUntil(
  row: string,
  of: 'poll_id' | 'politician_id',
  { last = sql`null`, isFinal = sql`false` } = {},
) {
  const column = (name: string) => sql.raw(`${row}.${name}`)
  const until = sql`least(${column('created_at')} + ${undoTime}, ${last})`
  // The first condition spares older rows the look-ups.
  return sql<string | null>`case when ${column('created_at')} > now() - ${undoTime} and ${until} > statement_timestamp()
    and not (${isFinal}) and not exists (
      select from ${undoneChoices} u where u.${sql.raw(of)} = ${column(of)} and u.voter_id = ${column('voter_id')})
    then ${isoTimeOrNull(until)} end`
}

/** Takes back what a user chose. `undo` deletes its row and what was counted with it, and returns it, or throws why it is final. */
export async function undoChoice(
  db: Db,
  { of, id, userId }: { of: 'polls' | 'politicians'; id: number; userId: number },
  undo: (tx: Db) => Promise<StoredChoice>,
): Promise<void> {
  const undone = await db.transaction(async (tx) => {
    const active = await lockActive(tx, [userId], { wait: true })
    if (!active.has(userId)) throw await participationError(tx, userId)
    return undo(tx)
  })
  publishChoice(db, of, id, undone)
}
