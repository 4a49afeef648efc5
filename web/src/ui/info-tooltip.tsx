import { Info } from 'lucide-react'
import * as Radix from '@radix-ui/react-tooltip'
import { useState, type ReactNode } from 'react'

/** An info button with a tooltip. It opens on hover and focus, and on tap. */
export function InfoTooltip({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Radix.Provider>
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger
          type="button"
          aria-label={label}
          // Radix closes the tooltip on pointer down, which would make it unreachable on touch screens.
          onPointerDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.preventDefault()
            setOpen(true)
          }}
          className="flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink"
        >
          <Info aria-hidden className="size-5" />
        </Radix.Trigger>
        {/* In a landmark, where screen readers expect all content. */}
        <Radix.Portal container={document.querySelector('main')}>
          <Radix.Content
            sideOffset={4}
            collisionPadding={16}
            className="z-50 max-w-72 animate-fade-in rounded-control border border-line bg-surface px-4 py-3 text-sm leading-relaxed text-ink shadow-float"
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
