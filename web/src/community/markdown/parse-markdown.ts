import MarkdownIt, { type Token } from 'markdown-it'
import { linkify } from '@wtpu/contract/links'
import type { MarkdownNode } from './nodes.ts'

/**
 * Bounds on what a text costs to show. A text beyond them is shown as it was written. The longest text that the server
 * accepts has 20,000 characters of up to two UTF-16 units.
 */
const maxLength = 40_000
const maxNodes = 8_000
const maxDepth = 24

/**
 * Emphasis, links, quotes, lists and code. HTML, images, tables and link definitions stay text; a heading becomes a bold
 * line. Character references stay text too, because members do not write HTML.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 2 * maxDepth }).disable([
  'table',
  'lheading',
  'reference',
  'image',
  'strikethrough',
  'entity',
])
markdown.linkify = linkify
markdown.validateLink = (url) => safeUrl(url) !== undefined
// Links are shown as they were written, and not with decoded characters that look like others.
markdown.normalizeLinkText = (text) => text

/** Returns undefined if the text is too long, too deep or has too many parts. */
export function parseMarkdown(text: string): MarkdownNode[] | undefined {
  return text.length > maxLength ? undefined : toTree(markdown.parse(text, {}))
}

/** Only absolute addresses with these schemes become links. */
function safeUrl(url: string): string | undefined {
  return /^(?:https?:\/\/|mailto:)/i.test(url) && URL.canParse(url) ? url : undefined
}

function toTree(tokens: Token[]): MarkdownNode[] | undefined {
  const root: MarkdownNode[] = []
  const open = [root]
  let count = 0
  for (const token of tokens.flatMap((outer) => (outer.type === 'inline' ? (outer.children ?? []) : outer))) {
    const siblings = open.at(-1) ?? root
    count++
    if (count > maxNodes || open.length > maxDepth) return undefined
    if (token.nesting === -1) open.pop()
    else if (token.nesting === 0) siblings.push(leaf(token))
    else {
      const parent = parentNode(token)
      if (parent) siblings.push(parent)
      // The paragraphs of a tight list are hidden: their content belongs to the list item.
      open.push(parent?.children ?? siblings)
    }
  }
  return root
}

function leaf({ type, content }: Token): MarkdownNode {
  switch (type) {
    case 'softbreak':
    case 'hardbreak':
      return { kind: 'break' }
    case 'hr':
      return { kind: 'rule' }
    case 'code_inline':
      return { kind: 'code', text: content }
    case 'fence':
    case 'code_block':
      return { kind: 'codeBlock', text: content.replace(/\n$/, '') }
    default:
      return { kind: 'text', text: content }
  }
}

function parentNode(token: Token): (MarkdownNode & { children: MarkdownNode[] }) | undefined {
  const children: MarkdownNode[] = []
  switch (token.type) {
    case 'paragraph_open':
      return token.hidden ? undefined : { kind: 'paragraph', children }
    case 'heading_open':
      return { kind: 'heading', children }
    case 'blockquote_open':
      return { kind: 'quote', children }
    case 'bullet_list_open':
      return { kind: 'list', children }
    case 'ordered_list_open':
      return { kind: 'list', start: Number(token.attrGet('start') ?? 1), children }
    case 'list_item_open':
      return { kind: 'listItem', children }
    case 'em_open':
      return { kind: 'emphasis', children }
    case 'strong_open':
      return { kind: 'strong', children }
    case 'link_open': {
      const url = safeUrl(String(token.attrGet('href')))
      return url === undefined ? undefined : { kind: 'link', url, children }
    }
    default:
      return undefined
  }
}
