import type { Politician, PoliticianComment } from '@wtpu/contract/politicians'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { CommentList } from '#community/comment-list.tsx'
import { CommentRow, contentName } from '#community/comment-row.tsx'
import { LikeButton } from '#community/reaction-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { noComments, wallLoadFailed } from '#features/politicians/messages.ts'
import { useLikeComment, wallCommentsQuery } from './wall-api.ts'

export function WallComments({ politician }: { politician: Politician }) {
  const comments = useInfiniteQuery(wallCommentsQuery(politician.id))
  return (
    <CommentList
      comments={comments}
      label={`Comments on ${politician.name}`}
      loadFailed={wallLoadFailed}
      empty={
        <EmptyState icon={<MessageSquare />} title={noComments}>
          Be the first to comment on {politician.name}’s work.
        </EmptyState>
      }
      renderComment={(comment) => <WallComment comment={comment} />}
    />
  )
}

function WallComment({ comment }: { comment: PoliticianComment }) {
  const like = useLikeComment(comment)
  return (
    <CommentRow
      author={{ id: comment.user, name: comment.user_name, avatar: comment.user_avatar }}
      createdAt={comment.created_at}
      preset="comment"
      text={comment.text}
    >
      <LikeButton
        liked={comment.like_id !== null}
        count={comment.like_count}
        of={contentName('comment', comment.user_name, comment.text)}
        send={like.mutateAsync}
      />
    </CommentRow>
  )
}
