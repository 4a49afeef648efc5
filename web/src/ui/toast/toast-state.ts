export type ToastVariant = 'default' | 'destructive' | 'success' | 'info' | 'warning' | 'error' | 'loading'

export interface ToastState {
  key: number
  title: string
  description?: string
  variant: ToastVariant
  open: boolean
}
