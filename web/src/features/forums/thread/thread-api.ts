import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import {
  createDiscussionComment,
  deleteForumComment,
  dislikeForumComment,
  editForumComment,
  likeForumComment,
  listMyReactions,
  listCommentAncestors,
  listDiscussionComments,
  listForumCommentRevisions,
  pinForumComment,
  unpinForumComment,
  type CommentSort,
  type ForumComment,
} from '@wtpu/contract/forums/comments'
import type { Output } from '@wtpu/contract/endpoint'
import { type ContentDecision, decideContent } from '@wtpu/contract/moderation/cases'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { pendingIfExpired } from '#lib/session/session.ts'
import { commentsKey, contentKey } from '#lib/api/content-keys.ts'
import { ApiFailure, call, infiniteQuery, query } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { addToPages, isCommentPages, mergePages, type CommentPages } from './comment-pages.ts'
import { commentFailure, dislikeFailure, likeFailure, unchangedFailure } from '../messages.ts'
import type { Reaction, ReactionStore } from './reaction-store.ts'

const refetchMs = 2000
const commentsPerPage = 20
/** Many loaded pages are refetched less often while the live stream is disconnected. */
const pagesPerInterval = 5

/** A list of comments: of a discussion, or with `parent` the replies to a comment, which are always oldest first. */
export interface CommentList {
  discussionId: number
  sort?: CommentSort
  parent?: number
}

const orderOf = ({ parent, sort = 'newest' }: CommentList): CommentSort => (parent === undefined ? sort : 'oldest')

export const commentPagesQuery = (list: CommentList) =>
  infiniteQuery(
    listDiscussionComments,
    {
      params: { id: list.discussionId },
      querystring: {
        sort: list.parent === undefined ? list.sort : undefined,
        parent: list.parent,
        limit: commentsPerPage,
      },
    },
    {
      structuralSharing: (before, next) => (isCommentPages(next) ? mergePages(orderOf(list), before, next) : next),
      staleTime: refetchMs,
      refetchInterval: (state) => {
        const pages = state.state.data?.pages.length ?? 0
        return refetchEvery(refetchMs * Math.max(1, Math.ceil(pages / pagesPerInterval)))(state)
      },
    },
  )

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
  queryKey: [...commentsKey('discussion', discussionId), 'ancestors', commentId],
})

export const commentRevisionsQuery = (id: number) => query(listForumCommentRevisions, { params: { id } })

/** The comments are refetched shortly after a comment was posted. */
const refreshDelayMs = 100

/** Posts a comment, or a reply to `parent`, and shows it at once. `sort` is the order on screen. */
export async function postComment(
  client: QueryClient,
  {
    discussionId,
    sort,
    parent,
    content,
    written,
    idempotencyKey,
  }: {
    discussionId: number
    sort: CommentSort | undefined
    parent?: ForumComment
    content: string
    written: Written
    idempotencyKey: string | undefined
  },
): Promise<ForumComment> {
  try {
    const response = await call(createDiscussionComment, {
      params: { id: discussionId },
      body: { content, ...written, parent: parent?.id, idempotency_key: idempotencyKey },
    }).catch(pendingIfExpired)
    const comment = { ...response, replies: [] }
    // A refetch that is in progress may return the state before the comment.
    await client.cancelQueries({ queryKey: commentsKey('discussion', discussionId) })
    if (comment.parent !== null) addBelow(client, comment.parent, comment)
    const list = { discussionId, sort, parent: comment.parent ?? undefined }
    client.setQueryData<CommentPages>(
      commentPagesQuery(list).queryKey,
      (data) => data && addToPages(data, comment, orderOf(list)),
    )
    return comment
  } catch (failure) {
    report(failure, commentFailure)
    throw failure
  } finally {
    // The discussion is fetched again after a failure too, because it may have been locked or removed.
    setTimeout(
      () => void client.invalidateQueries({ queryKey: contentKey('discussion', discussionId) }),
      refreshDelayMs,
    )
  }
}

