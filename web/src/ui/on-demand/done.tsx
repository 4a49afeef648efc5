import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { takeFocus } from '#lib/take-focus.ts'

/** The outcome of an act, which takes the place and the focus of the form or button that it replaces. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <output
      ref={takeFocus}
      tabIndex={-1}
      className="flex w-full flex-wrap gap-2.5 rounded-control border border-good bg-good-tint p-3.5 text-good outline-none"
    >
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 flex-1 basis-40">{children}</span>
    </output>
  )
}
