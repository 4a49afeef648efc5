import { drawnNumber } from '@wtpu/contract/polls/core/drawn-order'
import { minVotesOfArrivals } from '@wtpu/contract/disclosure'
import type { AccountAge, VoteSource } from '@wtpu/contract/polls/on-demand/arrivals'
import { sql, type SQL } from 'drizzle-orm'
import { type Choice, choiceWriter } from '#community/choice-writer.ts'
import { lockTotals } from '#community/uncount-votes.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ballots, circleMembers, paperPolls } from '#db/schema/circles.ts'
import {
  counters,
  participants,
  pendingAnswers,
  pollArrivals,
  pollOptions,
  pollTotals,
  pairOf,
  polls,
  pollVotes,
} from '#db/schema/polls.ts'
import { prepareStatement } from '#db/statement.ts'
import type { Writer } from '#http/auth.ts'
import { areResultsHidden, isOpenPoll, isOwnPoll, isShownPoll, isUnsealedPoll } from '#db/visibility.ts'
import { findPollsById } from './queries.ts'
import { voteUndoUntil } from './undo-until.ts'

export interface Vote extends Choice, Writer {
  pollId: number
  optionId: number
  /** Modulo the number of options with an opinion, which of them stood first. */
  rotation?: number | undefined
  /** What the voter's token says about the order of options. */
  draw?: number | undefined
  /** Which of two wordings is drawn for the voter, 0 or 1. Left out where the voter may have chosen, as visitors do who reload. */
  drawWording?: ((pairId: number) => number) | undefined
  source?: VoteSource | undefined
  /** It was, or may have been, in `pending_answers`, which learns in the same transaction that it counts. */
  wasPending?: boolean
  /** It became due while the poll was open, so it counts until the poll is sealed. */
  isDue?: boolean
}

export const storeVote = choiceWriter({
  name: 'votes',
  of: 'polls',
  subjectOf: ({ pollId }: Vote) => pollId,
  insert: insertVotes,
  count: countVotes,
  findStored,
  findSubjects: findPollsById,
})

/**
 * SQL: the user of the row may answer the poll: it is for everyone, or the confirmed mailbox has a ballot of its paper. The limit makes
 * PostgreSQL look up this one mailbox; of `exists` it may read the ballots of all.
 */
export const isEligible = (poll = 'polls') => sql<boolean>`(${sql.raw(poll)}.audience = 'everyone'
  or ${users.emailVerifiedAt} is not null and coalesce((
    select true from ${paperPolls} of_paper
      join ${ballots} ballot on ballot.paper_id = of_paper.paper_id and ballot.voter_id = ${users.voterId}
      join ${circleMembers} invited on invited.id = ballot.member_id and invited.struck_at is null
    where of_paper.poll_id = ${sql.raw(poll)}.id limit 1), false))`

/**
 * SQL: the user of the mailbox whose answer in the poll, or in its other wording, is due. It is final like a vote. `offset 0` makes
 * PostgreSQL look up the mailbox first. Otherwise it may read all due answers of the poll, which can be hundreds.
 */
export const findDueVoter = (poll: SQL, twin: SQL, voter: SQL) => sql<number | null>`(
  select owner.id from ${users} owner cross join lateral (
    select from ${pendingAnswers} due
    where due.user_id = owner.id and due.poll_id in (${poll}, ${twin}) and due.state = 'due' offset 0) due
  where owner.voter_id = ${voter} limit 1)`

type StoredVote = {
  poll_id: number
  option_id: number
  user_id: number
  rotation: number | null
  pair_id: number | null
  undo_until: string | null
  /** The results are hidden, so no counter that is shown may change. */
  is_hidden: boolean
  /** Where the voter came from. It is counted, but not stored with the vote. */
  source?: VoteSource | undefined
}

/** SQL: selects what is told of votes, from rows named `stored` of polls named `poll`. */
const selectStored = sql`
  select poll_id, option_id, user_id, rotation, stored.pair_id, ${voteUndoUntil('stored', 'poll')} as undo_until, is_hidden
  from stored join poll on poll.id = poll_id`

/**
 * Inserts the votes that are allowed: the poll is open as the statement begins, on which `settleSeconds` of db/client.ts
 * relies, the option belongs to it, and the voter may vote. One statement checks and inserts, so nothing changes in between.
 * `lockActive` has locked the accounts, which are active and not suspended.
 *
 * The keys (poll_id, user_id), (poll_id, voter_id) and (pair_id, voter_id) decide races between two clicks and between two accounts of a person.
 * All servers insert in the same order, so that they cannot deadlock. The statement reads each poll once, for all of its votes.
 */
