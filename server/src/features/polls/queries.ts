import type { Poll, PollFilter, PollSummary } from '@wtpu/contract/polls'
import { and, asc, desc, eq, ilike, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { cutPage, readCursor, writeCursor } from '#http/cursor.ts'

const published = lte(polls.publishedAt, sql`now()`)
const open = sql`(${polls.closesAt} is null or ${polls.closesAt} > now())`
/** Open and closing within 24 hours (decision 49); the list and the stat card share it. */
const endingSoon = sql`(${polls.closesAt} > now() and ${polls.closesAt} <= now() + interval '24 hours')`
const sinceYesterday = sql`now() - interval '24 hours'`

/** One row per poll: its options as JSON and the sum of their counters. */
function tallies(db: Db) {
  return db
    .select({
      options: sql<Poll['options']>`json_agg(json_build_object(
        'id', ${pollOptions.id}, 'text', ${pollOptions.text}, 'vote_count', ${pollOptions.voteCount})
        order by ${pollOptions.position})`.as('options'),
      total: sql<number>`sum(${pollOptions.voteCount})::int`.as('total'),
    })
    .from(pollOptions)
    .where(eq(pollOptions.pollId, polls.id))
    .as('tally')
}

/** Votes of the last 24 hours; polls have no comments yet, which decision 48 would add. */
function engagements(db: Db) {
  return db
    .select({ pollId: pollVotes.pollId, votes: sql<number>`count(*)`.as('recent_votes') })
    .from(pollVotes)
    .where(sql`${pollVotes.createdAt} > ${sinceYesterday}`)
    .groupBy(pollVotes.pollId)
    .as('engagement')
}

/** Selects straight into the wire shape, options folded into JSON: a page of cards is one query. */
function selectPolls(db: Db) {
  const tally = tallies(db)
  const instant = (column: typeof polls.publishedAt | typeof polls.closesAt) => sql<string>`to_json(${column})#>>'{}'`
  return {
    tally,
    fields: {
      id: polls.id,
      question: polls.question,
      description: polls.description,
      options: tally.options,
      total_votes: tally.total,
      category: polls.categoryId,
      is_published: sql<boolean>`${published}`,
      is_closed: sql<boolean>`not ${open}`,
      published_at: instant(polls.publishedAt),
      closes_at: instant(polls.closesAt),
      featured: polls.featured,
      politician: sql<Poll['politician']>`case when ${politicians.id} is not null then json_build_object(
        'id', ${politicians.id}, 'name', ${politicians.name}, 'office', ${politicians.office},
        'party', ${politicians.party}, 'state', ${politicians.state}) end`,
    },
  }
}

interface ListRequest {
  filter?: PollFilter
  politician?: string
  cursor?: string
  limit?: number
}

/** Published polls of a tab. Without `limit` or `cursor` the first hundred as an array (decision 21). */
export async function findPolls(
  db: Db,
  request: ListRequest,
): Promise<Poll[] | { results: Poll[]; next: string | null }> {
  const paged = request.limit !== undefined || request.cursor !== undefined
  const limit = request.limit ?? (paged ? 20 : 100)
  const about = await aboutPolitician(db, request)
  const list = request.filter === 'trending' ? findTrending : findInOrder
  const { page, next } = await list(db, { ...request, limit }, about)
  return paged ? { results: page, next } : page
}

type Cut = Promise<{ page: Poll[]; next: string | null }>

async function findInOrder(db: Db, request: ListRequest & { limit: number }, about: SQL | undefined): Cut {
  const { tally, fields } = selectPolls(db)
  const order = orderOf(request)
  const rows = await db
    .select(fields)
    .from(polls)
    .innerJoinLateral(tally, sql`true`)
    .leftJoin(politicians, eq(politicians.id, polls.politicianId))
    .where(and(published, about, order.where))
    .orderBy(...order.by)
    .limit(request.limit + 1)
  return cutPage(rows, request.limit, order.cursorOf)
}

function orderOf({ filter, cursor }: ListRequest): { where?: SQL; by: SQL[]; cursorOf: (row: Poll) => string } {
  if (filter === 'ending_soon') {
    const after = readCursor(cursor, ['', 0])
    return {
      where: and(endingSoon, after && sql`(${polls.closesAt}, ${polls.id}) > (${after[0]}::timestamptz, ${after[1]})`),
      by: [asc(polls.closesAt), asc(polls.id)],
      cursorOf: (row) => writeCursor([row.closes_at ?? '', row.id]),
    }
  }
  if (filter === 'recent' || filter === 'politician') {
    const after = readCursor(cursor, ['', 0])
    return {
      where: after && sql`(${polls.publishedAt}, ${polls.id}) < (${after[0]}::timestamptz, ${after[1]})`,
      by: [desc(polls.publishedAt), desc(polls.id)],
      cursorOf: (row) => writeCursor([row.published_at, row.id]),
    }
  }
  const after = readCursor(cursor, [false, '', 0])
  return {
    where:
      after &&
      sql`(${polls.featured}, ${polls.publishedAt}, ${polls.id}) < (${after[0]}, ${after[1]}::timestamptz, ${after[2]})`,
    by: [desc(polls.featured), desc(polls.publishedAt), desc(polls.id)],
    cursorOf: (row) => writeCursor([row.featured, row.published_at, row.id]),
  }
}

/**
 * Most votes in the last 24 hours, ties by total, then newest; without any engagement, open polls by total (decision 48).
 * The places move with every vote, so the cursor is a number of rows, and the list ends at a hundred.
 */
async function findTrending(db: Db, request: ListRequest & { limit: number }, about: SQL | undefined): Cut {
  const [offset = 0] = readCursor(request.cursor, [0]) ?? []
  const end = Math.min(offset + request.limit, 100)
  const { tally, fields } = selectPolls(db)
  const engagement = engagements(db)
  const select = () =>
    db
      .select(fields)
      .from(polls)
      .innerJoinLateral(tally, sql`true`)
      .leftJoin(politicians, eq(politicians.id, polls.politicianId))
      .$dynamic()
  const tail = [desc(tally.total), desc(polls.publishedAt), desc(polls.id)]
  let rows = await select()
    .innerJoin(engagement, eq(engagement.pollId, polls.id))
    .where(and(published, about))
    .orderBy(desc(engagement.votes), ...tail)
    .limit(101)
  if (rows.length === 0) {
    rows = await select()
      .where(and(published, open, about))
      .orderBy(...tail)
      .limit(101)
  }
  const page = rows.slice(offset, end)
  return { page, next: rows.length > end && end < 100 ? writeCursor([end]) : null }
}

/** `politician` reads an id or a name (decisions 51, 54); filter=politician alone means any official. */
async function aboutPolitician(db: Db, { filter, politician }: ListRequest): Promise<SQL | undefined> {
  const wanted = politician?.trim()
  if (!wanted) return filter === 'politician' ? isNotNull(polls.politicianId) : undefined
  if (/^\d{1,9}$/.test(wanted)) return eq(polls.politicianId, Number(wanted))
  const [found] = await db
    .select({ id: politicians.id })
    .from(politicians)
    .where(and(isNull(politicians.retiredAt), ilike(politicians.name, `%${wanted.replace(/[\\%_]/g, '\\$&')}%`)))
    .orderBy(sql`lower(${politicians.name}) <> ${wanted.toLowerCase()}`, asc(politicians.name), asc(politicians.id))
    .limit(1)
  return found ? eq(polls.politicianId, found.id) : sql`false`
}

/** A published poll. */
export async function findPoll(db: Db, id: number): Promise<Poll | undefined> {
  const { tally, fields } = selectPolls(db)
  const [found] = await db
    .select(fields)
    .from(polls)
    .innerJoinLateral(tally, sql`true`)
    .leftJoin(politicians, eq(politicians.id, polls.politicianId))
    .where(and(published, eq(polls.id, id)))
  return found
}

export function findCategories(db: Db): Promise<{ id: number; name: string }[]> {
  return db.select({ id: categories.id, name: categories.name }).from(categories).orderBy(categories.id)
}

/** Definitions: decisions 49, 50, 64; the day begins at midnight in the site's zone (decision 99). */
export async function findSummary(db: Db): Promise<PollSummary> {
  const votesBy = (since: SQL | undefined) => sql`(
    select c.name from ${pollVotes} v join ${polls} p on p.id = v.poll_id join ${categories} c on c.id = p.category_id
    ${since ? sql`where v.created_at > ${since}` : sql``}
    group by c.id order by count(*) desc, c.id limit 1)`
  const { rows } = await db.execute<Record<keyof PollSummary, never>>(sql`select
    (select count(*) from ${polls} where ${published} and ${open}) as active_polls,
    -- One look into the index a person, instead of a read of every vote.
    (select count(*) from ${users} u cross join lateral
      (select 1 from ${pollVotes} v where v.user_id = u.id limit 1) voted) as total_participants,
    coalesce(${votesBy(sinceYesterday)}, ${votesBy(undefined)}) as trending_topic,
    (select count(*) from ${polls} where ${published} and ${endingSoon}) as polls_ending_soon,
    (select count(*) from ${pollVotes}
      where ${pollVotes.createdAt} >= date_trunc('day', now(), 'America/New_York')) as votes_today`)
  const [summary] = rows
  if (!summary) throw new Error('a select without from gives one row')
  return summary
}

const myVotesKept = 1_000

export function findMyVotes(db: Db, userId: number): Promise<{ poll: number; option: number }[]> {
  return db
    .select({ poll: pollVotes.pollId, option: pollVotes.optionId })
    .from(pollVotes)
    .where(eq(pollVotes.userId, userId))
    .orderBy(desc(pollVotes.createdAt))
    .limit(myVotesKept)
}
