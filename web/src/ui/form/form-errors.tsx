import { useEffect, useRef, type ReactNode } from 'react'

/**
 * The errors of a form, such as a `FormAlert`. Once a try has failed with `error`, moves focus to the first invalid field
 * of the form around it, or scrolls the errors into view if all fields are valid.
 */
export function FormErrors({ error, children }: { error: unknown; children?: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!error) return
    const field = container.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else container.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={container} className="grid gap-3 empty:hidden">
      {children}
    </div>
  )
}
