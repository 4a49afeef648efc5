import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** An error about the form as a whole, announced immediately. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex max-w-full items-start gap-2.5 rounded-control border border-bad bg-bad-tint p-3.5 font-medium text-bad"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
