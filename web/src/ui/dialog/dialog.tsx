import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { DialogProps } from './dialog-props.ts'

const loadPanel = () => import('./dialog-panel.tsx').then((module) => module.DialogPanel)
const DialogPanel = lazyComponent(loadPanel, PanelNotLoaded)

/** A modal dialog: it traps focus, closes on Escape and returns focus. Its code is loaded once the page is idle. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(false)
  const idle = useIdle()
  // Load ahead of use: dialogs also report that the network is down.
  useEffect(() => {
    if (idle) void loadPanel().catch(() => undefined)
  }, [idle])
  if (props.open && !used) setUsed(true)
  return used ? (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  ) : null
}

/** Closes the dialog that cannot be shown, so that it can be opened again. */
function PanelNotLoaded({ open, title, onOpenChange, onRetry }: DialogProps & { onRetry: () => Promise<boolean> }) {
  const load = useEffectEvent(async () => {
    if (await onRetry()) return
    onOpenChange(false)
    toast({ title, description: 'This could not be opened. Check your connection and try again.', variant: 'error' })
  })
  useEffect(() => {
    if (open) void load()
  }, [open])
  return null
}
