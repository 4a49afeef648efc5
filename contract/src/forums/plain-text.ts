const wordChar = '[\\p{L}\\p{N}]'

/** Each rule removes marks and keeps their text. No rule scans past the next mark of its kind, so all take linear time. */
const rules: readonly (readonly [RegExp, string])[] = [
  // Fences of code blocks.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, ''],
  // Links and images, including one that is cut off by the end of an excerpt.
  [/!?\[([^[\]\n]*)\]\([^()\n]*(?:\)|$)/g, '$1'],
  [/<((?:https?:\/\/|mailto:)[^<>\s]*)>/g, '$1'],
  [/`+/g, ''],
  // Emphasis: twice, because bold text may contain italic text.
  [/(?<!\\)(\*{1,3})(\S(?:[^*\n]*[^*\s])?)\1/g, '$2'],
  [/(?<!\\)(\*{1,3})(\S(?:[^*\n]*[^*\s])?)\1/g, '$2'],
  [new RegExp(`(?<!${wordChar}|[_\\\\])(_{1,3})(\\S(?:[^_\\n]*[^_\\s])?)\\1(?!${wordChar})`, 'gu'), '$2'],
  [/~~/g, ''],
  // An opening mark whose closing mark is cut off by the end of an excerpt.
  [/(^|\s)(?:\*{1,3}|_{1,3})(?=\S)/g, '$1'],
  [/\\([\\`*_{}[\]()#+\-.!>~|])/g, '$1'],
  [/\s+/g, ' '],
]

/** Quote marks, list markers and headings. */
const blockMarks = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t])[ \t]*)+/gm

/** Also without the numbers of lists that begin with 1. "1776. A good year" keeps its number, as the page shows it. */
function withoutBlockMarks(markdown: string): string {
  let last = 0
  return markdown.replace(blockMarks, (marks) =>
    marks.replace(/(\d+)[.)][ \t]*|\D/g, (mark, number: string | undefined) => {
      if (number === undefined) return ''
      const value = Number(number)
      if (value !== 1 && value !== last + 1) return mark
      last = value
      return ''
    }),
  )
}

/** A Markdown text as plain text on one line, for excerpts and page descriptions. */
export function plainText(markdown: string): string {
  let text = withoutBlockMarks(markdown)
  for (const [pattern, replacement] of rules) text = text.replace(pattern, replacement)
  return text.trim()
}
