import { writtenOf } from '@wtpu/contract/schemas'
import { roundedTo } from '@wtpu/contract/disclosure'
import type { Output } from '@wtpu/contract/endpoint'
import { minTurnout } from '@wtpu/contract/polls/audiences'
import type { listMyVotes, Poll, PollSummary } from '@wtpu/contract/polls/polls'
import type { ScheduledPoll } from '@wtpu/contract/polls/scheduled'
import type { PartName } from '@wtpu/contract/site/part-names'
import { isOn } from '@wtpu/contract/site/parts'
import { and, asc, desc, eq, not, sql, type SQL } from 'drizzle-orm'
import { BatchReader } from '#db/batch-reader.ts'
import { ballotNumber } from '#db/ballot-number.ts'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { commonGround, commonGroundLinePolls, commonGroundPolls } from '#db/schema/common-ground.ts'
import { politicians } from '#db/schema/politicians.ts'
import {
  categories,
  counters,
  pendingAnswers,
  pollOptions,
  pollTotals,
  pollVersion,
  polls,
  pollVotes,
  quorumOf,
} from '#db/schema/polls.ts'
import { pollRollCalls, rollCalls } from '#db/schema/roll-calls.ts'
import { selectScores } from '#community/trending.ts'
import {
  areResultsHidden,
  isFirstWording,
  isClosedPoll,
  isOpenPoll,
  isScheduledPoll,
  isShownPoll,
  isListedPoll,
} from '#db/visibility.ts'
import { asksYesOrNo } from '#db/yes-or-no.ts'
import { notFound } from '#http/errors.ts'
import { visitorRotation, visitorWording } from '#db/visitor-rotation.ts'
import { voteUndoUntil } from './undo-until.ts'
import { prepareQuery, prepareStatement } from '#db/statement.ts'

/** Open and closing within 24 hours. Used by the list and the stat card. */
export const isEndingSoon = sql`(${isOpenPoll()} and ${polls.closesAt} <= now() + interval '24 hours')`
const areShown = sql`poll_id not in (select id from ${polls} p where ${areResultsHidden('p')})`
/** Selects `id` and `score`, the number of votes in the last 24 hours. */
export const recentVotes = selectScores([{ table: sql`${pollVotes}`, about: 'poll_id', where: areShown }], {
  hours: 24,
})
/** Selects `id` and `score`, the time of the newest vote, of the polls that the last 1,000 votes are in. */
export const newestVotes = sql`select poll_id as id, max(created_at) as score
  from (select poll_id, created_at from ${pollVotes} where ${areShown} order by created_at desc limit 1000) newest group by poll_id`

/** A poll's options as one JSON array, and the sum of their votes, for a lateral join. */
function tallies(db: Db) {
  return db
    .select({
      options: sql<Poll['options']>`json_agg(json_strip_nulls(json_build_object(
        'id', ${pollOptions.id}, 'text', ${pollOptions.text}, 'vote_count', ${pollOptions.voteCount},
        'is_no_opinion', nullif(${pollOptions.isNoOpinion}, false)))
        order by ${pollOptions.position})`.as('options'),
      total: sql<number>`sum(${pollOptions.voteCount})::int`.as('total'),
    })
    .from(pollOptions)
    .where(eq(pollOptions.pollId, polls.id))
    .as('tally')
}

/** A condition before others: nothing is selected of a part of the site that is off. */
const onlyIf = (part: PartName): SQL => (isOn(part) ? sql`` : sql`false and `)

