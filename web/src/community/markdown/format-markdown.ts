import type { ReactNode } from 'react'
import { foldNodes, type FoldSize } from './cut-nodes.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { renderNodes } from './render-nodes.tsx'

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
