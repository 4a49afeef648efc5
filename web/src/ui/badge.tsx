import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

export type BadgeTone = 'neutral' | 'brand' | 'good' | 'bad' | 'warning' | 'blue' | 'red' | 'violet'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-soft',
  brand: 'bg-tint text-accent',
  good: 'bg-good-tint text-good',
  bad: 'bg-bad-tint text-bad',
  warning: 'bg-warning-tint text-warning',
  blue: 'bg-blue-tint text-blue',
  red: 'bg-red-tint text-red',
  violet: 'bg-violet-tint text-violet',
}

/** A short label with an optional decorative icon. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: BadgeTone
  icon?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm leading-5 font-semibold forced-border [&_svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