/** Adds a reply wherever its parent is cached. */
function addBelow(client: QueryClient, parent: number, reply: ForumComment): void {
  changeCached(client, { id: parent, discussion: reply.discussion }, ({ reply_count, replies }) => ({
    reply_count: reply_count + 1,
    replies: [...replies.filter(({ id }) => id !== reply.id), reply],
  }))
}

/** Changes a comment wherever it is cached: in pages of comments, and among the ancestors of a comment. */
function changeCached(
  client: QueryClient,
  { id, discussion }: Pick<ForumComment, 'id' | 'discussion'>,
  change: (comment: ForumComment) => Partial<ForumComment>,
): void {
  changeCachedRows<ForumComment>(
    client,
    { queryKey: commentsKey('discussion', discussion) },
    (comment) => comment.id === id,
    change,
  )
}

/** Sends a write, shows its effect on the comment and refetches. A failure is reported with `failureTexts`, if given. */
async function write<Response>(
  client: QueryClient,
  comment: ForumComment,
  request: Promise<Response>,
  effect: (response: Response) => Partial<ForumComment>,
  {
    failureTexts,
    stale = commentsKey('discussion', comment.discussion),
  }: { failureTexts?: FailureTexts; stale?: QueryKey } = {},
): Promise<void> {
  try {
    const response = await request.catch(pendingIfExpired)
    await client.cancelQueries({ queryKey: commentsKey('discussion', comment.discussion) })
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
  body: Written & { content: string },
): Promise<void> {
  return write(
    client,
    comment,
    call(editForumComment, { params: { id: comment.id }, body }),
    (response) => ({ content: response.content, ...writtenOf(response), edited_at: response.edited_at }),
    { failureTexts: unchangedFailure },
  )
}

const emptied = { content: '', user: null, author: null, user_name: '', user_avatar: null, isPinned: false }

/** The comment as it is now. Undefined once it has no slot any more. */
async function findNow({ id }: ForumComment) {
  try {
    return (await call(listCommentAncestors, { params: { id } })).at(-1)
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return undefined
    throw failure
  }
}

/** Deletes or removes a comment. */
const sendRemoval = (comment: ForumComment, send: () => Promise<unknown>) =>
  sendOrRead(send, async () => {
    const now = await findNow(comment)
    return !now || now.state === 'deleted' || now.state === 'removed' ? {} : undefined
  })

/** The dialog that asks for confirmation shows a failure. */
export function deleteComment(client: QueryClient, comment: ForumComment): Promise<void> {
  const request = sendRemoval(comment, () => call(deleteForumComment, { params: { id: comment.id } }))
  const stale = contentKey('discussion', comment.discussion)
  return write(client, comment, request, () => ({ ...emptied, state: 'deleted' }), { stale })
}

/** The dialog that asks for the guideline shows a failure. */
export function removeComment(
  client: QueryClient,
  comment: ForumComment,
  decision: Pick<ContentDecision, 'rule' | 'sentence'>,
): Promise<void> {
  const body = { kind: 'comment', id: comment.id, action: 'remove', ...decision } as const
  const request = sendRemoval(comment, () => call(decideContent, { body }))
  const stale = contentKey('discussion', comment.discussion)
  return write(client, comment, request, () => ({ ...emptied, state: 'removed' }), { stale })
}

export function setPinned(client: QueryClient, comment: ForumComment, pinned: boolean): Promise<void> {
  const request = sendOrRead(
    () => call(pinned ? pinForumComment : unpinForumComment, { params: { id: comment.id } }),
    async () => ((await findNow(comment))?.isPinned === pinned ? { isPinned: pinned } : undefined),
  )
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
    sendOrRead<Pick<Output<typeof likeForumComment>, 'value' | 'like_count' | 'dislike_count'>>(
      () => call(like ? likeForumComment : dislikeForumComment, { params: { id: comment.id } }),
      async () => {
        const found = await call(listMyReactions, { querystring: { comments: String(comment.id) } })
        // The refetch that follows brings the counts.
        return (found[0]?.value ?? 0) === next ? { ...comment, value: next } : undefined
      },
    ),
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
