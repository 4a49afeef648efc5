import type { SnippetPart } from '@wtpu/contract/forums/discussions'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'

/** Characters of a long text that PostgreSQL looks at, from shortly before the first match. */
const windowLength = 1_500
const before = 200
/** Control characters, which no stored text contains. */
const [start, end] = ['\u0002', '\u0003']

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
  const text = sql`coalesce(c.text, d.description)`
  const { rows } = await db.execute<Row>(sql`
    select d.id, ${headline(sql`d.title`, query, 'HighlightAll=true')} as title,
      ${headline(plainText(windowOf(text, query)), query, 'MaxFragments=1, MaxWords=40, MinWords=25')} as body
    from json_to_recordset(${JSON.stringify(matches)}::json) as match (id int, "commentId" int)
    join ${discussions} d on d.id = match.id
    left join ${comments} c on c.id = match."commentId"`)
  return new Map(
    rows.map(({ id, title, body }) => [id, toParts(body.includes(start) || !title.includes(start) ? body : title)]),
  )
}

function headline(text: SQL, query: string, options: string): SQL {
  const all = `StartSel=${start}, StopSel=${end}, ${options}`
  return sql`ts_headline('english', ${text}, ${query}::tsquery, ${all})`
}

function windowOf(text: SQL, query: string): SQL {
  const stems = [...query.matchAll(/'((?:[^']|'')+)'/g)].map(([, stem = '']) =>
    // Stemming changes the last letter of some words: "policies" becomes "polici".
    (stem.length > 4 ? stem.slice(0, -1) : stem).replaceAll("''", "'").replace(/[^\p{L}\p{N}]/gu, '\\$&'),
  )
  const found = sql`regexp_instr(${text}, ${`\\m(${stems.join('|')})`}, 1, 1, 0, 'i')`
  return sql`case when length(${text}) <= ${windowLength} then ${text}
    else regexp_replace(substr(${text}, greatest(1, ${found} - ${before}), ${windowLength}), '^\\S*\\s', '') end`
}

/** Without the marks of Markdown and the addresses of links, on one line. */
function plainText(text: SQL): SQL {
  const withoutLinks = sql`regexp_replace(${text}, '\\]\\([^)\\s]*\\)', '', 'g')`
  return sql`regexp_replace(regexp_replace(${withoutLinks}, '[*_~\`#>|\\[\\]]+|^\\s*[-+]\\s', '', 'ng'), '\\s+', ' ', 'g')`
}

/** Splits "the \u0002school\u0003 board" into its parts. */
function toParts(marked: string): SnippetPart[] {
  return marked
    .trim()
    .split(start)
    .flatMap((part, index): SnippetPart[] => {
      const [first = '', rest = ''] = part.split(end)
      return index === 0
        ? [{ text: first, match: false }]
        : [
            { text: first, match: true },
            { text: rest, match: false },
          ]
    })
    .filter(({ text }) => text !== '')
}
