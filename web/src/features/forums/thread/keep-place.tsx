import { Component, type ReactNode } from 'react'
import { commentElementId } from './state/thread-view.ts'

interface KeepPlaceProps {
  /** The start of the list. When it changes, rows were added above. */
  start: string | undefined
  /** The first comment in the list. */
  firstId: number | undefined
  children: ReactNode
}

/**
 * Keeps the rows in their place in the window when earlier ones are added above them. Browsers do it for the first row they
 * show only, and Safari not at all. A class, because only classes can measure right before React changes the page: the
 * reader may have scrolled since the rows were requested.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  override getSnapshotBeforeUpdate({ start, firstId }: KeepPlaceProps): number | null {
    const isAdded = start !== this.props.start && firstId !== this.props.firstId
    return isAdded ? (topOf(firstId) ?? null) : null
  }

  override componentDidUpdate({ firstId }: KeepPlaceProps, _state: unknown, before: number | null): void {
    const after = before === null ? undefined : topOf(firstId)
    if (before !== null && after !== undefined) window.scrollBy(0, after - before)
  }

  override render() {
    return this.props.children
  }
}

function topOf(commentId: number | undefined): number | undefined {
  if (commentId === undefined) return undefined
  return document.getElementById(commentElementId(commentId))?.getBoundingClientRect().top
}
