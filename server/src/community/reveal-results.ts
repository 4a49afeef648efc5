import { daysToPublish } from '@wtpu/contract/polls/audiences'
import { eq, sql, type SQL } from 'drizzle-orm'
import { type Db, settleSeconds } from '#db/client.ts'
import { counters, participants, pendingAnswers, pollOptions, pollTotals, polls, pollVotes } from '#db/schema/polls.ts'
import { undoneChoices } from '#db/schema/undone-choices.ts'
import { areResultsHidden, isOwnPoll, wasHiddenOpen } from '#db/visibility.ts'
import { publishInvalidationOnCommit } from '#live/publish.ts'
import { lockTotals } from './uncount-votes.ts'

/** SQL: no vote can come any more to the poll `p`, and it has not been hidden by staff before it closed. */
export const isCountable = (at: SQL): SQL => sql`p.closes_at <= ${at} - make_interval(secs => ${settleSeconds})
  and not ${wasHiddenOpen('p')} and ${isOwnPoll('p')}
  and not exists (select from ${pendingAnswers} where poll_id = p.id and state = 'due')`

const pollsPerRun = 50

/** Finds the closed polls whose results are shown from now on. Those of `when_published` wait for staff, but not for ever. */
export async function findDueReveals(db: Db, at: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${polls} p where ${areResultsHidden('p')} and ${isCountable(at)}
      and (reveal = 'at_close' or closes_at <= ${at} - make_interval(days => ${daysToPublish}))
    order by closes_at limit ${pollsPerRun}`)
  return rows.map(({ id }) => id)
}

/** Counts the votes of a poll whose results were hidden. All are written: see `isCountable`. */
export async function revealResults(tx: Db, pollId: number): Promise<void> {
  await tx.select({ id: polls.id }).from(polls).where(eq(polls.id, pollId)).for('no key update')
  // A transaction that stores a vote locks the option of the vote. This waits until all those transactions have ended.
  await tx.select({ id: pollOptions.id }).from(pollOptions).where(eq(pollOptions.pollId, pollId)).for('update')
  await lockTotals(tx, { polls: [pollId] })
  const { rowCount } = await tx.execute(sql`
    update ${polls} p set revealed_at = now(), answered_by_mail = (select by_mailbox > 0 from ${pollTotals} where poll_id = p.id)
    where id = ${pollId} and ${areResultsHidden('p')}`)
  if (!rowCount) return
  await tx.execute(sql`
    update ${pollOptions} o set vote_count = counted.votes
    from (select option_id, count(*)::int as votes from ${pollVotes} where poll_id = ${pollId} group by option_id) counted
    where o.id = counted.option_id`)
  await tx.execute(sql`
    update ${pollTotals} set hidden_votes = 0, total_votes = (select count(*) from ${pollVotes} where poll_id = ${pollId}),
      undone = taken_out + (select count(*) from ${undoneChoices} where poll_id = ${pollId})
    where poll_id = ${pollId}`)
  await tx.execute(sql`
    with joined as (
      insert into ${participants} (user_id) select user_id from ${pollVotes} where poll_id = ${pollId} order by user_id
      on conflict do nothing returning user_id
    )
    update ${counters} set value = value + (select count(*) from joined) where name = 'participants'`)
  await publishInvalidationOnCommit(tx, '/api/polls/')
}
