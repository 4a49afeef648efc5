import { maxCountedDiscussions, type DiscussionPage } from '@wtpu/contract/forums/discussions'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions } from '#db/schema/forums.ts'
import { correctWords } from '#search/corrections.ts'
import { textQuery } from '#search/matching-rows.ts'
import { parseQuery, resolveTerms, type ResolvedTerm } from '#search/terms.ts'
import { isVisible } from '#db/visibility.ts'
import { decodeCursor, encodeCursor } from '#http/cursor.ts'
import { selectDiscussions } from '../discussions/queries.ts'
import { orderOf, selectMatches, type Scope } from './candidates.ts'
import type { SnippetPart } from '@wtpu/contract/site/search'
import { comments } from '#db/schema/community.ts'
import { hasMatch, markMarkdown, markWords, shorten } from '#search/snippets.ts'

/** Discussions of one search, on all its pages. */
const maxFound = 300

interface SearchRequest extends Scope {
  q: string
  cursor?: string
  limit: number
}

/**
 * Searches titles, descriptions and comments. The best matches are first: title, description, comment; with `sort`, its order.
 * Only the newest of very many matches are ranked. Their order is the list, so the cursor is a place in it.
 */
export async function searchDiscussions(db: Db, request: SearchRequest): Promise<DiscussionPage> {
  const { q, cursor, limit } = request
  const [from] = decodeCursor(cursor, ['integer']) ?? [0]
  const { found, query, corrected } = await search(db, q, request)
  const page = found.slice(from, from + limit)
  const [listed, snippets] = await Promise.all([
    selectDiscussions(db, sql`select id from unnest(${sql.param(page.map(({ id }) => id))}::int[]) id`),
    findSnippets(db, page, query),
  ])
  const byId = new Map(listed.map((one) => [one.id, one]))
  return {
    // A discussion that was deleted in the meantime is left out.
    results: page.flatMap(({ id, commentId }) => {
      const one = byId.get(id)
      const matched = commentId === null ? {} : { matched_comment: commentId }
      return one ? [{ ...one, snippet: snippets.get(id) ?? [], ...matched }] : []
    }),
    next: found.length > from + limit ? encodeCursor([from + limit]) : null,
    ...(cursor ? {} : { count: Math.min(found.length, maxCountedDiscussions) }),
    ...(corrected === undefined ? {} : { corrected }),
  }
}

interface Found {
  found: Match[]
  query: string
  corrected?: string
}

/** Corrects unknown words only if the query as it was typed finds nothing. */
async function search(db: Db, q: string, scope: Scope): Promise<Found> {
  const typed = await resolveTerms(db, parseQuery(q))
  const found = await findMatches(db, typed, scope)
  if (found.length > 0) return { found, query: textQuery(typed) }
  const correction = await correctWords(db, q, typed)
  if (!correction) return { found, query: textQuery(typed) }
  const terms = await resolveTerms(db, correction.alternatives)
  const similar = await findMatches(db, terms, scope)
  return similar.length === 0
    ? { found: [], query: '' }
    : { found: similar, query: textQuery(terms), corrected: correction.corrected }
}

/** The lateral join looks up each discussion by its key. A hash join would read all of them. */
async function findMatches(db: Db, alternatives: ResolvedTerm[][], scope: Scope): Promise<Match[]> {
  if (alternatives.length === 0) return []
  const order = scope.sort === undefined ? sql`best.tier desc, best.rank desc, ` : sql``
  const { rows } = await db.execute<Match & Record<string, unknown>>(sql`
    with matches as materialized (${selectMatches(alternatives, scope)}),
    best as (
      select distinct on (id) id, comment_id, tier, rank from matches
      order by id, tier desc, rank desc, comment_id desc)
    select d.id, best.comment_id as "commentId"
    from best cross join lateral (select * from ${discussions} where id = best.id offset 0) d
    join ${users} u on u.id = d.user_id
    where ${isVisible('d', 'u')}
    order by ${order} ${orderOf(scope.sort)} limit ${maxFound}`)
  return rows
}

interface Match {
  id: number
  commentId: number | null
}

interface Row extends Record<string, unknown> {
  id: number
  title: string
  body: string
}

/** The best place in the text of each match: in the comment that matched, else in the description, else in the title. */
async function findSnippets(db: Db, matches: Match[], query: string): Promise<Map<number, SnippetPart[]>> {
  if (matches.length === 0) return new Map()
  const { rows } = await db.execute<Row>(sql`
    select d.id, ${markWords(sql`d.title`, query)} as title,
      ${markMarkdown(sql`coalesce(c.text, d.description)`, query)} as body
    from json_to_recordset(${JSON.stringify(matches)}::json) as match (id int, "commentId" int)
    join ${discussions} d on d.id = match.id
    left join ${comments} c on c.id = match."commentId"`)
  return new Map(rows.map(({ id, title, body }) => [id, shorten(hasMatch(body) || !hasMatch(title) ? body : title)]))
}