const insertStatement = prepareStatement<StoredVote>(
  'insert_votes',
  sql`
    with poll as materialized (
      select id, twin_id, closes_at, audience, drawn_options, ${pairOf()} as pair_id, ${areResultsHidden()} as is_hidden,
        ${isOpenPoll('polls', 'statement_timestamp()')} as is_open, ${isUnsealedPoll()} as is_unsealed,
        exists (select from ${pendingAnswers} due where due.poll_id in (${polls.id}, ${polls.twinId}) and due.state = 'due') as has_due
      from ${polls} where id = any(${sql.placeholder('polls')}::int[]) and ${isShownPoll()} and ${isOwnPoll()}
    ), stored as (
      insert into ${pollVotes} (poll_id, user_id, voter_id, option_id, state, rotation, pair_id)
      select poll.id, ${users.id}, ${users.voterId}, ${pollOptions.id}, ${users.state},
        case when vote.rotation = vote.drawn then vote.rotation % drawn_options else -1 - vote.rotation % drawn_options end, poll.pair_id
      from unnest(${sql.placeholder('polls')}::int[], ${sql.placeholder('options')}::int[], ${sql.placeholder('users')}::int[],
        ${sql.placeholder('confirmedOnly')}::boolean[], ${sql.placeholder('due')}::boolean[],
        ${sql.placeholder('rotations')}::smallint[], ${sql.placeholder('drawn')}::smallint[])
        as vote(poll_id, option_id, user_id, confirmed_only, is_due, rotation, drawn)
      join ${users} on ${users.id} = vote.user_id and (not vote.confirmed_only or ${users.emailVerifiedAt} is not null)
      join poll on poll.id = vote.poll_id and (is_open or vote.is_due and is_unsealed)
      join ${pollOptions} on ${pollOptions.id} = vote.option_id and ${pollOptions.pollId} = poll.id
      where (vote.is_due or not has_due or ${findDueVoter(sql`poll.id`, sql`poll.twin_id`, sql`${users.voterId}`)} is null)
        and ${isEligible('poll')}
      order by poll.id, ${users.voterId}
      on conflict do nothing
      returning *)
    ${selectStored}`,
)

async function insertVotes(tx: Db, votes: readonly Vote[]): Promise<StoredVote[]> {
  const stored = await insertStatement(tx, {
    polls: votes.map((vote) => vote.pollId),
    options: votes.map((vote) => vote.optionId),
    users: votes.map((vote) => vote.userId),
    confirmedOnly: votes.map((vote) => vote.confirmedOnly),
    due: votes.map((vote) => vote.isDue ?? false),
    rotations: votes.map((vote) => vote.rotation ?? null),
    drawn: votes.map(({ draw, pollId }) => (draw === undefined ? null : drawnNumber(draw, pollId))),
  })
  await markDrawn(tx, votes, stored)
  const sourceOf = new Map(votes.map((vote) => [vote.userId, vote.source]))
  for (const vote of stored) vote.source = sourceOf.get(vote.user_id)
  const voters = new Set(stored.map((vote) => vote.user_id))
  const pending = votes.filter((vote) => vote.wasPending && voters.has(vote.userId))
  if (pending.length > 0) await markCounted(tx, pending)
  return stored
}

/** Only voters who saw the wording that was drawn for them are compared. Others may have reloaded the page to see the other one. */
async function markDrawn(tx: Db, votes: readonly Vote[], stored: readonly StoredVote[]): Promise<void> {
  const paired = stored.filter((vote) => vote.pair_id !== null)
  if (paired.length === 0) return
  const drawOf = new Map(votes.map((vote) => [vote.userId, vote.drawWording]))
  const isDrawn = paired.map(({ poll_id: poll, pair_id: pair, user_id: user }) => {
    return pair !== null && drawOf.get(user)?.(pair) === (poll === pair ? 0 : 1)
  })
  const column = (name: 'poll_id' | 'user_id') => sql.param(paired.map((vote) => vote[name]))
  await tx.execute(sql`
    update ${pollVotes} set is_drawn = seen.is_drawn
    from unnest(${column('poll_id')}::int[], ${column('user_id')}::int[], ${sql.param(isDrawn)}::boolean[]) as seen(poll_id, user_id, is_drawn)
    where ${pollVotes.pollId} = seen.poll_id and ${pollVotes.userId} = seen.user_id`)
}

