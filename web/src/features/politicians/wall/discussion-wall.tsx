import { fullCount } from '@wtpu/contract/full-count'
import {
  commentMaxLength,
  maxCountedComments,
  type Politician,
  type PoliticianComment,
  type PoliticianProfile,
} from '@wtpu/contract/politicians'
import MessageSquare from 'lucide-react/icons/message-square'
import { useId, useState } from 'react'
import { CommentComposer } from '#community/comment-composer.tsx'
import { Button } from '#ui/button.tsx'
import { useCreateComment, useLikeComment, useSlowWall, wallCommentsQuery } from './wall-api.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CommentList } from '#community/comment-list.tsx'
import { CommentRow, contentName } from '#community/comment-row.tsx'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { SlowNote } from '#community/slow-note.tsx'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { LikeButton } from '#community/reaction-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { noComments, wallLoadFailed } from '#features/politicians/messages.ts'

/** The composer, and below it the comments, hidden until Show Comments. */
export function DiscussionWall({ politician }: { politician: PoliticianProfile }) {
  const [shown, setShown] = useState(false)
  const [sent, setSent] = useState<number>()
  const commentsId = useId()
  const post = useCreateComment(politician.id)
  return (
    <section aria-labelledby={`${commentsId}-title`} className="max-w-3xl">
      <h2 id={`${commentsId}-title`} className="mb-4 text-2xl">
        Discussion Wall
      </h2>
      <SlowMode politician={politician} />
      <CommentComposer
        draftName={`wall:${politician.id}`}
        label={`Your comment on ${politician.name}’s work`}
        limit={commentMaxLength}
        submitLabel="Post to Wall"
        pendingLabel="Posting..."
        send={async (text, idempotencyKey, written) =>
          setSent((await post.mutateAsync({ text, ...written, idempotencyKey })).id)
        }
        onSent={() => setShown(true)}
        className="mb-6"
      >
        <Button
          variant="secondary"
          aria-expanded={shown}
          aria-controls={shown ? commentsId : undefined}
          onClick={() => setShown(!shown)}
          className="mr-auto"
        >
          {/* Without it, both buttons fit into one line of a phone. */}
          <MessageSquare aria-hidden className="size-4 max-sm:hidden" />
          {shown ? 'Hide Comments' : `Show Comments (${countText(politician.comments_count)})`}
        </Button>
      </CommentComposer>
      <div id={commentsId}>{shown && <WallComments politician={politician} sent={sent} />}</div>
    </section>
  )
}

const countText = (count: number) =>
  count >= maxCountedComments ? `${fullCount(maxCountedComments)}+` : fullCount(count)

/** The note, and for moderators the button that starts or ends it. */
function SlowMode({ politician: { id, is_slow } }: { politician: PoliticianProfile }) {
  const { data: account } = useQuery({ ...accountQuery(), enabled: useSession() !== null })
  const slow = useSlowWall(id)
  return (
    <>
      {account && account.role !== 'user' && (
        <Button
          variant="secondary"
          size="small"
          className="mb-4"
          loading={slow.isPending}
          onClick={() => slow.mutate(!is_slow)}
        >
          <MessageSquare aria-hidden className="size-4" /> {is_slow ? 'End slow mode' : 'Start slow mode'}
        </Button>
      )}
      {is_slow && <SlowNote />}
    </>
  )
}

function WallComments({ politician, sent }: { politician: Politician; sent: number | undefined }) {
  const comments = useInfiniteQuery(wallCommentsQuery(politician.id))
  return (
    <CommentList
      comments={comments}
      sent={sent}
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
  const author = { id: comment.user, name: comment.user_name, avatar: comment.user_avatar }
  const name = contentName('comment', author.name, comment.text, comment.created_at)
  // Visitors read walls too, and nobody can change or delete a comment on one.
  const viewerId = useSession()?.user_id
  const hasMenu = viewerId !== undefined && viewerId !== author.id
  return (
    <CommentRow
      author={author}
      createdAt={comment.created_at}
      preset="comment"
      text={comment.text}
      writing={comment}
      menu={
        hasMenu && (
          <ContentMenu
            noun="comment"
            of={name}
            content={{ kind: 'comment', id: comment.id }}
            own={false}
            author={author}
          />
        )
      }
    >
      <LikeButton liked={comment.like_id !== null} count={comment.like_count} of={name} send={like.mutateAsync} />
    </CommentRow>
  )
}
