import { useState, type ReactNode } from 'react'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import type { Entry } from '../glossary/definitions.tsx'

const Definition = lazyDialog<{ name: Entry; open: boolean; onOpenChange: (open: boolean) => void }>(
  () => 'Glossary',
  () => import('../glossary/definitions.tsx').then((module) => module.Definition),
)

/** A word of ours that opens its definition: two sentences and a link. */
export function Term({ name, children }: { name: Entry; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        data-term
        aria-haspopup="dialog"
        className="-my-1.5 min-h-6 text-left underline decoration-dotted underline-offset-4"
        {...Definition.preloadHandlers}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <Definition name={name} open={open} onOpenChange={setOpen} />
    </>
  )
}
