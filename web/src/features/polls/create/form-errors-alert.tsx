import { useEffect, useRef } from 'react'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import type { FormErrors } from './create-messages.ts'

/** Lists the errors of a poll form. Focuses the first invalid field, or scrolls to this alert if there is none. */
export function FormErrorsAlert({ errors }: { errors: FormErrors }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.lines.length === 0) return
    const field = container.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else container.current?.scrollIntoView({ block: 'nearest' })
  }, [errors])
  return (
    <div ref={container}>
      {errors.lines.length > 0 && (
        <FormAlert>
          {errors.lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </FormAlert>
      )}
      {errors.code && <div className="mt-3">{resendAction({ code: errors.code })}</div>}
    </div>
  )
}
