import { initials } from '@wtpu/contract/people'
import type { PoliticianComment } from '@wtpu/contract/politicians'
import { Link } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { classes } from '#lib/classes.ts'
import { compactCount, fullCount } from '#lib/format.ts'
import { fullDate, relativeTime } from '#lib/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { useLikeComment } from './wall-api.ts'

/** Long enough to distinguish comments of the same author in a screen reader label. */
const excerptLength = 40

export function WallComment({ comment, now }: { comment: PoliticianComment; now: Date }) {
  return (
    <li className="flex gap-3 py-4 sm:gap-4">
      <Avatar image={comment.user_avatar} initials={initials(comment.user_name)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/user/$userId"
            params={{ userId: String(comment.user) }}
            className="py-1 font-semibold wrap-anywhere hover:underline"
          >
            {comment.user_name}
          </Link>
          <time dateTime={comment.created_at} title={fullDate(comment.created_at)} className="text-sm text-soft">
            {relativeTime(comment.created_at, now, 'comment')}
          </time>
        </p>
        <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{comment.text}</p>
        <LikeButton comment={comment} />
      </div>
    </li>
  )
}

function LikeButton({ comment }: { comment: PoliticianComment }) {
  const like = useLikeComment(comment)
  const liked = comment.like_id !== null
  const excerpt = Array.from(comment.text).slice(0, excerptLength).join('')
  return (
    <button
      type="button"
      aria-pressed={liked}
      // Ignore clicks while a request is pending: unliking needs the like id from the reply.
      onClick={() => !like.isPending && like.mutate(comment)}
      className={classes(
        buttonClass({ variant: 'ghost', size: 'small' }),
        'mt-1 -ml-3 tabular-nums',
        liked ? 'text-accent!' : 'text-soft!',
      )}
    >
      <Heart aria-hidden className={classes('size-4', liked && 'fill-current')} />
      <span aria-hidden title={fullCount(comment.like_count)}>
        {compactCount(comment.like_count)}
      </span>
      <span className="sr-only">
        Like {comment.user_name}’s comment: {excerpt}
      </span>
      <span className="sr-only">
        {comment.like_count === 1 ? '(1 like)' : `(${fullCount(comment.like_count)} likes)`}
      </span>
    </button>
  )
}
