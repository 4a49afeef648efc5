import { escapeMarkup } from '../escape.ts'

export interface Feed {
  /** The path of the feed itself. */
  path: string
  /** The path of the page with the same content. */
  page: string
  title: string
  entries: Entry[]
}

export interface Entry {
  path: string
  title: string
  summary: string
  category: string
  /** ISO 8601. */
  published: string
  updated: string
}

/** An Atom feed (RFC 4287). Ids are URLs, which stay the same as long as the site keeps its address. */
export function atomOf({ path, page, title, entries }: Feed, origin: string): string {
  const updated = entries.map((entry) => entry.updated).toSorted()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    `  <id>${escapeMarkup(origin + path)}</id>`,
    `  <title>${escapeMarkup(title)}</title>`,
    // A feed must have a date, even before it has an entry.
    `  <updated>${updated.at(-1) ?? '1970-01-01T00:00:00Z'}</updated>`,
    '  <author><name>WTPU</name></author>',
    `  <link rel="self" type="application/atom+xml" href="${escapeMarkup(origin + path)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeMarkup(origin + page)}"/>`,
    `  <icon>${escapeMarkup(origin)}/favicon.svg</icon>`,
    ...entries.flatMap((entry) => entryLines(entry, origin)),
    '</feed>',
    '',
  ].join('\n')
}

function entryLines(entry: Entry, origin: string): string[] {
  const url = escapeMarkup(origin + entry.path)
  return [
    '  <entry>',
    `    <id>${url}</id>`,
    `    <title>${escapeMarkup(entry.title)}</title>`,
    `    <published>${entry.published}</published>`,
    `    <updated>${entry.updated}</updated>`,
    `    <link rel="alternate" type="text/html" href="${url}"/>`,
    `    <category term="${escapeMarkup(entry.category)}"/>`,
    `    <summary>${escapeMarkup(entry.summary)}</summary>`,
    '  </entry>',
  ]
}
