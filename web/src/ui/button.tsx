import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { classes } from '#lib/classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'good' | 'bad'
export type ButtonSize = 'small' | 'medium' | 'large'

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border border-edge bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  destructive: 'border border-bad bg-surface text-bad hover:bg-bad-tint',
  good: 'border border-good bg-surface text-good hover:bg-good-tint',
  bad: 'border border-bad bg-surface text-bad hover:bg-bad-tint',
}

/** Every size is at least 44 px high, the minimum touch target. */
const sizeClasses: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-sm',
  medium: 'min-h-11 px-5 text-[0.9375rem]',
  large: 'min-h-12 px-6 text-base',
}

/** The styles of a button, for links that should look like one. */
export function buttonClass({
  variant = 'primary',
  size = 'medium',
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-control py-1.5 text-center font-semibold leading-tight select-none print:hidden [&>svg]:shrink-0',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    variantClasses[variant],
    sizeClasses[size],
  )
}

/** The link above a page's heading to the page it belongs to. Its text is in line with the heading. */
export const backLinkClass = `-ml-3 ${buttonClass({ variant: 'ghost', size: 'small' })}`

/** `loading` shows a spinner and ignores clicks. It uses aria-disabled because a disabled button would lose focus. */
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
      onClick={loading ? preventClick : onClick}
      className={classes(buttonClass({ variant, size }), className)}
    >
      {loading && <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />}
      {children}
    </button>
  )
}

/** Prevents a second submit, by click or by Enter in a field. */
function preventClick(event: MouseEvent): void {
  event.preventDefault()
}
