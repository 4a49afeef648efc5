import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#lib/store.ts'
import { useIdle } from '#lib/use-idle.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { ToastState, ToastVariant, ViewProps } from '#ui/after-page/toast-view.tsx'

let shown: ToastState | null = null
let lastKey = 0
const store = createStore(() => shown)

function show(next: ToastState | null): void {
  shown = next
  store.notify()
}

/** Shows a toast and replaces the previous one: only one is shown at a time. Callable from anywhere. */
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

export function dismissToast(): void {
  if (shown) show({ ...shown, open: false })
}

const ToastView = lazyComponent<ViewProps>(
  () => import('#ui/after-page/toast-view.tsx').then((module) => module.ToastView),
  ViewNotLoaded,
)

/** Each toast tries to load the view again. Without it, toasts are shown as plain boxes until they are dismissed. */
function ViewNotLoaded({ shown: current, onDismiss, onRetry }: ViewProps & { onRetry: () => Promise<boolean> }) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (current?.open) void retry()
  }, [current])
  if (!current?.open) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-[calc(1rem+var(--toast-offset,var(--bottom-bar,0px)))] z-60 bg-surface p-4 shadow-float"
    >
      <strong>{current.title}</strong> {current.description} {current.action}
      <Button variant="ghost" size="small" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  )
}

/** Mount once: shows the toasts. The view is loaded when the page is idle or with the first toast. */
export function Toaster() {
  const current = useStore(store)
  const idle = useIdle()
  // A toast ends with its page. In the next one it would take the first Escape from a dialog.
  useEffect(() => () => show(null), [])
  return current || idle ? <ToastView shown={current} onDismiss={dismissToast} /> : null
}
