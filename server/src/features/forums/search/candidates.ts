import type { DiscussionSort } from '@wtpu/contract/forums/discussions'
import { sql, type SQL } from 'drizzle-orm'
import { comments } from '#db/schema/community.ts'
import { discussions, discussionTags } from '#db/schema/forums.ts'
import { hasWords, indexedQuery, matchingRows, textQuery } from '#search/matching-rows.ts'
import type { ResolvedTerm } from '#search/terms.ts'

/**
 * How many discussions, in the order of the list (of all or of one category), and how many of the newest comments are
 * searched for a common word.
 */
const maxWalked = { discussions: 4_000, ofCategory: 2_000, comments: 2_000 }

/** The discussions among which to search. */
export interface Scope {
  categoryId?: number
  tagId?: number
  /** The ids of trending discussions. */
  ids?: readonly number[]
  sort?: DiscussionSort
}

/** Orders of `d` that an index has. Without a sort, the discussions with the latest activity are searched. */
const orders: Record<DiscussionSort, SQL> = {
  latest: sql`d.updated_at desc, d.id desc`,
  popular: sql`(d.comment_count + d.view_count) desc, d.id desc`,
  replies: sql`d.comment_count desc, d.id desc`,
  views: sql`d.view_count desc, d.id desc`,
  oldest: sql`d.id`,
}

export const orderOf = (sort: DiscussionSort | undefined): SQL => orders[sort ?? 'latest']

/**
 * Selects `id`, `comment_id`, `tier` and `rank` of the discussions that match one of the alternatives, more than once if
 * several places match. Tiers: 3 the title, 2 title and description, 1 a comment, 0 the category. The work is bounded,
 * however common the words are.
 */
export function selectMatches(alternatives: ResolvedTerm[][], scope: Scope): SQL {
  const text = textQuery(alternatives)
  const parts = [selectDiscussions(text, alternatives, scope)]
  if (alternatives.every(hasWords)) parts.push(selectComments(text, alternatives, scope))
  for (const { categoryId, rest } of categoryMatches(alternatives)) {
    if (scope.categoryId !== undefined && scope.categoryId !== categoryId) continue
    const within = { ...scope, categoryId }
    const restText = rest.length > 0 ? textQuery([rest]) : undefined
    parts.push(selectDiscussions(restText, [rest], within, 0))
    if (restText !== undefined && hasWords(rest)) parts.push(selectComments(restText, [rest], within, 0))
  }
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )
}

/** "healthcare costs" also finds discussions about costs in the category Healthcare. */
function categoryMatches(alternatives: ResolvedTerm[][]): { categoryId: number; rest: ResolvedTerm[] }[] {
  return alternatives.flatMap((terms) => {
    const named = terms.find(({ term, categoryId }) => categoryId !== null && !term.isExcluded)
    return named?.categoryId == null
      ? []
      : [{ categoryId: named.categoryId, rest: terms.filter((term) => term !== named) }]
  })
}

function isWithin({ categoryId, tagId, ids }: Scope): SQL {
  return sql`d.is_visible
    ${categoryId === undefined ? sql`` : sql`and d.category_id = ${categoryId}`}
    ${tagId === undefined ? sql`` : sql`and exists (select 1 from ${discussionTags} dt where dt.discussion_id = d.id and dt.tag_id = ${tagId})`}
    ${ids === undefined ? sql`` : sql`and d.id = any(${sql.param(ids)}::int[])`}`
}

const discussionColumns = sql.raw('d.id, d.search, d.updated_at, d.comment_count, d.view_count')
const commentColumns = sql.raw('c.id, c.discussion_id, c.search, c.created_at')

/** Without `text`, all discussions of the scope match. */
function selectDiscussions(text: string | undefined, alternatives: ResolvedTerm[][], scope: Scope, tier?: number): SQL {
  const found = matchingRows({
    text,
    indexed: indexedQuery(alternatives, 'discussions'),
    row: sql.raw('d'),
    byIndex: (isFound) =>
      sql`select ${discussionColumns} from ${discussions} d where ${isWithin(scope)} and d.search @@ ${isFound}`,
    walk: walkDiscussions(scope),
    order: orderOf(scope.sort),
  })
  if (text === undefined) return sql`select d.id, null::int as comment_id, 0 as tier, 0::real as rank from (${found}) d`
  const isInTitle = sql`ts_filter(d.search, '{a}') @@ ${text}::tsquery`
  return sql`
    select d.id, null::int as comment_id, ${tier ?? sql`case when ${isInTitle} then 3 else 2 end`} as tier,
      ts_rank(d.search, ${text}::tsquery, 32) as rank
    from (${found}) d`
}

function walkDiscussions(scope: Scope): SQL {
  if (scope.categoryId !== undefined && scope.tagId === undefined && scope.ids === undefined) {
    // The ids come from the index of the category alone. Otherwise PostgreSQL reads all categories in this order.
    return sql`select ${discussionColumns} from (select d.id from ${discussions} d where ${isWithin(scope)}
      order by ${orderOf(scope.sort)} limit ${maxWalked.ofCategory}) walked
      cross join lateral (select * from ${discussions} where id = walked.id offset 0) d`
  }
  if (scope.tagId === undefined || scope.ids !== undefined) {
    return sql`select ${discussionColumns} from ${discussions} d where ${isWithin(scope)}
      order by ${orderOf(scope.sort)} limit ${maxWalked.discussions}`
  }
  const { tagId, ...others } = scope
  return sql`select ${discussionColumns} from ${discussionTags} dt join ${discussions} d on d.id = dt.discussion_id
    where dt.tag_id = ${tagId} and ${isWithin(others)} order by dt.discussion_id desc limit ${maxWalked.discussions}`
}

function selectComments(text: string, alternatives: ResolvedTerm[][], scope: Scope, tier = 1): SQL {
  const isSearched = sql`c.discussion_id is not null and c.is_visible`
  const found = matchingRows({
    text,
    indexed: indexedQuery(alternatives, 'comments'),
    row: sql.raw('c'),
    byIndex: (isFound) =>
      sql`select ${commentColumns} from ${comments} c where ${isSearched} and c.search @@ ${isFound}`,
    walk: sql`select ${commentColumns} from ${comments} c where ${isSearched}
      order by c.created_at desc, c.discussion_id desc limit ${maxWalked.comments}`,
    order: sql`c.created_at desc`,
    // Comments of hidden discussions would use up the bounded number.
    more: sql`and (select true from ${discussions} d where d.id = c.discussion_id and ${isWithin(scope)})`,
  })
  return sql`
    select c.discussion_id as id, c.id as comment_id, ${tier}::int as tier, ts_rank(c.search, ${text}::tsquery, 32) as rank
    from (${found}) c`
}
