import { sql, type SQL } from 'drizzle-orm'
import { undoTime, undoUntil } from '#community/undo-choice.ts'
import { pendingAnswers, polls } from '#db/schema/polls.ts'
import { undoneChoices } from '#db/schema/undone-choices.ts'

/**
 * SQL: until when a row of `poll_votes` can be taken back. Null if it is final, as every answer is that had waited for the confirmation of
 * the email, and one after the other wording was taken back. `poll` is the poll's alias, if the query has joined it.
 */
export function voteUndoUntil(vote: string, poll?: string): SQL<string | null> {
  const column = (name: string) => sql.raw(`${vote}.${name}`)
  if (!poll) {
    return sql`case when ${column('created_at')} > now() - ${undoTime} then (
      select ${voteUndoUntil(vote, 'p')} from ${polls} p where p.id = ${column('poll_id')}) end`
  }
  const twin = sql.raw(`${poll}.twin_id`)
  return undoUntil(vote, 'poll_id', {
    last: sql`${sql.raw(poll)}.closes_at - ${undoTime}`,
    isFinal: sql`exists (select from ${pendingAnswers} a
        where a.user_id = ${column('user_id')} and a.poll_id = ${column('poll_id')} and a.due_at is not null)
      or ${twin} is not null and exists (
        select from ${undoneChoices} other where other.poll_id = ${twin} and other.voter_id = ${column('voter_id')})`,
  })
}
