import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useIdle } from '#lib/use-idle.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children?: ReactNode
  /** The row of buttons at its foot. */
  actions?: ReactNode
  wide?: boolean
  /** What gets the focus when it closes, where that is not what opened it. */
  focusAfter?: () => Element | null
}

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
