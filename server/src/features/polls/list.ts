import type { Poll, PollFilter, PollSort } from '@wtpu/contract/polls/polls'
import { parseId, withoutInvisible } from '@wtpu/contract/schemas'
import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, pollTotals, polls } from '#db/schema/polls.ts'
import { matchesTyped, officialOfPoll } from '#search/matches.ts'
import { isClosedPoll, isFirstWording, isOpenPoll, isShownPoll, isListedPoll } from '#db/visibility.ts'
import { slicePage, decodeCursor, decodeOffset, encodeCursor, encodeOffset } from '#http/cursor.ts'
import { isEndingSoon, mostVotes, newestVotes, recentVotes, selectPolls, selectRanked } from './queries.ts'

interface ListRequest {
  filter?: PollFilter
  politician?: string
  q?: string
  category?: string
  sort?: PollSort
  cursor?: string
  limit?: number
}

/** The cursor value for a poll without a closing time. Such polls are ordered by id. */
const noClosingTime = new Date(0).toISOString()

type FoundPage = Promise<{ page: Poll[]; next: string | null }>

/** Published polls of a tab or a search, which finds imported polls too. Without `limit` or `cursor`, the first 100 as an array. */
export async function findPolls(
  db: Db,
  request: ListRequest,
): Promise<Poll[] | { results: Poll[]; next: string | null }> {
  const paged = request.limit !== undefined || request.cursor !== undefined
  const limit = request.limit ?? (paged ? 20 : 100)
  const filters = and(
    request.q?.trim() ? isShownPoll() : and(isListedPoll(), isFirstWording()),
    await aboutPolitician(db, request),
    inCategory(request),
    ...(await matchesTyped(db, { alias: 'polls', q: request.q, named: officialOfPoll })),
  )
  const { page, next } = await chooseList(request)(db, { ...request, limit }, filters)
  // A search finds each wording by its own words. Where both are found, the first one stands for them.
  const both = (poll: Poll) =>
    poll.wordings?.[1]?.poll === poll.id && page.some(({ id }) => id === poll.wordings?.[0]?.poll)
  const results = page.filter((poll) => !both(poll))
  return paged ? { results, next } : results
}

type PageRequest = ListRequest & { limit: number }

/** An explicit sort overrides the tab's own order; the tab then only filters. */
function chooseList({ filter, sort }: ListRequest) {
  switch (sort ?? filter) {
    case 'ending_soon':
      return findByEnd
    case 'trending':
      return findTrending
    case 'live':
      return findLive
    default:
      return findInOrder
  }
}

async function findInOrder(db: Db, request: PageRequest, filters: SQL | undefined): FoundPage {
  const order = orderOf(request)
  const rows = await (order.byVotes ? selectRanked(db) : selectPolls(db))
    .where(and(filters, inTab(request), order.after))
    .orderBy(...order.by)
    .limit(request.limit + 1)
  return slicePage(rows, request.limit, order.cursorOf)
}

/** The filter of a tab. Undefined for tabs that differ only in their order. */
function inTab({ filter }: ListRequest): SQL | undefined {
  if (filter === 'ending_soon') return isEndingSoon
  if (filter === 'live') return isOpenPoll()
  if (filter !== 'trending') return undefined
  return sql`${polls.id} in (select id from (${recentVotes}) voted)`
}

interface Order {
  /** The order is by columns of `pollTotals`. */
  byVotes?: boolean
  after?: SQL
  by: SQL[]
  cursorOf: (row: Poll) => string
}

/** Each order matches an index, scanned forward or backward, so the cost of a page does not depend on the table size. */
function orderOf({ filter, sort, cursor }: ListRequest): Order {
  const own = filter === 'recent' || filter === 'politician' ? 'newest' : undefined
  switch (sort ?? own) {
    case 'newest':
    case 'oldest': {
      const back = sort !== 'oldest'
      const key = decodeCursor(cursor, ['instant', 'integer'])
      const position = key && sql`(${key[0]}::timestamptz, ${key[1]})`
      const column = sql`(${polls.publishedAt}, ${polls.id})`
      return {
        after: position && (back ? sql`${column} < ${position}` : sql`${column} > ${position}`),
        by: back ? [desc(polls.publishedAt), desc(polls.id)] : [asc(polls.publishedAt), asc(polls.id)],
        cursorOf: (row) => encodeCursor([row.published_at, row.id]),
      }
    }
    case 'most_votes': {
      const key = decodeCursor(cursor, ['integer', 'integer'])
      return {
        byVotes: true,
        after: key && sql`(${pollTotals.totalVotes}, ${pollTotals.pollId}) < (${key[0]}, ${key[1]})`,
        by: mostVotes,
        cursorOf: (row) => encodeCursor([row.total_votes, row.id]),
      }
    }
    default: {
      const key = decodeCursor(cursor, ['boolean', 'instant', 'integer'])
      return {
        after:
          key &&
          sql`(${polls.featured}, ${polls.publishedAt}, ${polls.id}) < (${key[0]}, ${key[1]}::timestamptz, ${key[2]})`,
        by: [desc(polls.featured), desc(polls.publishedAt), desc(polls.id)],
        cursorOf: (row) => encodeCursor([row.featured, row.published_at, row.id]),
      }
    }
  }
}

/**
 * The sort "Ending Soon" and the order of the tab with this name, which has only the first of three ranges: open polls by
 * closing time, then polls without one, then closed polls, latest first. The ranges are parts of one index, and a page reads
 * only those that it needs.
 */
