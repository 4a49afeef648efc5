import type { MarkdownNode } from '@wtpu/contract/forums/markdown'
import { cutBetweenWords, minHidden } from '#community/text/text-parts.ts'

/** How much of a long text is shown before "Show more". */
export interface FoldSize {
  characters: number
  lines: number
}

/** The start of a text, or undefined if the text is short. */
export function foldNodes(nodes: MarkdownNode[], size: FoldSize): MarkdownNode[] | undefined {
  const left = { ...size }
  const cut = cutNodes(nodes, left)
  return textLength(nodes) - textLength(cut) < minHidden ? undefined : cut
}

function textLength(nodes: readonly MarkdownNode[]): number {
  let length = 0
  for (const node of nodes) {
    if ('text' in node) length += node.text.length
    else if ('children' in node) length += textLength(node.children)
  }
  return length
}

const startsLine = new Set<MarkdownNode['kind']>(['paragraph', 'heading', 'listItem', 'break', 'rule'])

/** Keeps nodes until nothing is left of `left`, which it counts down. */
function cutNodes(nodes: readonly MarkdownNode[], left: FoldSize): MarkdownNode[] {
  const kept: MarkdownNode[] = []
  for (const node of nodes) {
    if (startsLine.has(node.kind)) left.lines--
    if (left.characters <= 0 || left.lines < 0) break
    // A mention is short, and a part of a username would be another one.
    if (node.kind === 'mention') {
      kept.push(node)
      left.characters -= node.text.length
    } else if ('text' in node) kept.push({ ...node, text: cutText(node.text, left) })
    else if ('children' in node) kept.push({ ...node, children: cutNodes(node.children, left) })
    else kept.push(node)
  }
  return kept
}

function cutText(text: string, left: FoldSize): string {
  const lines = text.split('\n')
  const shown = lines.slice(0, left.lines + 1).join('\n')
  const limit = left.characters
  left.lines -= lines.length - 1
  left.characters -= text.length
  if (shown.length > limit) return `${text.slice(0, cutBetweenWords(text, limit))}…`
  return shown.length < text.length ? `${shown}…` : text
}
