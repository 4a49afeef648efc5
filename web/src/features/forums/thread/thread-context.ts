import { listMyReactions, maxReactionIds, type CommentSort, type ForumComment } from '@wtpu/contract/forums/comments'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#lib/api/api.ts'
import { useSession } from '#lib/session/session.ts'
import { createStore, type Store } from '#lib/store.ts'
import { visitComments } from './comment-pages.ts'
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

/** 1 a like, -1 a dislike, 0 none. */
export type Reaction = 1 | 0 | -1

/** Reactions that rows ask for in the same moment are requested together. */
const batchMs = 20
const retryMs = 10_000

export interface ReactionStore extends Store<ReadonlyMap<number, Reaction>> {
  get: (commentId: number) => Reaction
  set: (commentId: number, value: Reaction) => void
  /** Requests the viewer's reactions to comments and their replies, unless they were requested before. */
  load: (comments: readonly ForumComment[]) => void
  close: () => void
}

/**
 * The viewer's reactions to the loaded comments. They are stored apart from the comments, because everyone gets the same
 * response with the comments, and reactions only change by the viewer's own actions.
 */
function newReactionStore(): ReactionStore {
  const values = new Map<number, Reaction>()
  const requested = new Set<number>()
  const { notify, ...store } = createStore(() => values)
  let queue: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (ms: number) => void (timer ??= setTimeout(() => void flush(), ms))
  async function flush() {
    timer = undefined
    const batch = queue.splice(0, maxReactionIds)
    if (queue.length > 0) schedule(batchMs)
    try {
      const reactions = await call(listMyReactions, { querystring: { comments: batch.join(',') } })
      // A reaction that the viewer gave in the meantime is newer than the response.
      for (const { comment, value } of reactions) if (!values.has(comment)) values.set(comment, value)
      notify()
    } catch {
      queue.push(...batch)
      schedule(retryMs)
    }
  }
  return {
    ...store,
    get: (id) => values.get(id) ?? 0,
    set(id, value) {
      values.set(id, value)
      notify()
    },
    load(comments) {
      visitComments(comments, ({ id, state }) => {
        if (state !== 'shown' || requested.has(id)) return
        requested.add(id)
        queue.push(id)
      })
      if (queue.length > 0) schedule(batchMs)
    },
    close() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
