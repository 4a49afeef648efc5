import { Heart, type LucideIcon } from 'lucide-react'
import { classes } from '#lib/classes.ts'
import { compactCount, fullCount } from '#lib/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { useOptimisticToggle } from './use-optimistic-toggle.ts'

/**
 * A like with its count. It flips at once and is rolled back on failure.
 *
 * @param props.of Names the content, for example "Ada’s comment: Well said".
 * @param props.send Likes or unlikes. Must resolve after `liked` and `count` were updated, and report a failure.
 */
export function ReactionButton({
  liked,
  count,
  of,
  icon: Icon = Heart,
  send,
  className,
}: {
  liked: boolean
  count: number
  of: string
  icon?: LucideIcon
  send: (like: boolean) => Promise<unknown>
  className?: string
}) {
  const [shown, toggle] = useOptimisticToggle(liked, send)
  const shownCount = Math.max(0, count + Number(shown) - Number(liked))
  return (
    <button
      type="button"
      aria-pressed={shown}
      onClick={toggle}
      className={classes(
        buttonClass({ variant: 'ghost', size: 'small' }),
        'tabular-nums',
        shown ? 'text-accent!' : 'text-soft!',
        className,
      )}
    >
      <Icon aria-hidden className={classes('size-4', shown && 'fill-current')} />
      <span aria-hidden title={fullCount(shownCount)}>
        {compactCount(shownCount)}
      </span>
      <span className="sr-only">Like {of}</span>
      <span className="sr-only">{shownCount === 1 ? '(1 like)' : `(${fullCount(shownCount)} likes)`}</span>
    </button>
  )
}
