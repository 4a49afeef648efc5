import { shownLevels, type ForumComment } from '@wtpu/contract/forums/comments'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { isInThread, loadReactions } from './state/branch.ts'
import { rowsOf, visitComments, type CommentPages } from './state/comment-pages.ts'
import { commentPagesQuery, type CommentList } from './state/thread-api.ts'
import { useThread } from './state/thread-context.ts'
import { commentMissing, noReplies, repliesLoadFailed } from './messages.ts'
import { ReplyRows } from './reply-rows.tsx'
import { ReplySkeletons } from './reply-skeletons.tsx'

/**
 * All comments of a discussion. With `linked`, the list starts at the page with this comment.
 *
 * @param props.renderComposer Receives the list that shows what is posted.
 */
export function ReplyList({
  linked,
  restored,
  leaving,
  onLeft,
  renderComposer,
}: {
  linked: number | undefined
  /** Whether the page is opened with this list, unlike after a change of the order. */
  restored: boolean
  /** Removes the rows, then calls `onLeft`. */
  leaving: boolean
  onLeft: () => void
  renderComposer: (list: CommentList) => ReactNode
}) {
  const { discussionId, sort, reactions, locked } = useThread()
  const { list, isMissing, comments } = useLinkedList({ discussionId, sort }, linked)
  const { data } = comments
  const fresh = useMemo(() => rowsOf(data).filter(isInThread), [data])
  useEffect(() => loadReactions(reactions, fresh), [reactions, fresh])
  useDeepLink(linked, data, fresh)
  return (
    <>
      {renderComposer(list)}
      {isMissing && <MissingNotice />}
      {leaving && fresh.length === 0 ? (
        <Left onLeft={onLeft} />
      ) : comments.isPending ? (
        <ReplySkeletons />
      ) : !data ? (
        <ErrorState title={repliesLoadFailed} onRetry={() => comments.refetch()}>
          {comments.error?.message}
        </ErrorState>
      ) : fresh.length === 0 ? (
        <EmptyState icon={<MessageSquare />} title={noReplies}>
          {locked ? 'Nobody replied before this discussion was locked.' : 'Be the first to share what you think.'}
        </EmptyState>
      ) : (
        <ReplyRows comments={comments} fresh={fresh} restored={restored} leaving={leaving} onLeft={onLeft} />
      )}
    </>
  )
}

/** There are no rows to remove. */
function Left({ onLeft }: { onLeft: () => void }) {
  const left = useEffectEvent(onLeft)
  useEffect(() => left(), [])
  return null
}

/** Takes focus in place of the comment, because it may be below the visible part of the page. */
function MissingNotice() {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <p ref={notice} tabIndex={-1} className="mb-4 scroll-my-24 rounded-card border border-line bg-sunken px-4 py-3">
      {commentMissing}
    </p>
  )
}

/** The list, which starts anew at the page with the linked comment only if that comment is not loaded yet. */
function useLinkedList(base: CommentList, linked: number | undefined) {
  const [around, setAround] = useState(linked)
  const [handled, setHandled] = useState(linked)
  const [missing, setMissing] = useState<number>()
  const list: CommentList = { ...base, around }
  const comments = useInfiniteQuery(commentPagesQuery(list))
  if (linked !== handled) {
    setHandled(linked)
    if (linked !== undefined && !contains(comments.data, linked)) setAround(linked)
  }
  if (around !== undefined && !comments.data && comments.error?.status === 404) {
    setMissing(around)
    setAround(undefined)
  }
  return { list, comments, isMissing: missing !== undefined && missing === linked }
}

/** A comment below the levels that are shown here has its place on the view of one of its ancestors. */
function useDeepLink(linked: number | undefined, data: CommentPages | undefined, rows: readonly ForumComment[]) {
  const { go, sort } = useThread()
  const path = data?.pages.find((page) => page.path)?.path
  const isDeep = linked !== undefined && path !== undefined && path.length >= shownLevels && !containsIn(rows, linked)
  const root = isDeep ? path.at(1 - shownLevels) : undefined
  useEffect(() => {
    if (root !== undefined) go({ sort, thread: root, comment: linked }, 'replace')
  }, [go, sort, root, linked])
}

const contains = (data: CommentPages | undefined, id: number) => containsIn(rowsOf(data), id)

function containsIn(rows: readonly ForumComment[], id: number): boolean {
  let found = false
  visitComments(rows, (comment) => {
    found ||= comment.id === id
  })
  return found
}
