import MarkdownIt, { type Token } from 'markdown-it'
import { findLinks, linkify } from '../links.ts'
import { findMentions, maxMentions, mentionsOf } from '../mentions.ts'

/** A parsed Markdown text. */
export type MarkdownNode =
  | { kind: 'text' | 'code' | 'codeBlock'; text: string }
  /** The text is an `@` and a username. */
  | { kind: 'mention'; text: string }
  | { kind: 'break' | 'rule' }
  | { kind: 'link'; url: string; children: MarkdownNode[] }
  /** `start` is the first number of an ordered list. */
  | { kind: 'list'; start?: number; children: MarkdownNode[] }
  /** `level` 1 is the largest. */
  | { kind: 'heading'; level: number; children: MarkdownNode[] }
  | { kind: 'paragraph' | 'quote' | 'listItem' | 'emphasis' | 'strong'; children: MarkdownNode[] }

/**
 * Bounds on what a text costs to show. A text beyond them is shown as it was written. The longest text that the server
 * accepts has 20,000 characters of up to two UTF-16 units.
 */
const maxLength = 40_000
const maxNodes = 8_000
const maxDepth = 24

/**
 * Emphasis, links, quotes, lists and code. HTML, images, tables and link definitions stay text; in what members write, a
 * heading becomes a bold line. Character references stay text too, because members do not write HTML.
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

/** Joins the pieces of text between other tokens, like the rule that it replaces, and separates the mentions in them. */
markdown.core.ruler.at('text_join', ({ tokens, Token: NewToken }) => {
  const known = new Set<string>()
  let [quotes, links] = [0, 0]
  for (const block of tokens) {
    if (block.type.startsWith('blockquote')) quotes += block.nesting
    const pieces: Token[] = []
    const children: Token[] = []
    const addText = (type: 'text' | 'mention', content: string) => {
      if (content !== '') children.push(Object.assign(new NewToken(type, '', 0), { content }))
    }
    const flush = () => {
      const text = pieces.map(({ content }) => content).join('')
      // An escaped character is as long as its mark here.
      const source = pieces
        .map(({ type, content }) => (type === 'text' ? content : '\\'.repeat(content.length)))
        .join('')
      let end = 0
      for (const { index, length, username } of quotes + links > 0 ? [] : findMentions(source, known)) {
        addText('text', text.slice(end, index))
        end = index + length
        addText('mention', text.charAt(index) + username)
      }
      addText('text', text.slice(end))
      pieces.length = 0
    }
    for (const token of block.children ?? []) {
      if (token.type === 'text' || token.type === 'text_special') pieces.push(token)
      else {
        flush()
        if (token.type.startsWith('link_')) links += token.nesting
        children.push(token)
      }
    }
    flush()
    if (block.children) block.children = children
  }
})

/** Returns undefined if the text is too long, too deep or has too many parts. */
export function parseMarkdown(text: string): MarkdownNode[] | undefined {
  return text.length > maxLength ? undefined : toTree(markdown.parse(text, {}))
}

/** The different usernames that a text mentions, in lower case, as the page shows them: none in code, links and quotes. */
export function mentionsOfMarkdown(text: string): string[] {
  if (!/[@＠﹫]/.test(text)) return []
  const nodes = parseMarkdown(text)
  if (!nodes) return mentionsOf(text)
  const names = nodesOf(nodes, 'mention').map((node) => ('text' in node ? node.text.slice(1).toLowerCase() : ''))
  return [...new Set(names)].slice(0, maxMentions)
}

/** How many links the page shows in a text. */
export function countLinks(text: string, { markdown: isMarkdown }: { markdown: boolean }): number {
  const nodes = isMarkdown ? parseMarkdown(text) : undefined
  return nodes ? nodesOf(nodes, 'link').length : findLinks(text).length
}

function nodesOf(nodes: readonly MarkdownNode[], kind: MarkdownNode['kind']): MarkdownNode[] {
  return nodes.flatMap((node) => [
    ...(node.kind === kind ? [node] : []),
    ...('children' in node ? nodesOf(node.children, kind) : []),
  ])
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
    case 'mention':
      return { kind: 'mention', text: content }
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
      return { kind: 'heading', level: Number(token.tag.slice(1)), children }
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
