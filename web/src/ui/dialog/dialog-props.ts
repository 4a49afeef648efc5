import type { ReactNode } from 'react'

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
