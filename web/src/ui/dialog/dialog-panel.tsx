import X from 'lucide-react/icons/x'
import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { useCloseOnBack } from '#ui/on-demand/close-on-back.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children?: ReactNode
  /** Buttons in the dialog's footer. */
  actions?: ReactNode
  wide?: boolean
  /** Attached to the bottom of the window at full width, within reach of a thumb. */
  sheet?: boolean
  /** The element to focus after closing. Defaults to the element that had focus when the dialog opened. */
  focusAfter?: () => Element | null
  /** For questions that Back itself has asked: the browser is already on another page. */
  ignoresBack?: boolean
}

export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  wide,
  sheet,
  focusAfter,
  ignoresBack = false,
}: DialogProps) {
  const opener = useRef<Element>(null)
  useCloseOnBack(open && !ignoresBack, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-[rgb(20_16_8/0.55)] print:hidden" />
        <Radix.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onEscapeKeyDown={(event) => {
            // The first Escape closes an open list of a combobox in the dialog.
            if (document.activeElement?.matches('[role="combobox"][aria-expanded="true"]')) event.preventDefault()
          }}
          // Radix returns focus to its own trigger, but a dialog opened by state has none.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The opener may have been removed while the dialog was open. Then focus <main>.
            const main = document.querySelector('main')
            const target = focusAfter?.() ?? (opener.current?.isConnected ? opener.current : main)
            if (target instanceof HTMLElement) target.focus({ preventScroll: target === main })
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
          data-print-alone
          className={classes(
            'fixed z-50 mx-auto flex max-h-[calc(100dvh-2rem)] flex-col overflow-y-auto border border-line bg-surface px-6 shadow-float',
            sheet
              ? 'inset-x-0 bottom-0 animate-rise rounded-t-card border-b-0'
              : 'inset-x-4 top-1/2 -translate-y-1/2 animate-fade-in rounded-card print:translate-y-0!',
            // Focused elements must not be covered by the sticky header and footer.
            'tall:scroll-pt-28 tall:scroll-pb-40',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <Radix.Title className="-mx-6 bg-surface px-6 pt-6 pr-16 pb-2 font-serif text-2xl font-semibold tall:sticky tall:top-0 tall:z-30">
            {title}
          </Radix.Title>
          <div className="pb-6">
            {description !== undefined && <Radix.Description className="text-soft">{description}</Radix.Description>}
            {children && <div className="mt-4">{children}</div>}
          </div>
          {actions && (
            <div className="-mx-6 flex flex-wrap justify-end gap-3 border-t max-sm:[&>button]:flex-auto border-line bg-surface px-6 py-4 tall:sticky tall:bottom-0 tall:z-30">
              {actions}
            </div>
          )}
          {/* Last in tab order, but displayed at the top. `order` also paints it below the title without a higher z-index. */}
          <div className="relative -order-1 h-0 tall:sticky tall:top-0 tall:z-40">
            <Radix.Close
              aria-label="Close"
              className="absolute top-3 -right-3 flex size-11 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
