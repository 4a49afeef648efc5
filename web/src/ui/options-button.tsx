import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentProps } from 'react'

/** The round button with three dots that opens the menu of a row or a card. `children` name it. */
export function OptionsButton({ children, ...buttonProps }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...buttonProps}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink print:hidden"
    >
      <Ellipsis aria-hidden className="size-5" />
      <span className="sr-only">{children}</span>
    </button>
  )
}
