import Check from 'lucide-react/icons/check'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'

/** A checkbox with a clickable label. */
export function Checkbox({
  label,
  error,
  isSwitch = false,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  /** Without it, `aria-label` names the checkbox: a table shows what it is for. */
  label?: ReactNode
  error?: ReactNode
  /** Screen readers announce "on" or "off". The native checked state makes `aria-checked` unnecessary. */
  isSwitch?: boolean
}) {
  const id = useId()
  return (
    <div className={className}>
      <div className="flex min-h-11 items-center gap-3">
        <span className="relative flex size-5 shrink-0">
          <input
            {...rest}
            id={id}
            type="checkbox"
            role={isSwitch ? 'switch' : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="peer size-5 appearance-none rounded border border-edge bg-surface before:absolute before:-inset-3 checked:border-brand checked:bg-brand aria-invalid:border-bad"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.5 size-4 text-on-brand opacity-0 peer-checked:opacity-100"
          />
        </span>
        {label !== undefined && (
          <label htmlFor={id} className="py-2 text-sm leading-snug">
            {label}
          </label>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