/** The answers were waiting, and now count. The users are locked. */
async function markCounted(tx: Db, votes: readonly Vote[]): Promise<void> {
  await tx.execute(sql`
    update ${pendingAnswers} set state = 'counted', option_id = null
    from unnest(${sql.param(votes.map((vote) => vote.userId))}::int[], ${sql.param(votes.map((vote) => vote.pollId))}::int[])
      as vote(user_id, poll_id)
    where ${pendingAnswers.userId} = vote.user_id and ${pendingAnswers.pollId} = vote.poll_id`)
}

async function findStored(tx: Db, votes: readonly Vote[]): Promise<StoredVote[]> {
  const column = (name: 'pollId' | 'optionId' | 'userId') => sql.param(votes.map((vote) => vote[name]))
  const { rows } = await tx.execute<StoredVote>(sql`
    with poll as (select *, ${areResultsHidden()} as is_hidden from ${polls} where id = any(${column('pollId')}::int[])
    ), stored as (
      select ${pollVotes}.* from unnest(${column('pollId')}::int[], ${column('optionId')}::int[], ${column('userId')}::int[])
        as vote(poll_id, option_id, user_id)
      join ${pollVotes} using (poll_id, option_id, user_id))
    ${selectStored}`)
  return rows
}

/** Stores votes of one user within a transaction that has inserted or locked the user. @returns those that were stored */
export async function storeVotesIn(tx: Db, votes: readonly Vote[]): Promise<StoredVote[]> {
  const stored = votes.length > 0 ? await insertVotes(tx, votes) : []
  if (stored.length > 0) await countVotes(tx, stored)
  return stored
}

type ChangedVote = Pick<StoredVote, 'poll_id' | 'option_id' | 'is_hidden'> & { before: number }

/**
 * Changes votes of a voter, whose user is locked, while their polls are open. Their ballot numbers stay. The options are locked, so
 * that a seal waits. @returns those whose polls are open
 */
export async function changeVotesIn(
  tx: Db,
  voterId: number,
  votes: readonly Pick<Vote, 'pollId' | 'optionId'>[],
): Promise<ChangedVote[]> {
  if (votes.length === 0) return []
  const ids = sql.param(votes.map(({ pollId }) => pollId))
  const options = sql.param(votes.map(({ optionId }) => optionId))
  await tx.execute(sql`select from ${pollOptions} where poll_id = any(${ids}::int[]) order by id for key share`)
  const { rows } = await tx.execute<ChangedVote>(sql`
    update ${pollVotes} set option_id = given.option_id, is_on_paper = null
    from unnest(${ids}::int[], ${options}::int[]) as given(poll_id, option_id)
      join ${pollVotes} earlier on earlier.poll_id = given.poll_id and earlier.voter_id = ${voterId}
      join ${polls} on ${polls.id} = given.poll_id and ${isShownPoll()} and ${isOpenPoll('polls', 'statement_timestamp()')}
    where ${pollVotes.pollId} = earlier.poll_id and ${pollVotes.voterId} = earlier.voter_id
    returning given.poll_id, earlier.option_id as before, given.option_id, ${areResultsHidden()} as is_hidden`)
  const counted = rows.filter(({ before, option_id: option, is_hidden: isHidden }) => !isHidden && before !== option)
  if (counted.length === 0) return rows
  const column = (name: 'poll_id' | 'before' | 'option_id') => sql.param(counted.map((row) => row[name]))
  await lockTotals(tx, { polls: counted.map(({ poll_id: id }) => id) })
  await tx.execute(sql`
    update ${pollOptions} set vote_count = vote_count + case when ${pollOptions.id} = moved.option_id then 1 else -1 end
    from unnest(${column('before')}::int[], ${column('option_id')}::int[]) as moved(before, option_id)
    where ${pollOptions.id} in (moved.before, moved.option_id)`)
  await tx.execute(sql`update ${pollTotals} set changed = changed + 1 where poll_id = any(${column('poll_id')}::int[])`)
  return rows
}

