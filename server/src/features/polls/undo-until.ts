import { sql } from 'drizzle-orm'
import { undoTime, undoUntil } from '#community/undo-choice.ts'
import { pendingAnswers, polls } from '#db/schema/polls.ts'
import { undoneChoices } from '#db/schema/undone-choices.ts'

/**
 * SQL: until when a row of `poll_votes` can be taken back. Null if it is final, as every answer is that had waited for the confirmation of
 * the email, and one after the other wording was taken back.
 */
export function voteUndoUntil(vote: string) {
  const [poll, user] = [sql.raw(`${vote}.poll_id`), sql.raw(`${vote}.user_id`)]
  return undoUntil(vote, 'poll_id', {
    last: sql`(select p.closes_at - ${undoTime} from ${polls} p where p.id = ${poll})`,
    isFinal: sql`exists (
      select from ${pendingAnswers} a where a.user_id = ${user} and a.poll_id = ${poll} and a.due_at is not null)
      or exists (select from ${undoneChoices} other join ${polls} p on p.twin_id = other.poll_id
        where p.id = ${poll} and other.voter_id = ${sql.raw(`${vote}.voter_id`)})`,
  })
}
