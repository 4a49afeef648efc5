import type { ReactNode } from 'react'

/** Explains what will appear here and offers the next action. */
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
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-edge px-6 py-12 text-center wrap-anywhere">
      {icon && (
        <span aria-hidden className="text-soft [&_svg]:size-8">
          {icon}
        </span>
      )}
      <p className="font-serif text-xl font-semibold">{title}</p>
      {children && <div className="max-w-prose text-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
