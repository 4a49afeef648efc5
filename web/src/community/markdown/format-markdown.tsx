import { type MarkdownNode, parseMarkdown } from '@wtpu/contract/forums/markdown'
import type { ReactNode } from 'react'
import { MentionLink } from '#community/mentions/mention-link.tsx'
import { UserLink } from '#community/text/rich-text.tsx'
import { classes } from '#lib/classes.ts'
import { foldNodes, type FoldSize } from './nodes.ts'

interface FormattedText {
  /** Whether the text is long enough to be folded. */
  isLong: boolean
  render: (folded: boolean) => ReactNode
}

/** Returns undefined for a text that is shown as it was written, because formatting it would cost too much. */
export function formatMarkdown(text: string, foldTo: FoldSize, isPage = false): FormattedText | undefined {
  const nodes = parseMarkdown(text)
  if (!nodes) return undefined
  const start = foldNodes(nodes, foldTo)
  return {
    isLong: start !== undefined,
    render: (folded) => renderNodes((folded && start) || nodes, { depth: 0, isPage }),
  }
}

/** Quotes and lists below this depth are not indented further, so that they stay readable on a phone. */
const maxIndent = 4

interface Place {
  depth: number
  /** A page of the site, whose headings are headings. In a text within a page, they are bold lines. */
  isPage: boolean
}

/** React elements for parsed Markdown. Never HTML, so nothing in a text can run. */
export function renderNodes(nodes: readonly MarkdownNode[], place: Place = { depth: 0, isPage: false }): ReactNode[] {
  // oxlint-disable-next-line react/no-array-index-key -- The parts of a text have no other keys, and no state.
  return nodes.map((node, index) => <Node key={index} node={node} {...place} />)
}

interface NodeProps<Kind> extends Place {
  node: Kind
}

function Node({ node, ...place }: NodeProps<MarkdownNode>): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'mention':
      return <MentionLink username={node.text.slice(1)}>{node.text}</MentionLink>
    case 'break':
      return <br />
    case 'rule':
      return <hr className="border-line" />
    case 'code':
      return (
        <code className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.9em] whitespace-pre-wrap">{node.text}</code>
      )
    case 'codeBlock':
      return (
        <pre dir="ltr" className="rounded-control bg-sunken px-3.5 py-2.5 font-mono text-sm whitespace-pre-wrap">
          <code>{node.text}</code>
        </pre>
      )
    default:
      return <Parent node={node} {...place} />
  }
}

function Parent({ node, depth, isPage }: NodeProps<MarkdownNode & { children: MarkdownNode[] }>): ReactNode {
  const nested = node.kind === 'quote' || node.kind === 'list'
  const children = renderNodes(node.children, { depth: nested ? depth + 1 : depth, isPage })
  switch (node.kind) {
    case 'link':
      return <UserLink url={node.url}>{children}</UserLink>
    case 'emphasis':
      return <em>{children}</em>
    case 'strong':
      return <strong className="font-semibold">{children}</strong>
    case 'listItem':
      return <li className="space-y-2 ps-1">{children}</li>
    case 'quote':
      return (
        <blockquote className={classes('space-y-3 text-soft', depth < maxIndent && 'border-s-3 border-line ps-3.5')}>
          {children}
        </blockquote>
      )
    case 'list':
      return (
        <List start={node.start} indented={depth < maxIndent}>
          {children}
        </List>
      )
    case 'heading': {
      if (!isPage)
        return (
          <p className="font-semibold" dir="auto">
            {children}
          </p>
        )
      const Heading = node.level < 3 ? 'h2' : 'h3'
      return (
        <Heading dir="auto" className={node.level < 3 ? 'pt-4 text-2xl' : 'pt-2 text-xl'}>
          {children}
        </Heading>
      )
    }
    default:
      return <p dir="auto">{children}</p>
  }
}

/** `dir` is set on the whole list, because the markers are on the side where its text starts. */
function List({ start, indented, children }: { start?: number; indented: boolean; children: ReactNode }) {
  const className = classes('space-y-1 marker:text-soft', indented ? 'ps-6' : 'list-inside')
  return start === undefined ? (
    <ul dir="auto" className={classes('list-disc', className)}>
      {children}
    </ul>
  ) : (
    <ol dir="auto" start={start} className={classes('list-decimal', className)}>
      {children}
    </ol>
  )
}
