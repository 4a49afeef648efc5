import { createStore, type Store } from '#lib/store.ts'

interface ThreadViewState {
  /** The comment below which the reply composer is open. */
  replyTo: number | undefined
  /** A Markdown quote to insert into the reply composer. */
  quote: string | undefined
  /** The comment of the permalink. */
  linked: number | undefined
  /** How many of the shown comments are new. */
  newCount: number
}

/** What the viewer does in a thread. */
export interface ThreadView extends Store<ThreadViewState> {
  /** Opens the reply composer, if given with a quote, or closes it. */
  setReplyTo: (commentId: number | undefined, quote?: string) => void
  onQuoted: () => void
  setLinked: (commentId: number | undefined) => void
  /** Counts a new comment while it is shown. Returns a function that stops. */
  countNew: () => () => void
  /** Moves focus to a comment, or once it is rendered. */
  focus: (commentId: number, block?: ScrollLogicalPosition) => void
  /** Called by a comment that was rendered: takes the focus that waits for it. */
  onRendered: (commentId: number) => void
}

export const commentElementId = (commentId: number) => `comment-${commentId}`

export function newThreadView(): ThreadView {
  let state: ThreadViewState = { replyTo: undefined, quote: undefined, linked: undefined, newCount: 0 }
  let awaited: { id: number; block: ScrollLogicalPosition } | undefined
  const { notify, ...store } = createStore(() => state)
  const set = (change: Partial<ThreadViewState>) => {
    state = { ...state, ...change }
    notify()
  }
  return {
    ...store,
    setReplyTo: (replyTo, quote) => set({ replyTo, quote }),
    onQuoted: () => set({ quote: undefined }),
    setLinked: (linked) => set({ linked }),
    countNew() {
      set({ newCount: state.newCount + 1 })
      return () => set({ newCount: state.newCount - 1 })
    },
    focus(id, block = 'nearest') {
      awaited = moveFocus(id, block) ? undefined : { id, block }
    },
    onRendered(id) {
      if (awaited?.id !== id) return
      const { block } = awaited
      awaited = undefined
      moveFocus(id, block)
      // Again after a navigation, which moves focus to the heading of the page and restores the scroll position.
      if (block === 'start') requestAnimationFrame(() => requestAnimationFrame(() => moveFocus(id, block)))
    },
  }
}

/** Moves focus to a comment. Returns whether it is on the page. */
function moveFocus(commentId: number, block: ScrollLogicalPosition): boolean {
  const element = document.getElementById(commentElementId(commentId))
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block })
  return element !== null
}
