import { shownLevels, type ForumComment } from '@wtpu/contract/forums/comments'
import { CancelledError, InfiniteQueryObserver, notifyManager } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { loadPage } from '#lib/api/pages.ts'
import { useStore } from '#lib/store.ts'
import { toast } from '#ui/toast/toast.tsx'
import { moreRepliesFailure } from '#features/forums/thread/messages.ts'
import { byAge, rowsOf, visitComments, type CommentPages } from './comment-pages.ts'
import { useHeldRows } from './held-rows.ts'
import { commentPagesKey, commentPagesQuery, repliesPerPage, type CommentList } from './thread-api.ts'
import { useThread } from './thread-context.ts'

/** Pages that "n new replies" loads at most, to get to the newest reply of a long branch. */
const maxPagesAtOnce = 10

/**
 * The replies to a comment. At first they are those that the comment contains. Once the viewer asks for more, or replies,
 * they are loaded as a list of their own.
 *
 * @param level The level at which the comment is shown, from 0.
 */
export function useBranch(
  comment: ForumComment,
  level: number,
  { opened = false, around }: { opened?: boolean; around?: number },
) {
  const { discussionId, viewerId, queryClient, reactions, view } = useThread()
  const [active, setActive] = useState(opened)
  const [busy, setBusy] = useState(false)
  const list = useMemo<CommentList>(
    () => ({ discussionId, parent: comment.id, around, levels: Math.max(1, shownLevels - 1 - level) }),
    [discussionId, comment.id, around, level],
  )
  const pages = usePages(active && level < shownLevels - 1 ? list : undefined)
  const data = pages?.data
  const fresh = useMemo(
    () => (data ? rowsOf(data).toSorted(byAge) : comment.replies).filter(isInThread),
    [data, comment.replies],
  )
  const loads = data ? data.pages.length : 0
  const held = useHeldRows(fresh, { loads, isOwn: ({ user }) => user === viewerId })
  const missing = Math.max(0, comment.reply_count - fresh.length)
  // How many replies were left out when the rows were loaded. What comes on top of it is new.
  const [accepted, setAccepted] = useState<{ loads: number; leftOut: number }>()
  if (accepted?.loads !== loads) setAccepted({ loads, leftOut: missing })
  const leftOut = Math.min(accepted?.leftOut ?? missing, missing)
  useEffect(() => loadReactions(reactions, fresh), [reactions, fresh])

  async function run(load: () => Promise<unknown>) {
    if (busy) return
    setBusy(true)
    const known = new Set(held.rows.map(({ id }) => id))
    try {
      await load()
    } catch {
      toast(moreRepliesFailure)
      return
    } finally {
      setBusy(false)
    }
    const rows = rowsOf(queryClient.getQueryData(commentPagesQuery(list).queryKey)).toSorted(byAge)
    const first = [...rows, ...held.waiting].find(({ id }) => !known.has(id))
    if (first) view.focus(first.id)
  }
  const listKey = commentPagesKey(list)
  const load = async (direction: 'next' | 'previous') => pages && loadPage(pages, direction)
  const loadFirst = async (count: number) => {
    await untilFetched(() => queryClient.fetchInfiniteQuery({ ...commentPagesQuery(list), pages: count, staleTime: 0 }))
    setActive(true)
  }
  async function loadNewest() {
    if (!data) return loadFirst(Math.min(maxPagesAtOnce, Math.ceil(comment.reply_count / repliesPerPage)))
    await pages?.refetch({ throwOnError: true })
    const hasMore = () => queryClient.getQueryData<CommentPages>(listKey)?.pages.at(-1)?.next != null
    for (let count = 0; count < maxPagesAtOnce && hasMore(); count++) await load('next')
  }

  return {
    list,
    rows: held.rows,
    /** Replies that were posted since the branch was shown. */
    newCount: held.waiting.length + missing - leftOut,
    /** Replies that are not loaded yet. */
    leftOut,
    hasMore: leftOut > 0 || pages?.hasNextPage === true,
    hasPrevious: pages?.hasPreviousPage === true,
    busy: busy || pages?.isLoading === true,
    error: data ? null : (pages?.error ?? null),
    retry: () => pages?.refetch(),
    activate: () => setActive(true),
    showMore: () => void run(() => (data ? load('next') : loadFirst(1))),
    showPrevious: () => void run(() => load('previous')),
    showNew: () =>
      void run(async () => {
        if (missing > 0) await loadNewest()
        held.showWaiting()
        setAccepted(undefined)
      }),
  }
}

/** Fetches again if a change by the viewer cancels it. */
async function untilFetched(fetch: () => Promise<unknown>): Promise<void> {
  try {
    await fetch()
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error
    await untilFetched(fetch)
  }
}

/** A comment without content that lost its last reply disappears. */
export function isInThread({ state, reply_count }: ForumComment): boolean {
  return state === 'shown' || reply_count > 0
}

export function loadReactions(reactions: { load: (ids: number[]) => void }, comments: readonly ForumComment[]): void {
  const ids: number[] = []
  visitComments(comments, ({ id, state }) => {
    if (state === 'shown') ids.push(id)
  })
  reactions.load(ids)
}

/** Like `useInfiniteQuery`, but without a list it observes nothing: most of the rows of a thread never load their replies. */
function usePages(list: CommentList | undefined) {
  const { queryClient } = useThread()
  const store = useMemo(() => {
    const observer = list && new InfiniteQueryObserver(queryClient, commentPagesQuery(list))
    return {
      read: () => observer?.getCurrentResult(),
      subscribe: (listener: () => void) => observer?.subscribe(notifyManager.batchCalls(listener)) ?? (() => undefined),
    }
  }, [queryClient, list])
  return useStore(store)
}
