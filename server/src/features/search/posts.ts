import type { PostMatch } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { hasVisibleAuthor } from '#db/visibility.ts'
import { indexedQuery, matchingRows } from '#search/matching-rows.ts'
import { markExcerpt, shorten } from '#search/snippets.ts'
import {
  authorColumns,
  type AuthorRow,
  type Found,
  foundCount,
  type Group,
  rankPage,
  type Search,
  toAuthor,
  toGroup,
} from './ranked.ts'

/** Newest posts that are searched for a common word. */
const maxWalked = 4_000

interface Row extends Omit<PostMatch, 'snippet' | 'author'>, AuthorRow, Found {
  snippet: string
}

/** Posts of the Boiler Room, by text. */
export async function searchPosts(db: Db, search: Search): Promise<Group<PostMatch>> {
  const { rows } = await db.execute<Row>(sql`
    with ${rankPage(selectMatches(search), search)}
    select ${foundCount} as found, p.id, ${markExcerpt(sql`p.text`, search.query)} as snippet, ${authorColumns},
      to_json(p.created_at)#>>'{}' as created_at, p.like_count as likes_count, p.comment_count as comments_count
    from page cross join lateral (select * from ${posts} where id = page.id offset 0) p
    join ${users} u on u.id = p.user_id
    order by page.place`)
  return toGroup(rows, (row) => ({
    id: row.id,
    snippet: shorten(row.snippet),
    author: toAuthor(row),
    created_at: row.created_at,
    likes_count: row.likes_count,
    comments_count: row.comments_count,
  }))
}

function selectMatches(search: Search): SQL {
  const columns = sql.raw('p.id, p.search, p.user_id')
  const found = matchingRows({
    text: search.query,
    indexed: indexedQuery(search.resolved, 'posts'),
    row: sql.raw('p'),
    byIndex: (isFound) => sql`select ${columns} from ${posts} p where p.is_visible and p.search @@ ${isFound}`,
    walk: sql`select ${columns} from ${posts} p where p.is_visible order by p.id desc limit ${maxWalked}`,
    order: sql`p.id desc`,
    more: sql`and ${hasVisibleAuthor('p')}`,
  })
  return sql`select p.id, 0 as tier, ts_rank(p.search, ${search.query}::tsquery, 32) as rank, p.id as weight from (${found}) p`
}
