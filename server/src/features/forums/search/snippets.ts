import type { SnippetPart } from '@wtpu/contract/site/search'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { hasMatch, markMarkdown, markWords, shorten } from '#search/snippets.ts'

export interface Match {
  id: number
  commentId: number | null
}

interface Row extends Record<string, unknown> {
  id: number
  title: string
  body: string
}

/** The best place in the text of each match: in the comment that matched, else in the description, else in the title. */
export async function findSnippets(db: Db, matches: Match[], query: string): Promise<Map<number, SnippetPart[]>> {
  if (matches.length === 0) return new Map()
  const { rows } = await db.execute<Row>(sql`
    select d.id, ${markWords(sql`d.title`, query)} as title,
      ${markMarkdown(sql`coalesce(c.text, d.description)`, query)} as body
    from json_to_recordset(${JSON.stringify(matches)}::json) as match (id int, "commentId" int)
    join ${discussions} d on d.id = match.id
    left join ${comments} c on c.id = match."commentId"`)
  return new Map(rows.map(({ id, title, body }) => [id, shorten(hasMatch(body) || !hasMatch(title) ? body : title)]))
}
