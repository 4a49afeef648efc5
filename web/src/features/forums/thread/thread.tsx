import type { CommentSort } from '@wtpu/contract/forums/comments'
import { discussionLocked } from '@wtpu/contract/errors'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { QuoteArea } from '#community/markdown/quote-area.tsx'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { commentPagesQuery } from './state/thread-api.ts'
import { ThreadContext, useThreadContextValue } from './state/thread-context.ts'
import { NewComment } from './new-comment.tsx'
import { ReplyList } from './reply-list.tsx'
import { ReplySkeletons } from './reply-skeletons.tsx'
import { ThreadHeader } from './thread-header.tsx'
import type { OnThreadSearch, ThreadSearch } from './thread-search.ts'

const RemovedComments = lazyComponent(() => import('./removed-comments.tsx').then((module) => module.RemovedComments))
const SingleThread = lazyComponent(() => import('./single-thread.tsx').then((module) => module.SingleThread))

interface ThreadProps {
  discussion: Discussion
  search: ThreadSearch
  onSearch: OnThreadSearch
  /** A quote from the description, for the composer. `onQuoted` must unset it. */
  quote?: string
  onQuoted?: () => void
}

/** The comments of a discussion. */
export function Thread({ discussion, search, onSearch, quote, onQuoted }: ThreadProps) {
  const viewerId = useSession()?.user_id
  const thread = useThreadContextValue({
    discussionId: discussion.id,
    sort: search.sort,
    viewerId,
    locked: discussion.is_locked,
    canModerate: discussion.can_moderate,
    lastVisitAt: discussion.last_visit_at,
    queryClient: useQueryClient(),
    onSearch,
  })
  const { view } = thread
  const linked = search.comment
  const { current, next, sorted, setNext } = useNextSort(search.sort ?? 'newest')
  useEffect(() => {
    view.setLinked(linked)
    if (linked !== undefined) view.focus(linked, 'start')
  }, [view, linked])
  return (
    <ThreadContext value={thread}>
      <section id="replies" tabIndex={-1} aria-labelledby="replies-title" className="scroll-mt-24 outline-none">
        <ThreadHeader
          count={discussion.num_comments}
          sort={search.thread === undefined ? (next ?? current) : undefined}
          onSort={(sort) => {
            setNext(sort)
            const list = { discussionId: discussion.id, sort: sortParam(sort) }
            void thread.queryClient.prefetchInfiniteQuery(commentPagesQuery(list))
          }}
        />
        {discussion.removed_comments.length > 0 && <RemovedComments comments={discussion.removed_comments} />}
        {discussion.is_locked && <LockedNote />}
        <QuoteArea onQuote={(text, commentId) => view.setReplyTo(Number(commentId), text)}>
          {search.thread === undefined ? (
            <ReplyList
              key={search.sort}
              linked={linked}
              restored={!sorted}
              leaving={next !== undefined}
              onLeft={() => onSearch({ sort: sortParam(next) }, 'push')}
              renderComposer={(list) => <NewComment list={list} quote={quote} onQuoted={onQuoted} />}
            />
          ) : (
            <SingleThread key={search.thread} fallback={<ReplySkeletons />} rootId={search.thread} linked={linked} />
          )}
        </QuoteArea>
      </section>
    </ThreadContext>
  )
}

const sortParam = (sort: CommentSort | undefined) => (sort === 'newest' ? undefined : sort)

/** The order that the viewer chose. The rows of the current one are removed first, see `useShrinkingRows`. */
function useNextSort(current: CommentSort) {
  const [next, setNext] = useState<CommentSort>()
  const [previous, setPrevious] = useState(current)
  const [sorted, setSorted] = useState(false)
  if (previous !== current) {
    setPrevious(current)
    setNext(undefined)
    setSorted(true)
  }
  return { current, next: next === current ? undefined : next, sorted, setNext }
}

/** In place of the composer. */
function LockedNote() {
  return (
    <p className="mb-6 flex items-center gap-3 rounded-card border border-line bg-sunken px-4 py-3">
      <Lock aria-hidden className="size-4 shrink-0 text-soft" />
      {discussionLocked} You can read the replies, but not add one.
    </p>
  )
}
