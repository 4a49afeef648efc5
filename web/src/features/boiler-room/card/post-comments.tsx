import type { Written } from '@wtpu/contract/schemas'
import type { Post } from '@wtpu/contract/boiler-room/posts'
import {
  createPostComment,
  deletePostComment,
  listPostComments,
  postCommentMaxLength,
  type PostComment,
} from '@wtpu/contract/boiler-room/comments'
import { likePostComment, unlikePostComment } from '@wtpu/contract/boiler-room/likes'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commentsKey, contentKey } from '#lib/api/content-keys.ts'
import { CommentComposer } from '#community/comment-composer.tsx'
import { CommentList } from '#community/comment-list.tsx'
import { CommentRow, contentName } from '#community/comment-row.tsx'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { LikeButton } from '#community/reaction-button.tsx'
import { call, infiniteQuery, type ApiFailure } from '#lib/api/api.ts'
import { addCachedRow, removeCachedRow } from '#lib/api/cached-pages.ts'
import { changeCachedRows, refetchRow } from '#lib/api/cached-rows.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { useSession } from '#lib/session/session.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { commentFailure, commentPosted, commentsLoadFailed, likeFailure, noComments } from '../messages.ts'
import { refetchIfDeleted, updatePost } from './post-api.ts'

export function PostComments({ post, id }: { post: Post; id: string }) {
  const comments = useInfiniteQuery(postCommentsQuery(post.id))
  const create = useCreatePostComment(post.id)
  const [sent, setSent] = useState<number>()
  return (
    <section id={id} tabIndex={-1} aria-label={`Comments on ${post.user_name}’s post`} className="mt-5 outline-none">
      <CommentComposer
        draftName={`post-comment:${post.id}`}
        label={`Your comment on ${post.user_name}’s post`}
        limit={postCommentMaxLength}
        rows={2}
        submitLabel="Post"
        pendingLabel="Posting..."
        submits="comment"
        enterSubmits
        send={async (text, idempotencyKey, written) =>
          setSent((await create.mutateAsync({ text, ...written, idempotencyKey })).id)
        }
        className="mb-4"
      />
      <CommentList
        comments={comments}
        sent={sent}
        label={`Comments on ${post.user_name}’s post`}
        loadFailed={commentsLoadFailed}
        empty={<p className="border-t border-line py-4 text-soft">{noComments}. Write the first one.</p>}
        renderComment={(comment) => <OneComment comment={comment} sectionId={id} />}
      />
    </section>
  )
}

function OneComment({ comment, sectionId }: { comment: PostComment; sectionId: string }) {
  const own = useSession()?.user_id === comment.user
  const like = useLikePostComment(comment)
  const remove = useDeletePostComment(comment)
  const name = contentName('comment', comment.user_name, comment.text, comment.created_at)
  return (
    <CommentRow
      author={{ id: comment.user, name: comment.user_name, avatar: comment.user_avatar }}
      createdAt={comment.created_at}
      preset="feed"
      text={comment.text}
      writing={comment}
      hashtags
      avatarSize="small"
      menu={
        <ContentMenu
          noun="comment"
          of={name}
          content={{ kind: 'comment', id: comment.id }}
          own={own}
          author={{ id: comment.user, name: comment.user_name }}
          onDelete={own ? remove.mutateAsync : undefined}
          focusAfterDelete={() => document.getElementById(sectionId)}
        />
      }
    >
      <LikeButton liked={comment.user_has_liked} count={comment.likes_count} of={name} send={like.mutateAsync} />
    </CommentRow>
  )
}

const refetchMs = 3000
/** After a new comment, the caches refresh after 100 ms. */
const refreshDelayMs = 100

/** Its key is below the key of the post, so that an invalidation about the post refetches the comments. */
export const postCommentsQuery = (postId: number) => ({
  ...infiniteQuery(
    listPostComments,
    { querystring: { post: postId, limit: 20 } },
    { staleTime: refetchMs, refetchInterval: refetchEvery(refetchMs) },
  ),
  queryKey: [...commentsKey('post', postId), 'pages'],
})

interface NewComment extends Written {
  text: string
  idempotencyKey: string | undefined
}

export function useCreatePostComment(postId: number) {
  const queryClient = useQueryClient()
  return useMutation<PostComment, ApiFailure, NewComment>({
    mutationFn: ({ idempotencyKey, ...comment }) =>
      call(createPostComment, { body: { post: postId, ...comment, idempotency_key: idempotencyKey } }),
    onSuccess: (comment) => {
      addCachedRow(queryClient, { queryKey: commentsKey('post', postId) }, comment)
      updatePost(queryClient, postId, ({ comments_count, recent_comments }) => ({
        comments_count: comments_count + 1,
        recent_comments: [comment, ...recent_comments].slice(0, 2),
      }))
      toast(commentPosted)
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: contentKey('post', postId) }), refreshDelayMs)
    },
    onError: (failure) => {
      toast({ ...commentFailure(failure), action: resendAction(failure) })
      refetchIfDeleted(queryClient, postId, failure)
    },
  })
}

export function useDeletePostComment({ id, post }: PostComment) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sendOrRead(
        () => call(deletePostComment, { params: { id } }),
        async () =>
          (await refetchRow(queryClient, { queryKey: commentsKey('post', post) }, id)) ? undefined : { deleted: true },
      ),
    onSuccess: () => {
      removeCachedRow(queryClient, { queryKey: commentsKey('post', post) }, id)
      updatePost(queryClient, post, ({ comments_count, recent_comments }) => ({
        comments_count: Math.max(0, comments_count - 1),
        recent_comments: recent_comments.filter((recent_comment) => recent_comment.id !== id),
      }))
      void queryClient.invalidateQueries({ queryKey: contentKey('post', post) })
    },
  })
}

export function useLikePostComment({ id, post }: PostComment) {
  const queryClient = useQueryClient()
  return useMutation<Pick<PostComment, 'user_has_liked' | 'likes_count'>, ApiFailure, boolean>({
    mutationFn: (like) =>
      sendOrRead(
        () => call(like ? likePostComment : unlikePostComment, { params: { id } }),
        async () => {
          const row = await refetchRow<PostComment>(queryClient, { queryKey: commentsKey('post', post) }, id)
          return row?.user_has_liked === like ? row : undefined
        },
      ),
    // A refetch that is in progress may return the state before the like.
    onMutate: () => queryClient.cancelQueries({ queryKey: commentsKey('post', post) }),
    onSuccess: (reply) =>
      changeCachedRows<PostComment>(
        queryClient,
        { queryKey: commentsKey('post', post) },
        (comment) => comment.id === id,
        () => reply,
      ),
    onError: (failure) => toast({ ...likeFailure(failure), action: resendAction(failure) }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: commentsKey('post', post) }),
  })
}