async function findByEnd(db: Db, request: PageRequest, filters: SQL | undefined): FoundPage {
  const key = decodeCursor(request.cursor, ['integer', 'instant', 'integer'])
  const [segment, end, id] = key ?? [0, noClosingTime, 0]
  const position = sql`(${end}::timestamptz, ${id})`
  const column = sql`(${polls.closesAt}, ${polls.id})`
  const ranges = [
    {
      where: and(isNotNull(polls.closesAt), isOpenPoll()),
      after: sql`${column} > ${position}`,
      by: [asc(polls.closesAt), asc(polls.id)],
    },
    { where: isNull(polls.closesAt), after: sql`${polls.id} < ${id}`, by: [desc(polls.id)] },
    {
      where: and(isNotNull(polls.closesAt), isClosedPoll()),
      after: sql`${column} < ${position}`,
      by: [desc(polls.closesAt), desc(polls.id)],
    },
  ]
  const rows: Poll[] = []
  for (const [index, range] of (request.filter === 'ending_soon' ? ranges.slice(0, 1) : ranges).entries()) {
    const wanted = request.limit + 1 - rows.length
    if (index < segment || wanted === 0) continue
    const after = key && index === segment ? range.after : undefined
    rows.push(
      ...(await selectPolls(db)
        .where(and(filters, inTab(request), range.where, after))
        .orderBy(...range.by)
        .limit(wanted)),
    )
  }
  const segmentOf = (row: Poll) => (row.closes_at === null ? 1 : row.is_closed ? 2 : 0)
  return slicePage(rows, request.limit, (row) => encodeCursor([segmentOf(row), row.closes_at ?? noClosingTime, row.id]))
}

/** How many polls a list has whose order changes with every vote. */
const rankedShown = 100

/**
 * Most votes in the last 24 hours, then most votes in total, then newest. If there were no votes, open polls by total
 * (polls have no comments to count).
 */
async function findTrending(db: Db, request: PageRequest, filters: SQL | undefined): FoundPage {
  const ranked = await rank(db, request, recentVotes, filters)
  return cardsOf(db, request, ranked.length > 0 ? ranked : await findMostVoted(db, filters))
}

/** Open polls: those with the newest votes first, then the others by total. */
async function findLive(db: Db, request: PageRequest, filters: SQL | undefined): FoundPage {
  const ranked = await rank(db, request, newestVotes, and(filters, isOpenPoll()))
  const all = new Set([...ranked, ...(ranked.length < rankedShown ? await findMostVoted(db, filters) : [])])
  return cardsOf(db, request, [...all].slice(0, rankedShown))
}

/** The ids of polls by the score that `scores` selects, the highest first. */
async function rank(db: Db, request: PageRequest, scores: SQL, filters: SQL | undefined): Promise<number[]> {
  // Without a filter, only the top polls need to be joined. With one, any poll may be in the list.
  const isFiltered = [request.q, request.category, request.politician].some((value) => value?.trim())
  const top = isFiltered || request.filter === 'live' ? sql`` : topScores
  const ranked = await db
    .select({ id: polls.id })
    .from(polls)
    .innerJoin(sql`(${scores} ${top}) as engagement`, sql`engagement.id = ${polls.id}`)
    .innerJoin(pollTotals, eq(pollTotals.pollId, polls.id))
    .where(filters)
    .orderBy(sql`engagement.score desc`, desc(pollTotals.totalVotes), desc(polls.publishedAt), desc(polls.id))
    .limit(rankedShown)
  return ranked.map(({ id }) => id)
}

const topScores = sql`order by score desc fetch first ${rankedShown} rows with ties`

async function findMostVoted(db: Db, filters: SQL | undefined): Promise<number[]> {
  const found = await db
    .select({ id: polls.id })
    .from(polls)
    .innerJoin(pollTotals, eq(pollTotals.pollId, polls.id))
    .where(and(filters, isOpenPoll()))
    .orderBy(...mostVotes)
    .limit(rankedShown)
  return found.map(({ id }) => id)
}

/** Ranks change with every vote, so the cursor is an offset. Only the cards of one page are read. */
async function cardsOf(db: Db, request: PageRequest, ranked: number[]): FoundPage {
  const offset = decodeOffset(request.cursor)
  const end = offset + request.limit
  const ids = ranked.slice(offset, end)
  const cards = ids.length > 0 ? await selectPolls(db).where(inArray(polls.id, ids)) : []
  return {
    page: ids.flatMap((id) => cards.find((card) => card.id === id) ?? []),
    next: encodeOffset(end, ranked.length),
  }
}

function inCategory({ category }: ListRequest): SQL | undefined {
  const wanted = category?.trim()
  if (!wanted) return undefined
  const id = parseId(wanted)
  if (id !== undefined) return eq(polls.categoryId, id)
  return sql`${polls.categoryId} = (select ${categories.id} from ${categories} where lower(${categories.name}) = lower(${wanted}))`
}

/** `politician` is an id or a name. `filter=politician` alone matches polls about any official. */
async function aboutPolitician(db: Db, { filter, politician }: ListRequest): Promise<SQL | undefined> {
  const wanted = politician && withoutInvisible(politician).trim()
  if (!wanted) return filter === 'politician' ? isNotNull(polls.politicianId) : undefined
  const id = parseId(wanted)
  if (id !== undefined) return eq(polls.politicianId, id)
  const [found] = await db
    .select({ id: politicians.id })
    .from(politicians)
    .where(and(isNull(politicians.retiredAt), ilike(politicians.name, `%${wanted.replace(/[\\%_]/g, '\\$&')}%`)))
    .orderBy(sql`lower(${politicians.name}) <> lower(${wanted})`, asc(politicians.name), asc(politicians.id))
    .limit(1)
  return found ? eq(polls.politicianId, found.id) : sql`false`
}