/** Selects polls directly in the wire shape, with the options as JSON, so a page of cards is one query. */
export function selectPolls(db: Db) {
  const tally = tallies(db)
  return db
    .select({
      id: polls.id,
      question: polls.question,
      description: polls.description,
      ...writtenOf(polls),
      options: tally.options,
      total_votes: tally.total,
      category: polls.categoryId,
      is_published: isShownPoll(),
      imported_from: polls.importedFrom,
      is_closed: isClosedPoll(),
      published_at: isoTime(polls.publishedAt),
      closes_at: isoTime(polls.closesAt),
      featured: polls.featured,
      politician: sql<
        Poll['politician']
      >`case when ${onlyIf('officials')}${politicians.id} is not null then json_build_object(
        'id', ${politicians.id}, 'name', ${politicians.name}, 'office', ${politicians.office},
        'party', ${politicians.party}, 'state', ${politicians.state}) end`,
      roll_call: sql<Poll['roll_call']>`(select json_build_object('id', r.id, 'chamber', r.chamber, 'bill', r.bill,
        'category', r.category, 'yea_option', tie.yea_option_id, 'nay_option', tie.nay_option_id, 'is_sample', r.source = 'sample')
        from ${pollRollCalls} tie join ${rollCalls} r on r.id = tie.roll_call_id
        where tie.poll_id = ${sql.raw('polls.id')} and ${onlyIf('roll-calls')}${asksYesOrNo('r')})`,
      common_ground: sql<number | null>`case when ${onlyIf('common-ground')}${commonGroundPolls.verdict} = 'agree'
        then jsonb_array_length(${commonGroundPolls.answers}) end`,
      common_ground_on_line: sql<boolean>`exists (select from ${commonGroundLinePolls} judged
        where judged.poll_id = ${sql.raw('polls.id')} and ${onlyIf('common-ground')}judged.verdict = 'agree'
          and (${sql.raw('polls.imported_from')} is not null or exists (select from ${commonGround} where line_status = 'line')))`,
      answered_by_mail: polls.answeredByMail,
      audience: polls.audience,
      reveal: polls.reveal,
      results_hidden: areResultsHidden(),
      eligible: polls.eligible,
      quorum: quorumOf(),
      turnout: sql<number | null>`case when ${polls.showsTurnout} and ${areResultsHidden()} then (
        select ${pollTotals.hiddenVotes} - ${pollTotals.hiddenVotes} % ${sql.raw(String(roundedTo))} from ${pollTotals}
        where poll_id = ${sql.raw('polls.id')} and ${pollTotals.hiddenVotes} >= ${sql.raw(String(minTurnout))}) end`,
      schedule_zone: polls.scheduleZone,
      wordings: sql<Poll['wordings']>`case when ${polls.twinId} is not null then (
        select json_agg(json_build_object('poll', w.id, 'question', w.question, 'description', w.description,
          'n', counted.total, 'options', counted.options, 'version', (select ${pollVersion} from ${pollTotals} where poll_id = w.id)) order by w.id)
        from ${polls} w cross join lateral (select sum(o.vote_count)::int as total, json_agg(json_strip_nulls(json_build_object(
          'id', o.id, 'text', o.text, 'vote_count', o.vote_count, 'is_no_opinion', nullif(o.is_no_opinion, false))) order by o.position) as options
          from ${pollOptions} o where o.poll_id = w.id) counted
        where w.id in (${sql.raw('polls.id, polls.twin_id')})) end`,
      asks_other_side: sql<boolean | null>`nullif(${polls.asksOtherSide}, false)`,
      visitor_wording: visitorWording('polls'),
      visitor_rotation: visitorRotation('polls'),
      version: sql<number>`(select ${pollVersion} from ${pollTotals} where poll_id = ${sql.raw('polls.id')})`,
    })
    .from(polls)
    .innerJoinLateral(tally, sql`true`)
    .leftJoin(politicians, eq(politicians.id, polls.politicianId))
    .leftJoin(commonGroundPolls, eq(commonGroundPolls.pollId, polls.id))
    .$dynamic()
}

export const mostVotes = [desc(pollTotals.totalVotes), desc(pollTotals.pollId)]

/** `selectPolls`, to be ordered by `mostVotes`. */
export const selectRanked = (db: Db) => selectPolls(db).innerJoin(pollTotals, eq(pollTotals.pollId, polls.id))

const pollsById = prepareQuery('polls_by_id', (db) =>
  selectPolls(db).where(and(isShownPoll(), sql`${polls.id} = any(${sql.placeholder('ids')}::int[])`)),
)

/** Finds those of these polls that are published. */
export async function findPollsById(db: Db, ids: number[]): Promise<Map<number, Poll>> {
  const found = await pollsById(db, { ids })
  return new Map(found.map((poll) => [poll.id, poll]))
}

/** Finds a published poll by id. */
export async function findPoll(db: Db, id: number): Promise<Poll | undefined> {
  return (await findPollsById(db, [id])).get(id)
}

/** Any poll, for its author or a moderator. @throws ApiError 404 */
export async function requirePoll(db: Db, id: number): Promise<Poll> {
  const [found] = await selectPolls(db).where(eq(polls.id, id))
  if (!found) throw notFound('Poll')
  return found
}

/** A user's scheduled polls, the next one first. */
export function findScheduledPolls(db: Db, userId: number): Promise<ScheduledPoll[]> {
  return selectPolls(db)
    .where(and(eq(polls.creatorId, userId), isScheduledPoll(), isFirstWording()))
    .orderBy(asc(polls.publishedAt), asc(polls.id))
    .limit(100)
}

/** The ids of a user's polls without votes, the newest first. */
export async function findOwnUnanswered(db: Db, userId: number): Promise<number[]> {
  const found = await db
    .select({ id: polls.id })
    .from(polls)
    .innerJoin(pollTotals, eq(pollTotals.pollId, polls.id))
    .where(
      and(
        eq(polls.creatorId, userId),
        polls.isVisible,
        isFirstWording(),
        eq(pollTotals.totalVotes, 0),
        not(areResultsHidden()),
      ),
    )
    .orderBy(desc(polls.createdAt))
    .limit(100)
  return found.map(({ id }) => id)
}

