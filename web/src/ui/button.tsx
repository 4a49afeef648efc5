import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useState, type ComponentProps } from 'react'
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
  medium: 'min-h-11 px-5 text-sm',
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

/**
 * `loading` shows a spinner and ignores clicks. A disabled button would lose the focus, for example when it has saved all that
 * there was to save. So while it has the focus, it only ignores clicks, and also if it has a description: Tab reaches it, and people
 * hear why it is disabled.
 */
export function Button({
  variant,
  size,
  loading,
  disabled,
  onClick,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; size?: ButtonSize; loading?: boolean }) {
  const [hasFocus, setFocus] = useState(false)
  const hasReason = Boolean(rest.title ?? rest['aria-describedby'])
  const isIgnoring = loading || (disabled && (hasFocus || hasReason))
  return (
    <button
      type="button"
      aria-disabled={isIgnoring || undefined}
      aria-busy={loading || undefined}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      {...rest}
      disabled={disabled && !isIgnoring}
      // Also prevents a submit by Enter in a field.
      onClick={isIgnoring ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClass({ variant, size }), className)}
    >
      {loading && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  )
}
