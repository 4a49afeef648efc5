import type { ForumComment } from '@wtpu/contract/forums/comments'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { compactCount, fullCount } from '#lib/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { useReaction } from '#features/forums/thread/state/reaction.ts'

/** Like and dislike of a comment. `of` names the comment. */
export function ReactionButtons({ comment, of }: { comment: ForumComment; of: string }) {
  const { value, likes, dislikes, toggle } = useReaction(comment)
  return (
    <>
      <Toggle label={`Like ${of}`} noun="like" count={likes} on={value === 1} onToggle={() => toggle(1)}>
        <ThumbsUp aria-hidden className={classes('size-4', value === 1 && 'fill-current')} />
      </Toggle>
      <Toggle label={`Dislike ${of}`} noun="dislike" count={dislikes} on={value === -1} onToggle={() => toggle(-1)}>
        <ThumbsDown aria-hidden className={classes('size-4', value === -1 && 'fill-current')} />
      </Toggle>
    </>
  )
}

function Toggle({
  label,
  noun,
  count,
  on,
  onToggle,
  children,
}: {
  label: string
  noun: string
  count: number
  on: boolean
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onToggle}
      className={classes(actionClass, 'tabular-nums', on && 'text-accent!')}
    >
      {children}
      <span aria-hidden title={fullCount(count)}>
        {compactCount(count)}
      </span>
      <span className="sr-only">{label}</span>
      <span className="sr-only">{count === 1 ? `(1 ${noun})` : `(${fullCount(count)} ${noun}s)`}</span>
    </button>
  )
}

/** The buttons below a comment. */
export const actionClass = classes(buttonClass({ variant: 'ghost', size: 'small' }), 'px-2.5! text-soft!')