const featuredShown = 3

/** Fewer than three featured polls are filled up with the most voted open polls. */
export async function findFeaturedPolls(db: Db): Promise<Poll[]> {
  const featured = await selectPolls(db)
    .where(and(eq(polls.featured, true), isListedPoll(), isFirstWording(), isOpenPoll()))
    .orderBy(desc(polls.publishedAt), desc(polls.id))
    .limit(featuredShown)
  if (featured.length === featuredShown) return featured
  const others = await selectRanked(db)
    .where(and(eq(polls.featured, false), isListedPoll(), isFirstWording(), isOpenPoll()))
    .orderBy(...mostVotes)
    .limit(featuredShown - featured.length)
  return [...featured, ...others]
}

export function findCategories(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(categories.position, categories.id)
}

/** The day begins at midnight in the site's time zone. People and votes are counted in tens, so that no one sees one person come. */
export async function findSummary(db: Db): Promise<PollSummary> {
  // Aggregate votes per poll before joining, which joins thousands of rows instead of hundreds of thousands.
  const busiest = (votes: SQL) => sql`(
    select c.name from (${votes}) v join ${polls} p on p.id = v.id and ${isListedPoll('p')} join ${categories} c on c.id = p.category_id
    group by c.id order by sum(v.score) desc, c.id limit 1)`
  const everVoted = sql`select poll_id as id, total_votes as score from ${pollTotals} where total_votes > 0`
  const { rows } = await db.execute<Record<keyof PollSummary, never>>(sql`select
    (select count(*) from ${polls} where ${isListedPoll()} and ${isFirstWording()} and ${isOpenPoll()}) as active_polls,
    (select coalesce(sum(total_votes), 0)::int from ${pollTotals}
      where poll_id in (select id from ${polls} where ${isListedPoll()} and ${isOpenPoll()})) as active_votes,
    (select ${counters.value} - ${counters.value} % ${roundedTo} from ${counters} where ${counters.name} = 'participants') as total_participants,
    coalesce(${busiest(recentVotes)}, ${busiest(everVoted)}) as trending_topic,
    (select count(*) from ${polls} where ${isListedPoll()} and ${isFirstWording()} and ${isEndingSoon}) as polls_ending_soon,
    (select count(*) - count(*) % ${roundedTo} from ${pollVotes}
      where ${pollVotes.createdAt} >= date_trunc('day', now(), site_time_zone())
        and ${pollVotes.pollId} not in (select id from ${polls} where not is_visible or ${areResultsHidden()})) as votes_today`)
  const [summary] = rows
  if (!summary) throw new Error('A select without from returned no row')
  return summary
}

const maxMyVotes = 1_000

type MyVote = Output<typeof listMyVotes>[number]

const votesOfPeople = prepareStatement<
  Omit<MyVote, 'undo_until'> & { user_id: number; undo_until: string | null; is_due: boolean }
>(
  'my_votes',
  sql`select viewer.id as user_id, vote.poll_id as poll, vote.option_id as option,
      coalesce(${ballotNumber('vote')}, '') as ballot, vote.is_due,
      ${voteUndoUntil('vote')} as undo_until
    from unnest(${sql.placeholder('userIds')}::int[]) as viewer(id)
    cross join lateral (
      (select poll_id, option_id, user_id, voter_id, ballot, created_at, false as is_due from ${pollVotes}
        where user_id = viewer.id order by created_at desc limit ${sql.raw(String(maxMyVotes))})
      union all
      select poll_id, option_id, user_id, null, null, created_at, true from ${pendingAnswers}
        where user_id = viewer.id and state = 'due') vote
    order by viewer.id, vote.created_at desc`,
)

const myVotesReaders = new WeakMap<Db, BatchReader<number, MyVote[]>>()
/** Few, because each may have a thousand votes. */
const peoplePerQuery = 20

/** After a restart, thousands of browsers ask for this within seconds, so it is read for several people at once. */
export function findMyVotes(db: Db, userId: number): Promise<MyVote[]> {
  const reader = myVotesReaders.get(db) ?? new BatchReader((ids) => findVotesOf(db, ids), peoplePerQuery)
  myVotesReaders.set(db, reader)
  return reader.load(userId)
}

async function findVotesOf(db: Db, ids: number[]): Promise<MyVote[][]> {
  const byUser = Map.groupBy(await votesOfPeople(db, { userIds: [...new Set(ids)] }), (vote) => vote.user_id)
  return ids.map((id) =>
    (byUser.get(id) ?? []).map(({ poll, option, ballot, undo_until: until, is_due: isDue }) => ({
      poll,
      option,
      ballot,
      ...(until && { undo_until: until }),
      ...(isDue && { is_due: true }),
    })),
  )
}
