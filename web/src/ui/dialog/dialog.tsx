import { useEffect } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import type { DialogProps } from './dialog-panel.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

const DialogPanel = lazyDialog<DialogProps>(
  ({ title }) => title,
  () => import('./dialog-panel.tsx').then((module) => module.DialogPanel),
)

/** A modal dialog: it traps focus, closes on Escape and returns focus. Its code is loaded once the page is idle. */
export function Dialog(props: DialogProps) {
  const idle = useIdle()
  // Load ahead of use: dialogs also report that the network is down.
  useEffect(() => {
    if (idle) void DialogPanel.preload()
  }, [idle])
  return <DialogPanel {...props} />
}
