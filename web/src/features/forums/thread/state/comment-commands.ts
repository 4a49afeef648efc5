import {
  createDiscussionComment,
  deleteForumComment,
  dislikeForumComment,
  editForumComment,
  likeForumComment,
  pinForumComment,
  removeForumComment,
  unpinForumComment,
  type ForumComment,
} from '@wtpu/contract/forums/comments'
import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure, call } from '#lib/api/api.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { discussionKey } from '#features/forums/api.ts'
import {
  commentFailure,
  dislikeFailure,
  editFailure,
  likeFailure,
  pinFailure,
} from '#features/forums/thread/messages.ts'
import { addToPages, changeComment, changeInPages, isCommentPages, type CommentPages } from './comment-pages.ts'
import type { Reaction, ReactionStore } from './my-reactions.ts'
import { commentPagesKey, commentsKey, orderOf, type CommentList } from './thread-api.ts'

/**
 * The viewer's actions on comments. They are functions instead of mutations, because a thread has thousands of rows, and each
 * mutation is an observer of its own.
 */

/** Specification 5: after a new comment, the caches refresh after a short delay. */
const refreshDelayMs = 100

/** Posts a comment, or a reply to `parent`, and shows it in its list at once. */
export async function postComment(
  client: QueryClient,
  {
    list,
    parent,
    content,
    requestKey,
  }: { list: CommentList; parent?: ForumComment; content: string; requestKey: string | undefined },
): Promise<ForumComment> {
  const { discussionId } = list
  try {
    const params = { id: discussionId }
    const reply = await call(createDiscussionComment, {
      params,
      body: { content, parent: parent?.id, request_key: requestKey },
    })
    const comment = { ...reply, replies: [] }
    // A refetch that is in progress may return the state before the comment.
    await client.cancelQueries({ queryKey: commentsKey(discussionId) })
    if (parent && comment.parent === parent.id) addReply(client, list, parent, comment)
    else if (!parent) addTopLevel(client, list, comment)
    return comment
  } catch (failure) {
    report(failure, commentFailure)
    refetchIfMissing(client, discussionId, failure)
    throw failure
  } finally {
    setTimeout(() => void client.invalidateQueries({ queryKey: discussionKey(discussionId) }), refreshDelayMs)
  }
}

function addTopLevel(client: QueryClient, list: CommentList, comment: ForumComment): void {
  client.setQueryData<CommentPages>(commentPagesKey(list), (data) => data && addToPages(data, comment, orderOf(list)))
}

/** The list of replies may not be loaded yet: it starts with the replies that the comment contains. */
function addReply(client: QueryClient, list: CommentList, parent: ForumComment, reply: ForumComment): void {
  changeCached(client, list.discussionId, parent.id, ({ reply_count }) => ({ reply_count: reply_count + 1 }))
  const start = { pages: [{ results: parent.replies, next: null, previous: null }], pageParams: [''] }
  client.setQueryData<CommentPages>(commentPagesKey(list), (data) => addToPages(data ?? start, reply, 'oldest'))
}

/** Changes a comment wherever it is cached. */
function changeCached(
  client: QueryClient,
  discussionId: number,
  commentId: number,
  change: (comment: ForumComment) => Partial<ForumComment>,
): void {
  client.setQueriesData<unknown>({ queryKey: commentsKey(discussionId) }, (data: unknown) => {
    if (isCommentPages(data)) return changeInPages(data, commentId, change)
    return isComments(data) ? changeComment(data, commentId, change) : data
  })
}

function isComments(data: unknown): data is ForumComment[] {
  return Array.isArray(data)
}

/** Runs a write, shows its effect on the comment, and refetches the comments. */
async function write<Reply>(
  client: QueryClient,
  { id, discussion }: ForumComment,
  send: () => Promise<Reply>,
  effect: (reply: Reply) => Partial<ForumComment>,
): Promise<Reply> {
  try {
    const reply = await send()
    await client.cancelQueries({ queryKey: commentsKey(discussion) })
    changeCached(client, discussion, id, () => effect(reply))
    return reply
  } finally {
    void client.invalidateQueries({ queryKey: commentsKey(discussion) })
  }
}

export async function editComment(client: QueryClient, comment: ForumComment, content: string): Promise<void> {
  try {
    await write(
      client,
      comment,
      () => call(editForumComment, { params: { id: comment.id }, body: { content } }),
      (reply) => ({ content: reply.content, edited_at: reply.edited_at }),
    )
  } catch (failure) {
    report(failure, editFailure)
    throw failure
  }
}

/** The dialog that asks for it shows a failure. */
export async function deleteComment(client: QueryClient, comment: ForumComment): Promise<void> {
  await write(
    client,
    comment,
    () => call(deleteForumComment, { params: { id: comment.id } }),
    () => ({ ...emptied, state: 'deleted' }),
  )
  void client.invalidateQueries({ queryKey: discussionKey(comment.discussion) })
}

/** The dialog that asks for the reason shows a failure. */
export async function removeComment(client: QueryClient, comment: ForumComment, reason: string): Promise<void> {
  await write(
    client,
    comment,
    () => call(removeForumComment, { params: { id: comment.id }, body: { reason } }),
    () => ({ ...emptied, state: 'removed' }),
  )
  void client.invalidateQueries({ queryKey: discussionKey(comment.discussion) })
}

const emptied = { content: '', user: null, author: null, user_name: '', user_avatar: null, isPinned: false }

export async function setPinned(client: QueryClient, comment: ForumComment, pinned: boolean): Promise<void> {
  const endpoint = pinned ? pinForumComment : unpinForumComment
  try {
    await write(
      client,
      comment,
      () => call(endpoint, { params: { id: comment.id } }),
      ({ isPinned }) => ({ isPinned }),
    )
  } catch (failure) {
    report(failure, pinFailure)
  }
}

/** Sends the call that brings the viewer's reaction closer to `next`. Each endpoint toggles. */
export async function react(
  client: QueryClient,
  reactions: ReactionStore,
  comment: ForumComment,
  next: Reaction,
): Promise<void> {
  const like = next === 1 || (next === 0 && reactions.get(comment.id) === 1)
  try {
    const reply = await call(like ? likeForumComment : dislikeForumComment, { params: { id: comment.id } })
    await client.cancelQueries({ queryKey: commentsKey(comment.discussion) })
    const { value, like_count, dislike_count } = reply
    changeCached(client, comment.discussion, comment.id, () => ({ like_count, dislike_count }))
    reactions.set(comment.id, value)
  } catch (failure) {
    report(failure, like ? likeFailure : dislikeFailure)
    throw failure
  } finally {
    void client.invalidateQueries({ queryKey: commentsKey(comment.discussion) })
  }
}

function report(failure: unknown, texts: (failure: ApiFailure) => Parameters<typeof toast>[0]): void {
  if (failure instanceof ApiFailure) toast({ ...texts(failure), action: resendAction(failure) })
}

/** A discussion or comment that has been removed in the meantime, or a discussion that was locked. */
function refetchIfMissing(client: QueryClient, discussionId: number, failure: unknown): void {
  if (failure instanceof ApiFailure && [404, 409].includes(failure.status))
    void client.invalidateQueries({ queryKey: discussionKey(discussionId) })
}
