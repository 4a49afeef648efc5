import { fullCount } from '@wtpu/contract/full-count'
import Heart from 'lucide-react/icons/heart'
import type { LucideIcon } from 'lucide-react'
import { classes } from '#lib/classes.ts'
import { compactCount } from '#lib/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { usePendingValue } from './use-pending-value.ts'

/**
 * A like with its count. It flips at once and is rolled back on failure.
 *
 * @param props.send Likes or unlikes. Must resolve after `liked` and `count` were updated, and report a failure.
 */
export function LikeButton({
  liked,
  count,
  send,
  ...button
}: {
  liked: boolean
  count: number
  of: string
  icon?: LucideIcon
  send: (like: boolean) => Promise<unknown>
  className?: string
}) {
  const [shown, change] = usePendingValue(liked, send)
  return (
    <ReactionButton
      {...button}
      on={shown}
      count={count + Number(shown) - Number(liked)}
      onToggle={() => change((on) => !on)}
    />
  )
}

/**
 * A toggle with the number of people who have it on.
 *
 * @param props.of Names the content, for example "Ada’s comment: Well said".
 */
export function ReactionButton({
  verb = 'Like',
  of,
  on,
  count,
  icon: Icon = Heart,
  onToggle,
  className,
}: {
  verb?: 'Like' | 'Dislike'
  of: string
  on: boolean
  count: number
  icon?: LucideIcon
  onToggle: () => void
  className?: string
}) {
  const shownCount = Math.max(0, count)
  const noun = verb.toLowerCase()
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onToggle}
      className={classes(
        buttonClass({ variant: 'ghost', size: 'small' }),
        'tabular-nums',
        on ? 'text-accent!' : 'text-soft!',
        className,
      )}
    >
      <Icon aria-hidden className={classes('size-4', on && 'fill-current')} />
      <span aria-hidden title={fullCount(shownCount)}>
        {compactCount(shownCount)}
      </span>
      <span className="sr-only">
        {verb} {of}
      </span>
      <span className="sr-only">{shownCount === 1 ? `(1 ${noun})` : `(${fullCount(shownCount)} ${noun}s)`}</span>
    </button>
  )
}
