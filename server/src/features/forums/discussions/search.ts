import { maxCountedDiscussions, type DiscussionPage } from '@wtpu/contract/forums/discussions'
import type { SnippetPart } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { discussions, discussionTags } from '#db/schema/forums.ts'
import { hasVisibleAuthor, isNotMuted } from '#db/visibility.ts'
import { decodeOffset, encodeOffset } from '#http/cursor.ts'
import { maxRanked, selectMatching } from '#search/matches.ts'
import { correctQuery, type Query, readQuery } from '#search/query.ts'
import { hasMatch, markMarkdown, markWords, shorten } from '#search/snippets.ts'
import { selectDiscussions } from './queries.ts'

/** The discussions among which to search. */
export interface Scope {
  /** See `isNotMuted`. */
  muterId: number
  categoryId?: number
  tagId?: number
  /** The ids of trending discussions. */
  ids?: readonly number[]
  /** How to sort the discussions `d`. By default, the best matches are first. */
  order?: SQL
}

interface SearchRequest extends Scope {
  q: string
  cursor?: string
  limit: number
}

/**
 * Searches titles, descriptions and comments. The best matches are first: title, description, comment. Their ranking is read
 * whole, so the cursor is a position in it. Unknown words are corrected only if the query as it was typed finds nothing.
 */
export async function searchDiscussions(
  db: Db,
  { q, cursor, limit, ...scope }: SearchRequest,
): Promise<DiscussionPage> {
  const from = decodeOffset(cursor)
  let query = await readQuery(db, q)
  let found = await findMatches(db, query, scope)
  const corrected = found.length === 0 ? await correctQuery(db, query) : undefined
  if (corrected !== undefined) {
    query = await readQuery(db, corrected)
    found = await findMatches(db, query, scope)
  }
  const page = found.slice(from, from + limit)
  const [listed, snippets] = await Promise.all([
    selectDiscussions(db, sql`select id from unnest(${sql.param(page.map(({ id }) => id))}::int[]) id`),
    findSnippets(db, page, query.text),
  ])
  return {
    // A discussion that was deleted in the meantime is left out.
    results: page.flatMap(({ id, commentId }) => {
      const discussion = listed.find((candidate) => candidate.id === id)
      const matched = commentId === null ? {} : { matched_comment: commentId }
      return discussion ? [{ ...discussion, snippet: [], ...snippets.get(id), ...matched }] : []
    }),
    next: encodeOffset(from + limit, found.length),
    ...(cursor ? {} : { count: Math.min(found.length, maxCountedDiscussions) }),
    ...(corrected !== undefined && found.length > 0 && { corrected }),
  }
}

interface Match {
  id: number
  commentId: number | null
}

const latest = sql`d.updated_at desc, d.id desc`

/** Each row is looked up by its key: a hash join would read the whole table. */
async function findMatches(db: Db, { text, hasWords }: Query, scope: Scope): Promise<Match[]> {
  if (text === '') return []
  const [byText, byComment] = await Promise.all([
    selectByText(db, text, scope),
    hasWords ? selectByComment(db, text, scope) : sql`select null::int as id where false`,
  ])
  const { rows } = await db.execute<Match>(sql`
    with matches as materialized (
      select d.id, null::int as comment_id, ts_rank(d.search, ${text}::tsquery, 32) as rank,
        case when ts_filter(d.search, '{a}') @@ ${text}::tsquery then 3 else 2 end as tier
      from (${byText}) found cross join lateral (select * from ${discussions} where id = found.id offset 0) d
      union all
      select c.discussion_id, c.id, ts_rank(c.search, ${text}::tsquery, 32), 1
      from (${byComment}) found cross join lateral (select * from ${comments} where id = found.id offset 0) c),
    best as (select distinct on (id) * from matches order by id, tier desc, rank desc, comment_id desc)
    select d.id, best.comment_id as "commentId"
    from best cross join lateral (select * from ${discussions} where id = best.id offset 0) d
    order by ${scope.order ?? sql`best.tier desc, best.rank desc, ${latest}`} limit ${maxRanked}`)
  return rows
}

function isWithin({ muterId, categoryId, ids }: Scope): SQL {
  return sql`d.is_visible and ${isNotMuted(muterId, sql`d.user_id`)} ${categoryId === undefined ? sql`` : sql`and d.category_id = ${categoryId}`}
    ${ids === undefined ? sql`` : sql`and d.id = any(${sql.param(ids)}::int[])`}`
}

/** Discussions of a tag in the order of its index, of all others in the order of the list. */
function selectByText(db: Db, query: string, scope: Scope): Promise<SQL> {
  const { tagId, order = latest } = scope
  const source = { table: sql`${discussions}`, alias: 'd', query, where: isWithin(scope), more: hasVisibleAuthor('d') }
  if (tagId === undefined) return selectMatching(db, { ...source, order })
  const from = sql`${discussionTags} used join ${discussions} d on d.id = used.discussion_id and used.tag_id = ${tagId}`
  return selectMatching(db, { ...source, from, order: sql`d.id desc` })
}

function selectByComment(db: Db, query: string, scope: Scope): Promise<SQL> {
  const hasTag =
    scope.tagId === undefined
      ? sql``
      : sql`and exists (select 1 from ${discussionTags} used where used.discussion_id = d.id and used.tag_id = ${scope.tagId})`
  return selectMatching(db, {
    table: sql`${comments}`,
    alias: 'c',
    query,
    where: sql`c.discussion_id is not null and c.is_visible and ${isNotMuted(scope.muterId, sql`c.user_id`)}`,
    // Comments of hidden discussions would use up the bounded number.
    more: sql`(select true from ${discussions} d
      where d.id = c.discussion_id and ${isWithin(scope)} ${hasTag} and ${hasVisibleAuthor('d')})`,
    order: sql`c.created_at desc, c.discussion_id desc`,
  })
}

interface Row {
  id: number
  title: string
  body: string
  lang: string | null
}

/** The best place in the text of each match: in the comment that matched, else in the description, else in the title. */
async function findSnippets(
  db: Db,
  matches: Match[],
  query: string,
): Promise<Map<number, { snippet: SnippetPart[]; snippet_lang: string | null }>> {
  if (matches.length === 0) return new Map()
  const { rows } = await db.execute<Row>(sql`
    select d.id, ${markWords(sql`d.title`, query)} as title,
      ${markMarkdown(sql`coalesce(c.text, d.description)`, query)} as body,
      case when c.id is null then d.lang else c.lang end as lang
    from json_to_recordset(${JSON.stringify(matches)}::json) as match (id int, "commentId" int)
    join ${discussions} d on d.id = match.id
    left join ${comments} c on c.id = match."commentId"`)
  return new Map(
    rows.map(({ id, title, body, lang }) => {
      const snippet = shorten(hasMatch(body) || !hasMatch(title) ? body : title)
      return [id, { snippet, snippet_lang: lang }]
    }),
  )
}
