import { undoSeconds } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { isoTimeOrNull } from '#db/iso-time.ts'
import { pendingAnswers, polls, undoneVotes } from '#db/schema/polls.ts'

export const undoTime = sql.raw(`interval '${undoSeconds} seconds'`)

/**
 * SQL: until when a row of `poll_votes` can be taken back. Null if it is final, as every answer is that had waited for the confirmation of
 * the email.
 */
export function undoUntil(vote: string) {
  const [poll, user] = [sql.raw(`${vote}.poll_id`), sql.raw(`${vote}.user_id`)]
  const [voter, castAt] = [sql.raw(`${vote}.voter_id`), sql.raw(`${vote}.created_at`)]
  return sql<string | null>`(
    select ${isoTimeOrNull('until')}
    from (select least(${castAt} + ${undoTime}, p.closes_at - ${undoTime}) as until from ${polls} p where p.id = ${poll}) undo
    where until > statement_timestamp()
      and not exists (select from ${undoneVotes} u where u.poll_id = ${poll} and u.voter_id = ${voter})
      and not exists (select from ${pendingAnswers} a where a.user_id = ${user} and a.poll_id = ${poll} and a.due_at is not null))`
}
