import { displayName } from '@wtpu/contract/accounts/names'
import type { CommentMatch } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { hasVisibleAuthor, isVisibleComment } from '#db/visibility.ts'
import { indexedQuery, matchingRows } from '#search/matching-rows.ts'
import { markExcerpt, markMarkdown, shorten } from '#search/snippets.ts'
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

/** Newest comments that are searched for a common word. */
const maxWalked = 4_000

interface Row extends AuthorRow, Found {
  id: number
  snippet: string
  created_at: string
  discussion_id: number | null
  post_id: number | null
  politician_id: number | null
  /** Of a discussion, or the name of an official. */
  title: string | null
  post_first_name: string
  post_last_name: string
  post_username: string | null
}

/** Comments on discussions, on posts and on the walls of officials, by text. */
export async function searchComments(db: Db, search: Search): Promise<Group<CommentMatch>> {
  const { rows } = await db.execute<Row>(sql`
    with ${rankPage(selectMatches(search), search)}
    select ${foundCount} as found, c.id, case when c.discussion_id is null then ${markExcerpt(sql`c.text`, search.query)}
        else ${markMarkdown(sql`c.text`, search.query)} end as snippet, ${authorColumns},
      to_json(c.created_at)#>>'{}' as created_at, c.discussion_id, c.post_id, c.politician_id,
      coalesce(d.title, o.name) as title, a.first_name as post_first_name, a.last_name as post_last_name,
      a.username as post_username
    from page cross join lateral (select * from ${comments} where id = page.id offset 0) c
    join ${users} u on u.id = c.user_id
    left join lateral (select title from ${discussions} where id = c.discussion_id offset 0) d on true
    left join lateral (select name from ${politicians} where id = c.politician_id offset 0) o on true
    left join lateral (select user_id from ${posts} where id = c.post_id offset 0) p on true
    left join lateral (select * from ${users} where id = p.user_id offset 0) a on true
    order by page.place`)
  return toGroup(rows, (row) => ({
    id: row.id,
    snippet: shorten(row.snippet),
    author: toAuthor(row),
    created_at: row.created_at,
    on: toSubject(row),
  }))
}

function toSubject(row: Row): CommentMatch['on'] {
  if (row.discussion_id !== null) return { kind: 'discussion', id: row.discussion_id, title: row.title ?? '' }
  if (row.politician_id !== null) return { kind: 'politician', id: row.politician_id, title: row.title ?? '' }
  const author = { first_name: row.post_first_name, last_name: row.post_last_name, username: row.post_username }
  return { kind: 'post', id: row.post_id ?? 0, title: displayName(author) }
}

function selectMatches(search: Search): SQL {
  const columns = sql.raw('c.id, c.search, c.user_id, c.discussion_id, c.post_id, c.is_visible')
  const found = matchingRows({
    text: search.query,
    indexed: indexedQuery(search.resolved, 'comments'),
    row: sql.raw('c'),
    byIndex: (isFound) => sql`select ${columns} from ${comments} c where c.is_visible and c.search @@ ${isFound}`,
    walk: sql`select ${columns} from ${comments} c order by c.id desc limit ${maxWalked}`,
    order: sql`c.id desc`,
    more: sql`and ${hasVisibleAuthor('c')} and ${isVisibleComment('c')}`,
  })
  return sql`select c.id, 0 as tier, ts_rank(c.search, ${search.query}::tsquery, 32) as rank, c.id as weight from (${found}) c`
}