/** SQL: whether a vote is counted in the column of `poll_arrivals`. */
const arrivalColumns: Record<VoteSource | AccountAge, SQL> = {
  home: sql`source = 'home'`,
  list: sql`source = 'list'`,
  link: sql`source = 'link'`,
  embed: sql`source = 'embed'`,
  notice: sql`source = 'notice'`,
  other: sql`source = 'other'`,
  under_week: sql`age < interval '7 days'`,
  under_month: sql`age >= interval '7 days' and age < interval '1 month'`,
  under_year: sql`age >= interval '1 month' and age < interval '1 year'`,
  older: sql`age >= interval '1 year'`,
}
const drawnColumns = { drawn: sql`place is not null`, stood_first: sql`place = rotation` }
const arrivals = Object.entries({ votes: sql`true`, ...arrivalColumns, ...drawnColumns })
const listed = (write: (name: SQL, isCounted: SQL) => SQL) =>
  sql.join(
    arrivals.map(([name, isCounted]) => write(sql.raw(name), isCounted)),
    sql.raw(', '),
  )

/**
 * SQL: the votes for each option by those for whom the wording was drawn. They are counted rarely: at the steps of polls with two
 * wordings alone.
 */
const drawnVotes = sql`coalesce((
  select jsonb_object_agg('wording_' || option_id, votes) from (
    select option_id, count(*) as votes from ${pollVotes} v
    where v.poll_id = a.poll_id and v.is_drawn and (select twin_id from ${polls} where id = a.poll_id) is not null group by 1) counted), '{}')`

/**
 * Counts votes whose polls' totals are locked: for their options, polls and participants, and how their voters came, which is published
 * in steps. Of hidden votes only the number counts. `place` is that of the chosen option among those with an opinion, where the order was
 * drawn and the results are shown.
 */
const raiseCounters = prepareStatement(
  'raise_counters',
  sql`
    with vote as (
      select vote.*, case when not ${users.isMailbox} then now() - ${users.createdAt} end as age,
        case when vote.rotation >= 0 and not vote.is_hidden then (
          select count(*) filter (where o.position < chosen.position) from ${pollOptions} o
          join ${pollOptions} chosen on chosen.id = vote.option_id and not chosen.is_no_opinion
          where o.poll_id = vote.poll_id and not o.is_no_opinion group by chosen.id) end as place
      from unnest(${sql.placeholder('polls')}::int[], ${sql.placeholder('users')}::int[], ${sql.placeholder('sources')}::text[],
        ${sql.placeholder('hidden')}::boolean[], ${sql.placeholder('options')}::int[], ${sql.placeholder('rotations')}::smallint[])
        as vote(poll_id, user_id, source, is_hidden, option_id, rotation)
      join ${users} on ${users.id} = vote.user_id
    ), added as (
      select poll_id, count(*) filter (where is_hidden)::int as hidden,
        ${listed((name, isCounted) => sql`count(*) filter (where ${isCounted})::int as ${name}`)}
      from vote group by poll_id
    ), arrived as (
      update ${pollArrivals} a set ${listed((name) => sql`${name} = a.${name} + added.${name}`)},
        shown = case when a.votes + added.votes >=
            greatest(${sql.raw(String(minVotesOfArrivals))}, (shown->>'votes')::int + 10, 1.2 * (shown->>'votes')::int)
          then jsonb_build_object('openings', openings, ${listed((name) => sql`'${name}', a.${name} + added.${name}`)}) || ${drawnVotes}
          else shown end
      from added where a.poll_id = added.poll_id
    ), raised_options as (
      update ${pollOptions} set vote_count = vote_count + chosen.votes
      from (select option_id, count(*)::int as votes from vote where not is_hidden group by option_id) chosen
      where ${pollOptions.id} = chosen.option_id
    ), raised_totals as (
      update ${pollTotals} set total_votes = total_votes + added.votes - added.hidden, hidden_votes = hidden_votes + added.hidden
      from added where ${pollTotals.pollId} = added.poll_id
    ), first_votes as (
      insert into ${participants} (user_id) select user_id from vote where not is_hidden on conflict do nothing returning user_id
    )
    update ${counters} set value = value + (select count(*) from first_votes)
    where name = 'participants' and exists (select from first_votes)`,
)

/** The statements are sent together and run in this order. All code that counts votes locks the totals first, which prevents deadlocks. */
async function countVotes(tx: Db, votes: readonly StoredVote[]): Promise<void> {
  const ids = votes.map((vote) => vote.poll_id)
  await Promise.all([
    lockTotals(tx, { polls: ids }),
    raiseCounters(tx, {
      polls: ids,
      users: votes.map((vote) => vote.user_id),
      sources: votes.map((vote) => vote.source ?? 'other'),
      hidden: votes.map((vote) => vote.is_hidden),
      options: votes.map((vote) => vote.option_id),
      rotations: votes.map((vote) => vote.rotation),
    }),
  ])
}
