import type { SnippetPart } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'

/** Characters of a long text that PostgreSQL looks at, from shortly before the first match. */
const windowLength = 1_500
const windowLead = 200
/** Control characters, which no stored text contains. */
const [start, end] = ['\u0002', '\u0003']
/** Characters of a snippet, and those before its first match. */
const snippetLength = 240
const leadLength = 80

/** SQL of the text with its matches marked, for `toParts`. */
export function markWords(text: SQL, query: string): SQL {
  return sql`ts_headline('english', ${withoutLeftovers(text)}, ${query}::tsquery, ${`StartSel=${start}, StopSel=${end}, HighlightAll=true`})`
}

/** SQL of the place in a text that matches best, marked, for `shorten`. */
export function markExcerpt(text: SQL, query: string): SQL {
  return markWords(onOneLine(windowOf(withoutLeftovers(text), query)), query)
}

/** Like `markExcerpt` for Markdown source: without its marks. */
export function markMarkdown(text: SQL, query: string): SQL {
  return markWords(onOneLine(withoutMarkdown(windowOf(withoutLeftovers(text), query))), query)
}

/** Without soft hyphens and the like, which hide words from `ts_headline`. Joiners stay, which emoji and some scripts need. */
const withoutLeftovers = (text: SQL) => sql`translate(${text}, ${'\u00AD\u200B\u2060\uFEFF'}, '')`

export const hasMatch = (marked: string) => marked.includes(start)

function windowOf(text: SQL, query: string): SQL {
  const stems = [...query.matchAll(/'((?:[^']|'')+)'/g)].map(([, stem = '']) =>
    // Stemming changes the last letter of some words: "policies" becomes "polici".
    (stem.length > 4 ? stem.slice(0, -1) : stem).replaceAll("''", "'").replace(/[^\p{L}\p{N}]/gu, '\\$&'),
  )
  const found = sql`regexp_instr(${text}, ${`\\m(${stems.join('|')})`}, 1, 1, 0, 'i')`
  return sql`case when length(${text}) <= ${windowLength} then ${text}
    when ${found} <= ${windowLead} then left(${text}, ${windowLength})
    else regexp_replace(substr(${text}, ${found} - ${windowLead}, ${windowLength}), '^\\S*\\s', '…') end`
}

/** The text without the marks of Markdown and the addresses of links. */
function withoutMarkdown(text: SQL): SQL {
  const withoutLinks = sql`regexp_replace(${text}, '\\]\\([^)\\s]*\\)', '', 'g')`
  return sql`regexp_replace(${withoutLinks}, '[*_~\`#>|\\[\\]]+|^\\s*[-+]\\s', '', 'ng')`
}

function onOneLine(text: SQL): SQL {
  return sql`regexp_replace(${text}, '\\s+', ' ', 'g')`
}

/** The part of a marked text around its first match, cut between words. */
export function shorten(marked: string): SnippetPart[] {
  const parts = toParts(marked.trim())
  const first = parts[0]?.match === false && parts.length > 1 ? parts[0].text.length : 0
  const from = first <= leadLength ? 0 : first - leadLength
  let position = 0
  const shown = parts.flatMap(({ text, match }): SnippetPart[] => {
    const piece = text.slice(Math.max(0, from - position), Math.max(0, from + snippetLength - position))
    position += text.length
    return piece === '' ? [] : [{ text: piece, match }]
  })
  const [head, tail] = [shown[0], shown.at(-1)]
  if (head && from > 0) head.text = head.text.replace(/^\S*\s?/u, '…')
  if (tail && position > from + snippetLength) tail.text = `${tail.text.replace(/\s?\S*$/u, '')}…`
  return shown.filter(({ text }) => text !== '')
}

/** Splits "the \u0002school\u0003 board" into its parts. */
export function toParts(marked: string): SnippetPart[] {
  const [before = '', ...matches] = marked.split(start)
  const parts = matches.flatMap((part): SnippetPart[] => {
    const [found = '', rest = ''] = part.split(end)
    return [
      { text: found, match: true },
      { text: rest, match: false },
    ]
  })
  return [{ text: before, match: false }, ...parts].filter(({ text }) => text !== '')
}
