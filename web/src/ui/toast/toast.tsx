import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import type { ToastState, ToastVariant } from './toast-state.ts'

let shown: ToastState | null = null
let lastKey = 0
const listeners = new Set<() => void>()

function show(next: ToastState | null): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a toast and replaces the previous one: only one is shown at a time (specification 9). Callable from anywhere. */
export function toast({
  title,
  description,
  action,
  variant = 'default',
}: {
  title: string
  description?: string
  action?: ReactNode
  variant?: ToastVariant
}): void {
  show({ key: ++lastKey, title, description, action, variant, open: true })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function dismiss(): void {
  if (shown) show({ ...shown, open: false })
}

type View = (props: { shown: ToastState | null; onDismiss: () => void }) => ReactNode
const NoView: View = () => null

// If loading fails, the page must keep working without toasts.
const ToastView = lazy((): Promise<{ default: View }> =>
  import('./toast-view.tsx').then(
    (module) => ({ default: module.ToastView }),
    () => ({ default: NoView }),
  ),
)

/** Mount once: shows the toasts. The view is loaded when the page is idle or with the first toast. */
export function Toaster() {
  const current = useSyncExternalStore(subscribe, () => shown)
  const idle = useIdle()
  return current || idle ? (
    <Suspense>
      <ToastView shown={current} onDismiss={dismiss} />
    </Suspense>
  ) : null
}
