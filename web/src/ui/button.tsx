import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { classes } from '#lib/classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'good' | 'bad'
export type ButtonSize = 'small' | 'medium' | 'large'

const look: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border border-edge bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  destructive: 'border border-bad bg-surface text-bad hover:bg-bad-tint',
  good: 'border border-good bg-surface text-good hover:bg-good-tint',
  bad: 'border border-bad bg-surface text-bad hover:bg-bad-tint',
}

/** Every size is at least 44 px high: a thumb has to hit it. */
const room: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-sm',
  medium: 'min-h-11 px-5 text-[0.9375rem]',
  large: 'min-h-12 px-6 text-base',
}

/** The looks of a button, for links that lead somewhere and should look the part. */
export function buttonClass({
  variant = 'primary',
  size = 'medium',
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold leading-tight select-none print:hidden',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    look[variant],
    room[size],
  )
}

/** `loading` turns a spinner before its words and ignores presses; disabled by the browser it would lose the focus. */
export function Button({
  variant,
  size,
  loading = false,
  onClick,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; size?: ButtonSize; loading?: boolean }) {
  return (
    <button
      type="button"
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      {...rest}
      onClick={loading ? refuse : onClick}
      className={classes(buttonClass({ variant, size }), className)}
    >
      {loading && <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />}
      {children}
    </button>
  )
}

/** Neither a press nor Enter in a field, which presses the form's button, sends a second time. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
}
