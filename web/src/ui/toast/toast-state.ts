import type { ReactNode } from 'react'

export type ToastVariant = 'default' | 'destructive' | 'success' | 'info' | 'warning' | 'error' | 'loading'

export interface ToastState {
  key: number
  title: string
  description?: string
  /** A button below the text. With an action, the toast stays until it is dismissed or replaced. */
  action?: ReactNode
  variant: ToastVariant
  open: boolean
}
