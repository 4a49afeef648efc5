import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ReactNode } from 'react'
import * as Radix from '@radix-ui/react-toast'
import { classes } from '#lib/classes.ts'

export type ToastVariant = 'default' | 'destructive' | 'success' | 'info' | 'warning' | 'error' | 'loading'

export interface ToastState {
  key: number
  title: string
  description?: string
  /** A button below the text. With an action, and if it tells of an error, the toast stays until it is dismissed or replaced. */
  action?: ReactNode
  variant: ToastVariant
  open: boolean
}

export interface ViewProps {
  shown: ToastState | null
  onDismiss: () => void
}

const variantStyles: Record<ToastVariant, { Icon?: typeof Info; icon: string; edge: string }> = {
  default: { icon: '', edge: 'border-l-accent' },
  destructive: { Icon: CircleAlert, icon: 'text-bad', edge: 'border-l-bad' },
  success: { Icon: CircleCheck, icon: 'text-good', edge: 'border-l-good' },
  info: { Icon: Info, icon: 'text-accent', edge: 'border-l-accent' },
  warning: { Icon: TriangleAlert, icon: 'text-warning', edge: 'border-l-warning' },
  error: { Icon: CircleAlert, icon: 'text-bad', edge: 'border-l-bad' },
  loading: { Icon: LoaderCircle, icon: 'animate-spin text-soft', edge: 'border-l-edge' },
}
const errors = new Set<ToastVariant>(['destructive', 'error'])

/** Renders the current toast. Radix pauses its timer on hover and focus and announces it to screen readers. */
export function ToastView({ shown, onDismiss }: ViewProps) {
  const viewport = useRef<HTMLOListElement>(null)
  const focusedBefore = useRef<HTMLElement>(null)
  function dismiss() {
    const hadFocus = viewport.current?.contains(document.activeElement)
    onDismiss()
    // Radix keeps focus in the empty list.
    if (hadFocus) setTimeout(() => focusedBefore.current?.focus())
  }
  return (
    <Radix.Provider duration={5000} swipeThreshold={50} swipeDirection="right">
      {shown && <OneToast key={shown.key} toast={shown} onDismiss={dismiss} />}
      <Radix.Viewport
        ref={viewport}
        hotkey={['F8']}
        onFocusCapture={({ currentTarget, relatedTarget }) => {
          const isOutside =
            relatedTarget instanceof HTMLElement && !currentTarget.parentElement?.contains(relatedTarget)
          if (isOutside) focusedBefore.current = relatedTarget
        }}
        // At the top while a dialog locks scrolling: the buttons of the dialog are at its bottom.
        className="fixed right-0 bottom-[var(--toast-offset,var(--bottom-bar,0px))] z-60 flex w-full flex-col gap-2 p-4 outline-none in-data-scroll-locked:top-0 in-data-scroll-locked:bottom-auto sm:max-w-md"
      />
    </Radix.Provider>
  )
}

/** As long as it takes to slide in, and `keepPlace` to settle. */
const settledMs = 200

/** Scrolls what has the focus out from behind a toast. */
function uncoverFocus(toast: HTMLElement): void {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body || toast.contains(activeElement)) return
  const [shown, focused] = [toast.getBoundingClientRect(), activeElement.getBoundingClientRect()]
  const isBehind = focused.bottom > shown.top && focused.top < shown.bottom && focused.right > shown.left
  const top = focused.bottom - shown.top + 8
  // What is taller than the room above the toast would only be cut off at its top.
  if (isBehind && focused.height < shown.top / 2) window.scrollBy({ top, behavior: 'instant' })
}

function OneToast({
  toast: { title, description, action, variant, open },
  onDismiss,
}: {
  toast: ToastState
  onDismiss: () => void
}) {
  const { Icon, icon, edge } = variantStyles[variant]
  const root = useRef<HTMLLIElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The focus may move behind the toast later: by Tab, or once a form has closed.
    const uncover = () => {
      clearTimeout(timer)
      timer = setTimeout(() => root.current && uncoverFocus(root.current), settledMs)
    }
    uncover()
    document.addEventListener('focusin', uncover)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', uncover)
    }
  }, [])
  return (
    <Radix.Root
      ref={root}
      open={open}
      onOpenChange={(next) => !next && onDismiss()}
      // A loading toast stays until another toast replaces it, an error and a toast with an action until it is dismissed.
      duration={variant === 'loading' || errors.has(variant) || action ? Infinity : undefined}
      type={errors.has(variant) || variant === 'warning' ? 'foreground' : 'background'}
      className={classes(
        'flex items-start gap-3 rounded-card border border-l-4 border-line bg-surface py-3 pr-2 pl-4 text-ink shadow-float',
        'data-[state=open]:animate-slide-in data-[state=closed]:animate-slide-out',
        'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:translate-x-0',
        edge,
      )}
    >
      {Icon && <Icon aria-hidden className={classes('mt-2.5 size-5 shrink-0', icon)} />}
      <div className="min-w-0 flex-1 py-2">
        <Radix.Title className="font-semibold">{title}</Radix.Title>
        {description && (
          <Radix.Description className="mt-0.5 text-sm text-pretty text-soft">{description}</Radix.Description>
        )}
        {action && <div className="mt-2">{action}</div>}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="flex size-11 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}
