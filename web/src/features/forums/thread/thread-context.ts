import type { CommentSort } from '@wtpu/contract/forums/comments'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#lib/session/session.ts'
import { createStore, type Store } from '#lib/store.ts'
import { newReactionStore, type ReactionStore } from './reaction-store.ts'
import type { OnThreadSearch } from './thread-search.ts'

/**
 * What the comments of a thread share. The context changes only when a value changes that all rows show. What changes more
 * often is in the stores, to which each row subscribes by its id.
 */
interface ThreadContextValue {
  discussionId: number
  sort: CommentSort | undefined
  viewerId: number | undefined
  locked: boolean
  canModerate: boolean
  /** Comments of others since then are labeled as new. */
  newSince: string | null
  queryClient: QueryClient
  reactions: ReactionStore
  view: ThreadView
  go: (...search: Parameters<OnThreadSearch>) => void
}

export const ThreadContext = createContext<ThreadContextValue | null>(null)

export function useThread(): ThreadContextValue {
  const thread = use(ThreadContext)
  if (!thread) throw new Error('A comment must be rendered within <Thread>')
  return thread
}

/** The value of `ThreadContext`: the same object as long as its values are the same. */
export function useThreadContextValue(
  { id: discussionId, is_locked: locked, can_moderate: canModerate, last_visit_at }: Discussion,
  sort: CommentSort | undefined,
  onSearch: OnThreadSearch,
): ThreadContextValue {
  const queryClient = useQueryClient()
  const viewerId = useSession()?.user_id
  const [reactions] = useState(newReactionStore)
  const [view] = useState(newThreadView)
  // The labels stay as they were when the page was opened.
  const [newSince] = useState(last_visit_at)
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  useEffect(() => reactions.close, [reactions])
  return useMemo(() => {
    const go = (...search: Parameters<OnThreadSearch>) => void latestOnSearch.current(...search)
    return { discussionId, sort, viewerId, locked, canModerate, newSince, queryClient, reactions, view, go }
  }, [discussionId, sort, viewerId, locked, canModerate, newSince, queryClient, reactions, view])
}

interface ThreadViewState {
  /** The comment below which the reply composer is open. */
  replyTo: number | undefined
  /** A Markdown quote to insert into the reply composer. */
  quote: string | undefined
  /** The comment of the permalink. */
  linked: number | undefined
  /** How many of the comments on screen are new. */
  newCount: number
}

/** What the viewer does in a thread. */
export interface ThreadView extends Store<ThreadViewState> {
  /** Opens the reply composer, with a quote if given, or closes it. */
  setReplyTo: (commentId: number | undefined, quote?: string) => void
  onQuoted: () => void
  setLinked: (commentId: number | undefined) => void
  /** Counts a new comment while it is on screen. Returns a function that stops. */
  countNew: () => () => void
  /** Moves focus to a comment, or once it is rendered. */
  focus: (commentId: number, block?: ScrollLogicalPosition) => void
  /** A comment calls this when it is rendered. If `focus` was called for it, it gets the focus. */
  onRendered: (commentId: number) => void
}

function newThreadView(): ThreadView {
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

export const commentElementId = (commentId: number) => `comment-${commentId}`

/** Moves focus to a comment. Returns whether the comment is on the page. */
function moveFocus(commentId: number, block: ScrollLogicalPosition): boolean {
  const element = document.getElementById(commentElementId(commentId))
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block })
  return element !== null
}
