import type { Poll } from '@wtpu/contract/polls'
import { sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { lockActive } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { counters, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { isPublished } from '#db/shared/published-polls.ts'
import { findPoll, isOpen } from './queries.ts'

export interface Vote {
  pollId: number
  optionId: number
  userId: number
  confirmedOnly: boolean
}

interface Outcome {
  accepted: boolean
  /** Reads the poll with its new counts, once for all votes of a batch. */
  readPoll: () => Promise<Poll | undefined>
}

const writers = new WeakMap<Db, BatchWriter<Vote, Outcome>>()

/** Stores a vote together with those that arrive at the same time. Resolves once it is on disk, or was not accepted. */
export function writeVote(db: Db, vote: Vote): Promise<Outcome> {
  const writer =
    writers.get(db) ?? new BatchWriter(db, { write: (tx, votes, alone) => insertVotes(db, tx, votes, alone) })
  writers.set(db, writer)
  return writer.add(vote)
}

interface Counted {
  pollId: number
  optionId: number
  userId: number
}

async function insertVotes(db: Db, tx: Db, votes: readonly Vote[], alone: boolean): Promise<(Outcome | undefined)[]> {
  // Users are locked first and by id, like in every command. The foreign key would lock these rows anyway.
  const voterIds = votes.map((vote) => vote.userId)
  const locked = await lockActive(tx, voterIds, { wait: alone })
  const counted = await insertAccepted(
    tx,
    votes.filter((vote) => locked.has(vote.userId)),
  )
  if (counted.length > 0) await raiseCounters(tx, counted)
  // Of two votes by one person for the same option, only the first gets the accepted row.
  const accepted = new Set(counted.map(keyOf))
  const read = new Map<number, Promise<Poll | undefined>>()
  const readPoll = (id: number) => {
    const poll = read.get(id) ?? findPoll(db, id)
    read.set(id, poll)
    return poll
  }
  return votes.map((vote) => {
    if (!locked.has(vote.userId) && !alone) return undefined
    return { accepted: accepted.delete(keyOf(vote)), readPoll: () => readPoll(vote.pollId) }
  })
}

function keyOf({ pollId, optionId, userId }: Counted): string {
  return `${pollId} ${optionId} ${userId}`
}

/**
 * The insert statement itself checks that each poll is open, the option belongs to it and the voter may vote, so nothing can
 * change between check and insert. The keys (poll_id, user_id) and (poll_id, voter_id) decide races between two clicks or
 * two accounts of a person, also within one batch.
 */
async function insertAccepted(tx: Db, votes: readonly Vote[]): Promise<Counted[]> {
  if (votes.length === 0) return []
  const column = (name: keyof Vote) => sql.param(votes.map((vote) => vote[name]))
  const { rows } = await tx.execute<{ poll_id: number; option_id: number; user_id: number }>(sql`
    with vote as (
      select * from unnest(${column('pollId')}::int[], ${column('optionId')}::int[], ${column('userId')}::int[],
        ${column('confirmedOnly')}::boolean[]) with ordinality as vote(poll_id, option_id, user_id, confirmed_only, position)
    )
    insert into ${pollVotes} (poll_id, user_id, voter_id, option_id, state)
    select ${polls.id}, ${users.id}, ${users.voterId}, ${pollOptions.id}, ${users.state}
    from vote
    join ${users} on ${users.id} = vote.user_id and (not vote.confirmed_only or ${users.emailVerifiedAt} is not null)
    join ${polls} on ${polls.id} = vote.poll_id and ${isPublished} and ${isOpen}
    join ${pollOptions} on ${pollOptions.id} = vote.option_id and ${pollOptions.pollId} = ${polls.id}
    order by ${polls.id}, ${users.voterId}, vote.position
    on conflict do nothing
    returning poll_id, option_id, user_id`)
  return rows.map((row) => ({ pollId: row.poll_id, optionId: row.option_id, userId: row.user_id }))
}

/**
 * Runs last in the transaction, because every vote updates these rows and they stay locked until the commit. Locks in
 * this order: options by id, polls by id, and on a user's first vote the participant counter.
 */
async function raiseCounters(tx: Db, votes: readonly Counted[]): Promise<void> {
  const optionIds = sql.param(votes.map((vote) => vote.optionId))
  const userIds = sql.param(votes.map((vote) => vote.userId))
  await lockInOrder(tx, votes)
  await tx.execute(sql`
    with first as (
      update ${users} set first_voted_at = now() where id = any(${userIds}::int[]) and first_voted_at is null returning id
    ), option as (
      update ${pollOptions} set vote_count = vote_count + added.votes
      from (select id, count(*)::int as votes from unnest(${optionIds}::int[]) as id group by id) added
      where ${pollOptions.id} = added.id
      returning ${pollOptions.pollId}, added.votes
    ), poll as (
      update ${polls} set total_votes = total_votes + added.votes
      from (select poll_id, sum(votes)::int as votes from option group by poll_id) added
      where ${polls.id} = added.poll_id
      returning ${polls.id}
    )
    update ${counters} set value = value + (select count(*)::int from first)
    from (select count(*) from poll) everything
    where name = 'participants' and exists (select from first)`)
}

/** An update of several rows locks them in any order, so lock them by id before. A single row needs no order. */
async function lockInOrder(tx: Db, votes: readonly Counted[]): Promise<void> {
  const optionIds = new Set(votes.map((vote) => vote.optionId))
  if (optionIds.size === 1) return
  const pollIds = new Set(votes.map((vote) => vote.pollId))
  await tx.execute(sql`select id from ${pollOptions} where id = any(${sql.param([...optionIds])}::int[])
    order by id for no key update`)
  await tx.execute(sql`select id from ${polls} where id = any(${sql.param([...pollIds])}::int[])
    order by id for no key update`)
}
