import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

/** Says what will appear here and offers the next action. It has no frame, because a frame around nothing looks like a missing part. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-start gap-1 py-3 wrap-anywhere">
      <p className="flex items-center gap-2.5 font-serif text-xl font-semibold">
        {icon && (
          <span aria-hidden className="shrink-0 text-soft">
            {icon}
          </span>
        )}
        {title}
      </p>
      {children && <div className="max-w-prose text-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}

/** In place of a page whose content does not exist: what is missing, why, and where to go from here. */
export function NotFound({
  icon,
  title,
  actions,
  children,
  className,
  ...rest
}: ComponentProps<'div'> & { icon: ReactNode; title: string; actions: ReactNode }) {
  return (
    <div {...rest} className={classes('flex flex-col items-center gap-4 py-16 text-center text-balance', className)}>
      <span aria-hidden className="text-soft [&_svg]:size-10">
        {icon}
      </span>
      <h1>{title}</h1>
      <p className="max-w-prose text-soft">{children}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  )
}
