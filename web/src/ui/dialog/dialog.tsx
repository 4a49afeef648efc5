import { lazy, Suspense, useEffect, useState } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import type { DialogProps } from './dialog-props.ts'

const loadPanel = () => import('./dialog-panel.tsx')
const DialogPanel = lazy(() => loadPanel().then((module) => ({ default: module.DialogPanel })))

/** A modal dialog: focus is trapped, Esc closes, focus returns. Its machinery is fetched after the page. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(false)
  const idle = useIdle()
  // Before it is needed: a dialog often has to say that the network is gone.
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
