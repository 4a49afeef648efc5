const wordChar = '[\\p{L}\\p{N}]'

const mark = '[\\\\`*_{}[\\]()#+\\-.!>~|]'

/** Each rule removes marks and keeps their text. No rule scans past the next mark of its kind, so all take linear time. */
const rules: readonly (readonly [RegExp, string])[] = [
  // Fences of code blocks.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, ''],
  // Links and images, including one that is cut off by the end of an excerpt.
  [/!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*(?:\)|$)/g, '$1'],
  [/<((?:https?:\/\/|mailto:)[^<>\s]*)>/g, '$1'],
  [/`+/g, ''],
  // Emphasis: twice, because bold text may contain italic text.
  [/(?<!\\)(\*{1,3})(\S(?:[^*\n]*[^*\s])?)\1/g, '$2'],
  [/(?<!\\)(\*{1,3})(\S(?:[^*\n]*[^*\s])?)\1/g, '$2'],
  [new RegExp(`(?<!${wordChar}|[_\\\\])(_{1,3})(\\S(?:[^_\\n]*[^_\\s])?)\\1(?!${wordChar})`, 'gu'), '$2'],
  [/~~/g, ''],
  // An opening mark whose closing mark is cut off by the end of an excerpt.
  [/(^|\s)(?:\*{1,3}|_{1,3})(?=\S)/g, '$1'],
  [new RegExp(`\\\\(${mark})`, 'g'), '$1'],
  [/\s+/g, ' '],
]

const anyMark = new RegExp(mark, 'g')

/** Quote marks, list markers and headings. */
const blockMarks = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t])[ \t]*)+/gm

/**
 * Also without the numbers of lists that begin with 1 and have a second number. "1776. A good year" and "1. Mai" keep theirs, as the
 * page shows them.
 */
function withoutBlockMarks(markdown: string): string {
  const isAlone = markdown.match(/^[ \t]*[12][.)][ \t]/gm)?.length === 1
  let last = 0
  return markdown.replace(blockMarks, (marks) =>
    marks.replace(/(\d+)[.)][ \t]*|\D/g, (part, number: string | undefined) => {
      if (number === undefined) return ''
      const value = Number(number)
      if (isAlone || (value !== 1 && value !== last + 1)) return part
      last = value
      return ''
    }),
  )
}

/** A Markdown text as plain text on one line, for excerpts and page descriptions. */
export function plainText(markdown: string): string {
  // What looks like a mark in code is none, like an escaped one.
  let text = withoutBlockMarks(markdown).replace(/`([^`\n]+)`/g, (_, code: string) => code.replace(anyMark, '\\$&'))
  for (const [pattern, replacement] of rules) text = text.replace(pattern, replacement)
  return text.trim()
}
