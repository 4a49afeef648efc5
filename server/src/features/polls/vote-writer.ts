import type { Poll } from '@wtpu/contract/polls/polls'
import { and, eq, sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { counters, participants, pendingAnswers, pollOptions, pollTotals, polls, pollVotes } from '#db/schema/polls.ts'
import { prepareStatement } from '#db/statement.ts'
import { isOpenPoll, isVisiblePoll } from '#db/visibility.ts'
import { findPollsById } from './queries.ts'
import { undoUntil } from './undo-until.ts'

export interface Vote {
  pollId: number
  optionId: number
  userId: number
  confirmedOnly: boolean
  /** It was, or may have been, in `pending_answers`, which learns in the same transaction that it counts. */
  wasPending?: boolean
}

interface Outcome {
  accepted: boolean
  undoUntil: string | null
  /** Reads the poll with its new counts. */
  readPoll: (db: Db) => Promise<Poll | undefined>
}

/** Stores votes together with those that arrive at the same time. Resolves once a vote is on disk, or was not accepted. */
export const voteWriter = new BatchWriter<Vote, Outcome>({
  name: 'votes',
  async write(tx, votes, active) {
    const accepted = await insertVotes(
      tx,
      votes.filter(({ userId }) => active.has(userId)),
    )
    const voters = new Map(accepted.map((vote) => [vote.user_id, vote]))
    const pending = votes.filter((vote) => vote.wasPending && voters.has(vote.userId))
    if (pending.length > 0) await markCounted(tx, pending)
    const pollIds = [...new Set(accepted.map((vote) => vote.poll_id))]
    let reading: Promise<Map<number, Poll>> | undefined
    const readPoll = async (db: Db, id: number) => {
      // All polls of a batch are read at once.
      reading ??= findPollsById(db, pollIds)
      return (await reading).get(id)
    }
    return {
      results: votes.map(({ userId, pollId }) => ({
        accepted: voters.has(userId),
        undoUntil: voters.get(userId)?.undo_until ?? null,
        readPoll: (db) => readPoll(db, pollId),
      })),
      last: accepted.length > 0 ? countVotes(tx, accepted) : undefined,
    }
  },
  isStored: (db, vote, { accepted }) => (accepted ? isStored(db, vote) : undefined),
})

/** The users are locked. */
async function markCounted(tx: Db, votes: readonly Vote[]): Promise<void> {
  await tx.execute(sql`
    update ${pendingAnswers} set state = 'counted', option_id = null
    from unnest(${sql.param(votes.map((vote) => vote.userId))}::int[], ${sql.param(votes.map((vote) => vote.pollId))}::int[])
      as vote(user_id, poll_id)
    where ${pendingAnswers.userId} = vote.user_id and ${pendingAnswers.pollId} = vote.poll_id`)
}

async function isStored(db: Db, { pollId, optionId, userId }: Vote): Promise<boolean> {
  const own = and(eq(pollVotes.pollId, pollId), eq(pollVotes.userId, userId), eq(pollVotes.optionId, optionId))
  return (await db.select({ id: pollVotes.userId }).from(pollVotes).where(own)).length > 0
}

type Accepted = { poll_id: number; option_id: number; user_id: number; undo_until: string | null }

/**
 * Checks that each poll is open as the statement begins (`settleSeconds` in tally/seal.ts relies on it), the option belongs to it
 * and the voter may vote, in the statement that inserts, so that nothing can change in between. The keys (poll_id, user_id) and
 * (poll_id, voter_id) decide races between two clicks or two accounts of a person. All servers insert in the same order, so
 * that they cannot deadlock.
 */
const insertStatement = prepareStatement<Accepted>(
  'insert_votes',
  sql`
    insert into ${pollVotes} (poll_id, user_id, voter_id, option_id, state)
    select ${polls.id}, ${users.id}, ${users.voterId}, ${pollOptions.id}, ${users.state}
    from unnest(${sql.placeholder('polls')}::int[], ${sql.placeholder('options')}::int[], ${sql.placeholder('users')}::int[],
      ${sql.placeholder('confirmedOnly')}::boolean[]) as vote(poll_id, option_id, user_id, confirmed_only)
    join ${users} on ${users.id} = vote.user_id and (not vote.confirmed_only or ${users.emailVerifiedAt} is not null)
    join ${polls} on ${polls.id} = vote.poll_id and ${isVisiblePoll()}
      and ${isOpenPoll('polls', 'statement_timestamp()')}
    join ${pollOptions} on ${pollOptions.id} = vote.option_id and ${pollOptions.pollId} = ${polls.id}
    order by ${polls.id}, ${users.voterId}
    on conflict do nothing
    returning poll_id, option_id, user_id, ${undoUntil('poll_votes')} as undo_until`,
)

async function insertVotes(tx: Db, votes: readonly Vote[]): Promise<Accepted[]> {
  if (votes.length === 0) return []
  return insertStatement(tx, {
    polls: votes.map((vote) => vote.pollId),
    options: votes.map((vote) => vote.optionId),
    users: votes.map((vote) => vote.userId),
    confirmedOnly: votes.map((vote) => vote.confirmedOnly),
  })
}

const pollIds = sql`${sql.placeholder('polls')}::int[]`

/** The locks of the totals guard the options too. */
export const lockTotals = prepareStatement(
  'lock_totals',
  sql`select from ${pollTotals} where poll_id = any(${pollIds}) order by poll_id for no key update`,
)
const raiseOptions = prepareStatement(
  'raise_options',
  sql`
    update ${pollOptions} set vote_count = vote_count + added.votes
    from (select id, count(*)::int as votes from unnest(${sql.placeholder('options')}::int[]) as vote(id) group by id) added
    where ${pollOptions.id} = added.id`,
)
const raiseTotals = prepareStatement(
  'raise_totals',
  sql`
    update ${pollTotals} set total_votes = total_votes + added.votes
    from (select id, count(*)::int as votes from unnest(${pollIds}) as vote(id) group by id) added
    where ${pollTotals.pollId} = added.id`,
)
const countParticipants = prepareStatement(
  'count_participants',
  sql`
    with first_votes as (
      insert into ${participants} (user_id) select unnest(${sql.placeholder('users')}::int[])
      on conflict do nothing returning user_id
    )
    update ${counters} set value = value + (select count(*) from first_votes)
    where name = 'participants' and exists (select from first_votes)`,
)

/**
 * Every vote updates these rows and they stay locked until the commit, so this comes last, and the counter of all polls comes
 * last in it. The statements are sent together and run in this order.
 */
async function countVotes(tx: Db, votes: readonly Accepted[]): Promise<void> {
  const ids = votes.map((vote) => vote.poll_id)
  await Promise.all([
    lockTotals(tx, { polls: ids }),
    raiseOptions(tx, { options: votes.map((vote) => vote.option_id) }),
    raiseTotals(tx, { polls: ids }),
    countParticipants(tx, { users: votes.map((vote) => vote.user_id) }),
  ])
}
