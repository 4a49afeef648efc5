import type { Post } from '@wtpu/contract/posts'
import { postCommentMaxLength, type PostComment } from '@wtpu/contract/posts/comments'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CommentComposer } from '#community/comment-composer.tsx'
import { CommentList } from '#community/comment-list.tsx'
import { CommentRow, contentName } from '#community/comment-row.tsx'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { LikeButton } from '#community/reaction-button.tsx'
import { useSession } from '#lib/session/session.ts'
import { commentsLoadFailed, noComments } from './messages.ts'
import {
  postCommentsQuery,
  useCreatePostComment,
  useDeletePostComment,
  useLikePostComment,
} from './post-comments-api.ts'

export function PostComments({ post, id }: { post: Post; id: string }) {
  const comments = useInfiniteQuery(postCommentsQuery(post.id))
  const create = useCreatePostComment(post.id)
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
        send={(text, requestKey) => create.mutateAsync({ text, requestKey })}
        className="mb-4"
      />
      <CommentList
        comments={comments}
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
  const name = contentName('comment', comment.user_name, comment.text)
  return (
    <CommentRow
      author={{ id: comment.user, name: comment.user_name, avatar: comment.user_avatar }}
      createdAt={comment.created_at}
      preset="feed"
      text={comment.text}
      hashtags
      avatarSize="small"
      menu={
        <ContentMenu
          noun="comment"
          of={name}
          content={{ kind: 'comment', id: comment.id }}
          own={own}
          onDelete={own ? remove.mutateAsync : undefined}
          focusAfterDelete={() => document.getElementById(sectionId)}
        />
      }
    >
      <LikeButton liked={comment.user_has_liked} count={comment.likes_count} of={name} send={like.mutateAsync} />
    </CommentRow>
  )
}
