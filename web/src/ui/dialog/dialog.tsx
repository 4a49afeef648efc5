import { type ReactNode, useEffect } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import { lazyDialog } from './lazy-dialog.tsx'

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
}

const DialogPanel = lazyDialog<DialogProps>(
  ({ title }) => title,
  () => import('./dialog-panel.tsx').then((module) => module.DialogPanel),
)

/** A modal dialog: it traps focus, closes on Escape and returns focus. Its code is loaded once the page is idle. */
export function Dialog(props: DialogProps) {
  const idle = useIdle()
  // Load ahead of use: dialogs also report that the network is down.
  useEffect(() => {
    if (idle) DialogPanel.preload()
  }, [idle])
  return <DialogPanel {...props} />
}
