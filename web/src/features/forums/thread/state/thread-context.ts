import type { CommentSort } from '@wtpu/contract/forums/comments'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { OnThreadSearch } from '#features/forums/thread/thread-search.ts'
import { newReactionStore, type ReactionStore } from './my-reactions.ts'
import { newThreadView, type ThreadView } from './thread-view.ts'

/**
 * What the comments of a thread share. It changes only when a value does that all rows show; what changes more often is in
 * the stores, to which each row subscribes by its id.
 */
interface ThreadContextValue {
  discussionId: number
  sort: CommentSort | undefined
  viewerId: number | undefined
  locked: boolean
  canModerate: boolean
  /** Comments of others since then are marked as new. */
  newSince: string | null
  queryClient: QueryClient
  reactions: ReactionStore
  view: ThreadView
  go: OnThreadSearch
}

export const ThreadContext = createContext<ThreadContextValue | null>(null)

export function useThread(): ThreadContextValue {
  const thread = use(ThreadContext)
  if (!thread) throw new Error('A comment must be rendered within <Thread>')
  return thread
}

/** The value of `ThreadContext`, the same object as long as its values are. */
export function useThreadContextValue({
  discussionId,
  sort,
  viewerId,
  locked,
  canModerate,
  lastVisitAt,
  queryClient,
  onSearch,
}: Pick<ThreadContextValue, 'discussionId' | 'sort' | 'viewerId' | 'locked' | 'canModerate' | 'queryClient'> & {
  lastVisitAt: string | null
  onSearch: OnThreadSearch
}): ThreadContextValue {
  const [reactions] = useState(newReactionStore)
  const [view] = useState(newThreadView)
  // Marks stay as they were when the page was opened.
  const [newSince] = useState(lastVisitAt)
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  useEffect(() => reactions.close, [reactions])
  return useMemo(
    () => ({
      discussionId,
      sort,
      viewerId,
      locked,
      canModerate,
      newSince,
      queryClient,
      reactions,
      view,
      go: (search, historyMode) => latestOnSearch.current(search, historyMode),
    }),
    [discussionId, sort, viewerId, locked, canModerate, newSince, queryClient, reactions, view],
  )
}
