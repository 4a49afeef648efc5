import { lazy, Suspense, useEffect, useState } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import type { DialogProps } from './dialog-props.ts'

const loadPanel = () => import('./dialog-panel.tsx')
const DialogPanel = lazy(() => loadPanel().then((module) => ({ default: module.DialogPanel })))

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
