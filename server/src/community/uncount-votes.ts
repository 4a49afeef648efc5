import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { counters, participants, pollOptions, polls, pollTotals, pollVotes } from '#db/schema/polls.ts'
import { areResultsHidden } from '#db/visibility.ts'
import { prepareStatement } from '#db/statement.ts'

/** The locks of the totals guard the options too. */
export const lockTotals = prepareStatement(
  'lock_totals',
  sql`select from ${pollTotals} where poll_id = any(${sql.placeholder('polls')}::int[]) order by poll_id for no key update`,
)

export type CountedVote = { user_id: number; option_id: number; is_hidden?: boolean }

/** SQL: of a user, a vote in a poll whose results are not hidden. Only these make a participant. */
const shownVoteOf = (user: SQL) => sql`select from ${pollVotes} v join ${polls} p on p.id = v.poll_id
  where v.user_id = ${user} and not ${areResultsHidden('p')}`

/**
 * Counts no longer the votes of a poll that this transaction has deleted. Their voters are locked, and the options of the poll
 * (`for key share`), so that a seal waits. The counter of all polls comes last.
 */
export async function uncountVotes(
  tx: Db,
  pollId: number,
  votes: readonly CountedVote[],
  { areTakenOut }: { areTakenOut: boolean },
): Promise<void> {
  const options = sql.param(votes.map((vote) => vote.option_id))
  const voters = sql.param(votes.map((vote) => vote.user_id))
  await lockTotals(tx, { polls: [pollId] })
  if (votes.some((vote) => vote.is_hidden)) {
    await tx.execute(
      sql`update ${pollTotals} set hidden_votes = hidden_votes - ${votes.length} where poll_id = ${pollId}`,
    )
    return
  }
  await tx.execute(sql`
    update ${pollOptions} set vote_count = vote_count - gone.votes
    from (select id, count(*)::int as votes from unnest(${options}::int[]) as vote(id) group by id) gone
    where ${pollOptions.id} = gone.id`)
  await tx.execute(sql`
    update ${pollTotals} set total_votes = total_votes - ${votes.length}, undone = undone + ${votes.length},
      taken_out = taken_out + ${areTakenOut ? votes.length : 0}
    where poll_id = ${pollId}`)
  await tx.execute(sql`
    with none_left as (
      delete from ${participants} where user_id = any(${voters}::int[])
        and not exists (${shownVoteOf(sql`${participants.userId}`)})
      returning user_id
    )
    update ${counters} set value = value - (select count(*) from none_left)
    where name = 'participants' and exists (select from none_left)`)
}
