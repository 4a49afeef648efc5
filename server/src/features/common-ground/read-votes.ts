import { daysOfPolls, minVotesOfPoll } from '@wtpu/contract/disclosure'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isChoicePending } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { pollOptions, polls, pollTotals, pollVotes } from '#db/schema/polls.ts'
import { establishedAt } from '#db/steps.ts'
import { isListedPoll } from '#db/visibility.ts'
import type { PollVotes } from './groups/vote-matrix.ts'

/** If there are more polls, those with the fewest votes are left out. A poll without two opinions compares nothing. */
const maxPolls = 500

/**
 * The opinions in all polls that count, without those of voters who left the computation. One poll at a time, to keep statements
 * short.
 */
export async function readVotes(db: Db): Promise<PollVotes[]> {
  const out = await findVotersWhoLeft(db)
  const found: PollVotes[] = []
  for (const { id, options, isDrawn, withoutOpinion } of await findPolls(db)) {
    // Who saw the author's order, or may have, saw the first option first.
    const { rows } = await db.execute<{ option: number; rotation: number; voters: number[] }>(sql`
      select option_id as option, coalesce(greatest(rotation, -1 - rotation), 0) as rotation, array_agg(voter_id) as voters
      from ${pollVotes} where poll_id = ${id} group by 1, 2`)
    const votersOf = (option: number, stoodFirst?: number) =>
      Int32Array.from(
        rows
          .filter((row) => row.option === option && row.rotation === (stoodFirst ?? row.rotation))
          .flatMap(({ voters }) => voters.filter((voter) => !out.has(voter))),
      ).toSorted()
    const chosen = options.map((option, position) => ({
      id: option,
      voters: votersOf(option),
      ...(isDrawn && { first: votersOf(option, position) }),
    }))
    found.push({ id, options: chosen, withoutOpinion })
  }
  return found
}

async function findPolls(db: Db) {
  const { rows } = await db.execute<{ id: number; options: number[]; isDrawn: boolean; withoutOpinion: number }>(sql`
    select poll.id, opinion.options, poll.drawn_options is not null as "isDrawn", 1 - opinion.votes::float / total.total_votes as "withoutOpinion"
    from ${polls} poll join ${pollTotals} total on total.poll_id = poll.id
    cross join lateral (select array_agg(id order by position) as options, sum(vote_count) as votes from ${pollOptions}
      where poll_id = poll.id and not is_no_opinion) opinion
    where ${isListedPoll('poll')} and now() - ${`${daysOfPolls} days`}::interval < poll.published_at
      and total.total_votes >= ${minVotesOfPoll} and opinion.votes >= ${minVotesOfPoll} and cardinality(opinion.options) > 1
    order by total.total_votes desc, poll.id limit ${maxPolls}`)
  return rows.toSorted((a, b) => a.id - b.id)
}

/**
 * Finds the voters who do not take part. All accounts of one mailbox are one voter, who takes part only if every active
 * account does and one of them is established.
 */
async function findVotersWhoLeft(db: Db): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select voter_id as id from ${users}
    group by voter_id having not coalesce(bool_and(in_common_ground <> ${isChoicePending('users')})
        filter (where is_active) and bool_or(${establishedAt('users')} <= now()) filter (where is_active), false)`)
  return new Set(rows.map(({ id }) => id))
}
