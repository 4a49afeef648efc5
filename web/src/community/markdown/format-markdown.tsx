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
export function formatMarkdown(text: string, foldTo: FoldSize): FormattedText | undefined {
  const nodes = parseMarkdown(text)
  if (!nodes) return undefined
  const start = foldNodes(nodes, foldTo)
  return { isLong: start !== undefined, render: (folded) => renderNodes((folded && start) || nodes) }
}

/** Quotes and lists below this depth are not indented further, so that they stay readable on a phone. */
const maxIndent = 4

/** React elements for parsed Markdown. Never HTML, so nothing in a text can run. */
export function renderNodes(nodes: readonly MarkdownNode[], depth = 0): ReactNode[] {
  // oxlint-disable-next-line react/no-array-index-key -- The parts of a text have no other keys, and no state.
  return nodes.map((node, index) => <Node key={index} node={node} depth={depth} />)
}

interface NodeProps<Kind> {
  node: Kind
  depth: number
}

function Node({ node, depth }: NodeProps<MarkdownNode>): ReactNode {
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
      return <Parent node={node} depth={depth} />
  }
}

function Parent({ node, depth }: NodeProps<MarkdownNode & { children: MarkdownNode[] }>): ReactNode {
  const nested = node.kind === 'quote' || node.kind === 'list'
  const children = renderNodes(node.children, nested ? depth + 1 : depth)
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
    default:
      return (
        <p dir="auto" className={node.kind === 'heading' ? 'font-semibold' : undefined}>
          {children}
        </p>
      )
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
