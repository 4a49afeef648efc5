import { displayName } from '@wtpu/contract/accounts/names'
import type { Output } from '@wtpu/contract/endpoint'
import type { listLoggedAccounts, LogEntry } from '@wtpu/contract/moderation/cases'
import { maxRowsOfLog } from '@wtpu/contract/moderation/figures'
import { appealName, decisionName, kindName, ruleName } from '@wtpu/contract/moderation/on-demand/names'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { appeals, isInPublicLog, moderationActions, subjectKindOf, undid } from '#db/schema/moderation.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { toCsv } from '#http/csv.ts'

const defaultLimit = 50

/** What staff decided, by the time that the log shows, newest first, without the content, its author and who reported it. */
export async function findLog(
  db: Db,
  { cursor, limit = defaultLimit }: { cursor?: string; limit?: number },
): Promise<{ results: LogEntry[]; next: string | null }> {
  const before = decodeCursor(cursor, ['instant', 'integer'])
  const { rows } = await db.execute<LogEntry & { keys: [string, number] }>(sql`
    select action.id, to_char(action.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, action.action, action.rule,
      ${subjectKindOf('action')} as kind,
      action.days, action.text_action, action.reason as sentence, action.undoes, ${undid},
      case when appeal.id is null then null when appeal.granted is null then 'open' when appeal.granted then 'granted'
        else 'rejected' end as appeal,
      coalesce(appeal.decided_by = action.actor_id, false) as appeal_by_same,
      json_build_array(action.created_at, action.id) as keys
    from ${moderationActions} action left join ${appeals} appeal on appeal.action_id = action.id
    where ${isInPublicLog} ${before ? sql`and (action.created_at, action.id) < (${before[0]}::timestamptz, ${before[1]}::int)` : sql``}
    order by action.created_at desc, action.id desc limit ${limit + 1}`)
  const { page, next } = slicePage(rows, limit, ({ keys }) => encodeCursor(keys))
  return { results: page, next }
}

/** The accounts that these entries are about, for staff. */
export async function findLoggedAccounts(db: Db, ids: number[]): Promise<Output<typeof listLoggedAccounts>> {
  const rows = await db
    .select({
      id: moderationActions.id,
      account: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      username: sql<string>`coalesce(${users.username}, '')`,
    })
    .from(moderationActions)
    .innerJoin(users, eq(users.id, moderationActions.subjectId))
    .where(and(inArray(moderationActions.id, ids), isInPublicLog, sql`${subjectKindOf('moderation_actions')} = 'user'`))
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}

export async function findLogAsCsv(db: Db): Promise<string> {
  const { results } = await findLog(db, { limit: maxRowsOfLog })
  const rows = results.map((entry) => [
    entry.day,
    kindName(entry.kind),
    decisionName(entry),
    ruleName(entry.rule),
    entry.sentence,
    appealName(entry),
  ])
  return toCsv([['Day', 'Kind', 'Decision', 'Guideline', 'Sentence', 'Appeal'], ...rows])
}
