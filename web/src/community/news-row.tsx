import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { cardClass } from '#ui/card.tsx'
import { PathLink } from './path-link.tsx'

export function NewsList({ children }: { children: ReactNode }) {
  return <ul className={cardClass('divide-y divide-line p-1')}>{children}</ul>
}

/** What concerns the viewer, as a link to it: an icon, or the picture of who did it, beside the words. */
export function NewsRow({
  path,
  icon: Icon,
  isUrgent = false,
  picture,
  end,
  onClick,
  children,
}: {
  path: string
  icon: LucideIcon
  isUrgent?: boolean
  /** In place of the icon. */
  picture?: ReactNode
  /** After the words. */
  end?: ReactNode
  onClick?: () => void
  children: ReactNode
}) {
  return (
    <PathLink
      path={path}
      onClick={onClick}
      className="flex flex-wrap items-start gap-3 rounded-control px-3 py-3 hover:bg-sunken"
    >
      {picture ?? (
        <span
          aria-hidden
          className={classes(
            'flex size-9 shrink-0 items-center justify-center rounded-full',
            isUrgent ? 'bg-warning-tint text-warning' : 'bg-tint text-accent',
          )}
        >
          <Icon className="size-5" />
        </span>
      )}
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{children}</span>
      {end}
    </PathLink>
  )
}
