import type { PollMatch } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { categories, polls } from '#db/schema/polls.ts'
import { isVisiblePoll } from '#db/visibility.ts'
import { indexedQuery, matchingRows } from '#search/matching-rows.ts'
import { markExcerpt, markWords, shorten, toParts } from '#search/snippets.ts'
import { type Found, foundCount, type Group, rankPage, type Search, titleTier, toGroup } from './ranked.ts'

/** Newest polls that are searched for a common word. */
const maxWalked = 2_000

interface Row extends Omit<PollMatch, 'title' | 'snippet'>, Found {
  title: string
  snippet: string
}

/** Published polls, by question, description, category and official. */
export async function searchPolls(db: Db, search: Search): Promise<Group<PollMatch>> {
  const { rows } = await db.execute<Row>(sql`
    with ${rankPage(selectMatches(search), search)}
    select ${foundCount} as found, p.id, ${markWords(sql`p.question`, search.query)} as title,
      ${markExcerpt(sql`p.description`, search.query)} as snippet, c.name as category, p.total_votes,
      coalesce(p.closes_at <= now(), false) as is_closed
    from page cross join lateral (select * from ${polls} where id = page.id offset 0) p
    join ${categories} c on c.id = p.category_id
    order by page.place`)
  return toGroup(rows, ({ id, title, snippet, category, total_votes, is_closed }) => ({
    id,
    title: toParts(title),
    snippet: shorten(snippet),
    category,
    total_votes,
    is_closed,
  }))
}

function selectMatches(search: Search): SQL {
  const columns = sql.raw('p.id, p.search, p.question, p.total_votes, p.published_at')
  const isVisible = isVisiblePoll('p')
  const found = matchingRows({
    text: search.query,
    indexed: indexedQuery(search.resolved, 'polls'),
    row: sql.raw('p'),
    byIndex: (isFound) => sql`select ${columns} from ${polls} p where ${isVisible} and p.search @@ ${isFound}`,
    walk: sql`select ${columns} from ${polls} p where ${isVisible}
      order by p.published_at desc, p.id desc limit ${maxWalked}`,
    order: sql`p.published_at desc`,
  })
  return sql`select p.id, ${titleTier(sql`p.question`, sql`p.search`, search)} as tier,
    ts_rank(p.search, ${search.query}::tsquery, 32) as rank, p.total_votes as weight from (${found}) p`
}
