import {
  createDiscussionComment,
  deleteForumComment,
  dislikeForumComment,
  editForumComment,
  likeForumComment,
  listCommentAncestors,
  listDiscussionComments,
  listForumCommentRevisions,
  pinForumComment,
  unpinForumComment,
  type CommentPage,
  type CommentSort,
  type ForumComment,
} from '@wtpu/contract/forums/comments'
import { type ContentDecision, decideContent } from '@wtpu/contract/moderation/cases'
import { infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiFailure, call, query } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { discussionKey } from '#features/forums/api.ts'
import { addToPages, isCommentPages, mergePages, type CommentPages } from './comment-pages.ts'
import { commentFailure, dislikeFailure, likeFailure, unchangedFailure } from '../messages.ts'
import type { Reaction, ReactionStore } from './thread-context.ts'

const refetchMs = 2000
const commentsPerPage = 20
export const repliesPerPage = 10
/** Many loaded pages are refetched less often while the live stream is disconnected. */
const pagesPerInterval = 5

/** A list of comments: of a discussion, or with `parent` the replies to a comment. */
export interface CommentList {
  discussionId: number
  sort?: CommentSort
  parent?: number
  /** Starts at the page with this comment. */
  around?: number
  levels?: number
}

/** The key of all lists of comments of a discussion. */
export const commentsKey = (id: number) => [...discussionKey(id), 'comments']

/** Replies are always listed oldest first. */
const orderOf = ({ parent, sort }: CommentList): CommentSort => (parent === undefined ? (sort ?? 'newest') : 'oldest')

/** The page parameter of the first page of a list with `around`. Cursors are opaque, so it has a form of its own. */
const aroundParam = 'around'

const commentPagesKey = (list: CommentList): QueryKey => [...commentsKey(list.discussionId), 'pages', list]

export const commentPagesQuery = (list: CommentList) =>
  infiniteQueryOptions<CommentPage, ApiFailure, CommentPages, QueryKey, string>({
    queryKey: commentPagesKey(list),
    queryFn: ({ signal, pageParam }) => fetchPage(list, pageParam, signal),
    initialPageParam: list.around === undefined ? '' : aroundParam,
    getNextPageParam: (page) => page.next,
    getPreviousPageParam: (page) => page.previous,
    structuralSharing: (before, next) => (isCommentPages(next) ? mergePages(orderOf(list), before, next) : next),
    staleTime: refetchMs,
    refetchInterval: (state) => {
      const pages = state.state.data?.pages.length ?? 0
      return refetchEvery(refetchMs * Math.max(1, Math.ceil(pages / pagesPerInterval)))(state)
    },
  })

async function fetchPage(list: CommentList, pageParam: string, signal: AbortSignal): Promise<CommentPage> {
  const { discussionId, sort, parent, around, levels } = list
  const page = await call(
    listDiscussionComments,
    {
      params: { id: discussionId },
      querystring: {
        sort,
        parent,
        levels,
        limit: parent === undefined ? commentsPerPage : repliesPerPage,
        ...(pageParam === aroundParam ? { around } : { cursor: pageParam || undefined }),
      },
    },
    { signal },
  )
  return Array.isArray(page) ? { results: page, next: null, previous: null } : page
}

/**
 * The comments from the top level to one comment. The key is below the key of the comments, so that invalidations refetch
 * them.
 */
export const ancestorsQuery = (discussionId: number, commentId: number) => ({
  ...query(
    listCommentAncestors,
    { params: { id: commentId } },
    { staleTime: refetchMs, refetchInterval: refetchEvery(refetchMs) },
  ),
  queryKey: [...commentsKey(discussionId), 'ancestors', commentId],
})

export const commentRevisionsQuery = (id: number) => query(listForumCommentRevisions, { params: { id } })

/** The comments are refetched shortly after a comment was posted. */
const refreshDelayMs = 100

/** Posts a comment, or a reply to `parent`, and adds it to its list at once. */
export async function postComment(
  client: QueryClient,
  {
    list,
    parent,
    content,
    lang,
    idempotencyKey,
  }: {
    list: CommentList
    parent?: ForumComment
    content: string
    lang: string | null
    idempotencyKey: string | undefined
  },
): Promise<ForumComment> {
  const { discussionId } = list
  try {
    const response = await call(createDiscussionComment, {
      params: { id: discussionId },
      body: { content, lang, parent: parent?.id, idempotency_key: idempotencyKey },
    })
    const comment = { ...response, replies: [] }
    // A refetch that is in progress may return the state before the comment.
    await client.cancelQueries({ queryKey: commentsKey(discussionId) })
    if (parent && comment.parent === parent.id)
      changeCached(client, parent, ({ reply_count }) => ({ reply_count: reply_count + 1 }))
    if (!parent || comment.parent === parent.id) addToList(client, list, comment, parent?.replies)
    return comment
  } catch (failure) {
    report(failure, commentFailure)
    throw failure
  } finally {
    // The discussion is fetched again after a failure too, because it may have been locked or removed.
    setTimeout(() => void client.invalidateQueries({ queryKey: discussionKey(discussionId) }), refreshDelayMs)
  }
}

