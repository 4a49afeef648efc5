import type { DiscussionMatch } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions } from '#db/schema/forums.ts'
import { categories } from '#db/schema/polls.ts'
import { hasVisibleAuthor } from '#db/visibility.ts'
import { indexedQuery, matchingRows } from '#search/matching-rows.ts'
import { markMarkdown, markWords, shorten, toParts } from '#search/snippets.ts'
import {
  authorColumns,
  type AuthorRow,
  type Found,
  foundCount,
  type Group,
  rankPage,
  type Search,
  titleTier,
  toAuthor,
  toGroup,
} from './ranked.ts'

/** Discussions with the latest activity that are searched for a common word. */
const maxWalked = 4_000

interface Row extends Omit<DiscussionMatch, 'title' | 'snippet' | 'author'>, AuthorRow, Found {
  title: string
  snippet: string
}

/** Discussions, by title and description. */
export async function searchDiscussions(db: Db, search: Search): Promise<Group<DiscussionMatch>> {
  const { rows } = await db.execute<Row>(sql`
    with ${rankPage(selectMatches(search), search)}
    select ${foundCount} as found, d.id, ${markWords(sql`d.title`, search.query)} as title,
      ${markMarkdown(sql`d.description`, search.query)} as snippet, c.name as category, ${authorColumns},
      to_json(d.updated_at)#>>'{}' as updated_at, d.comment_count as num_comments
    from page cross join lateral (select * from ${discussions} where id = page.id offset 0) d
    join ${categories} c on c.id = d.category_id join ${users} u on u.id = d.user_id
    order by page.place`)
  return toGroup(rows, (row) => ({
    id: row.id,
    title: toParts(row.title),
    snippet: shorten(row.snippet),
    category: row.category,
    author: toAuthor(row),
    updated_at: row.updated_at,
    num_comments: row.num_comments,
  }))
}

function selectMatches(search: Search): SQL {
  const columns = sql.raw(
    'd.id, d.search, d.title, d.user_id, d.updated_at, d.comment_count + d.view_count as popularity',
  )
  const found = matchingRows({
    text: search.query,
    indexed: indexedQuery(search.resolved, 'discussions'),
    row: sql.raw('d'),
    byIndex: (isFound) => sql`select ${columns} from ${discussions} d where d.is_visible and d.search @@ ${isFound}`,
    walk: sql`select ${columns} from ${discussions} d where d.is_visible
      order by d.updated_at desc, d.id desc limit ${maxWalked}`,
    order: sql`d.updated_at desc`,
    more: sql`and ${hasVisibleAuthor('d')}`,
  })
  return sql`select d.id, ${titleTier(sql`d.title`, sql`d.search`, search)} as tier,
    ts_rank(d.search, ${search.query}::tsquery, 32) as rank, d.popularity as weight from (${found}) d`
}
