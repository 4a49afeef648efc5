import type { Poll } from '@wtpu/contract/polls'
import { and, eq, sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { lockActiveSql } from '#db/people.ts'
import { counters, participants, pollOptions, pollRanks, polls, pollVotes } from '#db/schema/polls.ts'
import { isPublished } from '#db/shared/published-polls.ts'
import { prepareStatement } from '#db/statement.ts'
import { findPollsById, isOpen } from './queries.ts'

export interface Vote {
  pollId: number
  optionId: number
  userId: number
  confirmedOnly: boolean
}

interface Outcome {
  accepted: boolean
  /** Reads the poll with its new counts. All polls of a batch are read at once. */
  readPoll: () => Promise<Poll | undefined>
}

const writers = new WeakMap<Db, BatchWriter<Vote, Outcome>>()

/** Stores a vote together with those that arrive at the same time. Resolves once it is on disk, or was not accepted. */
export function writeVote(db: Db, vote: Vote): Promise<Outcome> {
  const writer =
    writers.get(db) ??
    new BatchWriter(db, { write: (tx, votes, alone) => insertVotes(db, tx, votes, alone), isStored: areStored })
  writers.set(db, writer)
  return writer.add(vote)
}

interface Counted {
  pollId: number
  optionId: number
  userId: number
}

async function insertVotes(db: Db, tx: Db, votes: readonly Vote[], alone: boolean): Promise<(Outcome | undefined)[]> {
  const { locked, counted } = await insertAndCount(tx, votes, alone)
  // Of two votes by one person for the same option, only the first gets the accepted row.
  const accepted = new Set(counted.map(keyOf))
  let reading: Promise<Map<number, Poll>> | undefined
  const readPoll = async (id: number) => {
    reading ??= findPollsById(db, [...new Set(counted.map((vote) => vote.pollId))])
    return (await reading).get(id)
  }
  return votes.map((vote) => {
    if (!locked.has(vote.userId) && !alone) return undefined
    return { accepted: accepted.delete(keyOf(vote)), readPoll: () => readPoll(vote.pollId) }
  })
}

/** All votes of a transaction are stored, or none. */
async function areStored(db: Db, votes: readonly Vote[], outcomes: readonly (Outcome | undefined)[]): Promise<boolean> {
  const accepted = votes.find((_, index) => outcomes[index]?.accepted)
  if (!accepted) return true
  const { pollId, optionId, userId } = accepted
  const own = and(eq(pollVotes.pollId, pollId), eq(pollVotes.userId, userId), eq(pollVotes.optionId, optionId))
  return (await db.select({ id: pollVotes.userId }).from(pollVotes).where(own)).length > 0
}

function keyOf({ pollId, optionId, userId }: Counted): string {
  return `${pollId} ${optionId} ${userId}`
}

const wanted = (name: keyof Vote) => sql.placeholder(name)

/**
 * Users are locked first and by id, like in every command. The foreign key would lock these rows anyway. The insert itself
 * checks that each poll is open, the option belongs to it and the voter may vote, so nothing can change between check and
 * insert. The keys (poll_id, user_id) and (poll_id, voter_id) decide races between two clicks or two accounts of a person,
 * also within one batch.
 */
const insertSql = (lock: { wait: boolean }) => sql`
  vote as materialized (
    select * from unnest(${wanted('pollId')}::int[], ${wanted('optionId')}::int[], ${wanted('userId')}::int[],
        ${wanted('confirmedOnly')}::boolean[])
      with ordinality as vote(poll_id, option_id, user_id, confirmed_only, position)
  ), voter as materialized (${lockActiveSql(lock)}
  ), accepted as (
    insert into ${pollVotes} (poll_id, user_id, voter_id, option_id, state)
    select ${polls.id}, voter.id, voter.voter_id, ${pollOptions.id}, voter.state
    from vote
    join voter on voter.id = vote.user_id and (not vote.confirmed_only or voter.email_verified_at is not null)
    join ${polls} on ${polls.id} = vote.poll_id and ${isPublished} and ${isOpen}
    join ${pollOptions} on ${pollOptions.id} = vote.option_id and ${pollOptions.pollId} = ${polls.id}
    order by ${polls.id}, voter.voter_id, vote.position
    on conflict do nothing
    returning poll_id, option_id, user_id
  )`

/**
 * Every vote updates these rows and they stay locked until the commit, so this comes last. An update of several rows locks
 * them in any order, so the polls are locked before, by id. Their locks guard their options too. The participant counter
 * comes last. Each step counts the rows of the one before, which makes PostgreSQL run them in this order.
 */
const countSql = sql`
  tally as materialized (
    select poll_id, option_id, count(*)::int as votes from accepted group by poll_id, option_id
  ), locked_poll as materialized (
    select id from ${polls} where id in (select poll_id from tally) order by id for no key update
  ), raised_option as (
    update ${pollOptions} set vote_count = vote_count + tally.votes from tally
    where ${pollOptions.id} = tally.option_id and (select count(*) from locked_poll) > 0
    returning ${pollOptions.pollId}
  ), raised_poll as (
    update ${polls} set total_votes = total_votes + added.votes
    from (select poll_id, sum(votes)::int as votes from tally group by poll_id) added
    where ${polls.id} = added.poll_id and (select count(*) from raised_option) > 0
    returning ${polls.id}, ${polls.totalVotes}
  ), raised_rank as (
    update ${pollRanks} set total_votes = raised_poll.total_votes from raised_poll
    where ${pollRanks.pollId} = raised_poll.id
  ), first as (
    insert into ${participants} (user_id) select distinct user_id from accepted on conflict do nothing returning user_id
  ), raised_counter as (
    update ${counters} set value = value + (select count(*)::int from first)
    where name = 'participants' and (select count(*) from first) > 0 and (select count(*) from raised_poll) > 0
  )`

/** Returns a row for each user that was locked, and for each of their accepted votes. */
const writeSql = (lock: { wait: boolean }) => sql`
  with ${insertSql(lock)}, ${countSql}
  select voter.id, accepted.poll_id, accepted.option_id from voter left join accepted on accepted.user_id = voter.id`

type Written = { id: number; poll_id: number | null; option_id: number | null }
const writeTogether = prepareStatement<Written>('votes', writeSql({ wait: false }))
const writeAlone = prepareStatement<Written>('vote', writeSql({ wait: true }))

async function insertAndCount(tx: Db, votes: readonly Vote[], alone: boolean) {
  const column = (name: keyof Vote) => votes.map((vote) => vote[name])
  const rows = await (alone ? writeAlone : writeTogether)(tx, {
    pollId: column('pollId'),
    optionId: column('optionId'),
    userId: column('userId'),
    confirmedOnly: column('confirmedOnly'),
    userIds: column('userId'),
  })
  const counted: Counted[] = []
  for (const { id, poll_id, option_id } of rows) {
    if (poll_id !== null && option_id !== null) counted.push({ pollId: poll_id, optionId: option_id, userId: id })
  }
  return { locked: new Set(rows.map((row) => row.id)), counted }
}