/** @param replies The replies that the parent contains. A list of replies that is not loaded yet starts with them. */
function addToList(client: QueryClient, list: CommentList, comment: ForumComment, replies?: ForumComment[]): void {
  const start = replies && { pages: [{ results: replies, next: null, previous: null }], pageParams: [''] }
  client.setQueryData<CommentPages>(
    commentPagesKey(list),
    (data = start) => data && addToPages(data, comment, orderOf(list)),
  )
}

/** Changes a comment wherever it is cached: in pages of comments, and among the ancestors of a comment. */
function changeCached(
  client: QueryClient,
  { id, discussion }: ForumComment,
  change: (comment: ForumComment) => Partial<ForumComment>,
): void {
  changeCachedRows<ForumComment>(client, { queryKey: commentsKey(discussion) }, (comment) => comment.id === id, change)
}

/** Sends a write, shows its effect on the comment and refetches. A failure is reported with `failureTexts`, if given. */
async function write<Response>(
  client: QueryClient,
  comment: ForumComment,
  request: Promise<Response>,
  effect: (response: Response) => Partial<ForumComment>,
  { failureTexts, stale = commentsKey(comment.discussion) }: { failureTexts?: FailureTexts; stale?: QueryKey } = {},
): Promise<void> {
  try {
    const response = await request
    await client.cancelQueries({ queryKey: commentsKey(comment.discussion) })
    const change = effect(response)
    changeCached(client, comment, () => change)
  } catch (failure) {
    if (failureTexts) report(failure, failureTexts)
    throw failure
  } finally {
    void client.invalidateQueries({ queryKey: stale })
  }
}

export function editComment(
  client: QueryClient,
  comment: ForumComment,
  body: { content: string; lang: string | null },
): Promise<void> {
  return write(
    client,
    comment,
    call(editForumComment, { params: { id: comment.id }, body }),
    (response) => ({ content: response.content, lang: response.lang, edited_at: response.edited_at }),
    { failureTexts: unchangedFailure },
  )
}

const emptied = { content: '', user: null, author: null, user_name: '', user_avatar: null, isPinned: false }

/** The dialog that asks for confirmation shows a failure. */
export function deleteComment(client: QueryClient, comment: ForumComment): Promise<void> {
  const request = call(deleteForumComment, { params: { id: comment.id } })
  const stale = discussionKey(comment.discussion)
  return write(client, comment, request, () => ({ ...emptied, state: 'deleted' }), { stale })
}

/** The dialog that asks for the guideline shows a failure. */
export function removeComment(
  client: QueryClient,
  comment: ForumComment,
  decision: Pick<ContentDecision, 'rule' | 'sentence'>,
): Promise<void> {
  const request = call(decideContent, { body: { kind: 'comment', id: comment.id, action: 'remove', ...decision } })
  const stale = discussionKey(comment.discussion)
  return write(client, comment, request, () => ({ ...emptied, state: 'removed' }), { stale })
}

export function setPinned(client: QueryClient, comment: ForumComment, pinned: boolean): Promise<void> {
  const request = call(pinned ? pinForumComment : unpinForumComment, { params: { id: comment.id } })
  const effect = ({ isPinned }: { isPinned: boolean }) => ({ isPinned })
  return write(client, comment, request, effect, { failureTexts: unchangedFailure }).catch(() => undefined)
}

/** Sends the call that brings the viewer's reaction closer to `next`. Each endpoint toggles. */
export function react(
  client: QueryClient,
  reactions: ReactionStore,
  comment: ForumComment,
  next: Reaction,
): Promise<void> {
  const like = next === 1 || (next === 0 && reactions.get(comment.id) === 1)
  return write(
    client,
    comment,
    call(like ? likeForumComment : dislikeForumComment, { params: { id: comment.id } }),
    ({ value, like_count, dislike_count }) => {
      reactions.set(comment.id, value)
      return { like_count, dislike_count }
    },
    { failureTexts: like ? likeFailure : dislikeFailure },
  )
}

type FailureTexts = (failure: ApiFailure) => Parameters<typeof toast>[0]

function report(failure: unknown, texts: FailureTexts): void {
  if (failure instanceof ApiFailure) toast({ ...texts(failure), action: resendAction(failure) })
}
