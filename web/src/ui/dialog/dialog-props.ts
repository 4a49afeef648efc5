import type { ReactNode } from 'react'

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
