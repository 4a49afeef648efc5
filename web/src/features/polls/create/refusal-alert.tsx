import { useEffect, useRef } from 'react'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import type { Problems } from './create-messages.ts'

/** What a poll's form was refused for, line by line. The first field at fault takes the focus; without one it is shown. */
export function RefusalAlert({ problems }: { problems: Problems }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.lines.length === 0) return
    const field = place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else place.current?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  return (
    <div ref={place}>
      {problems.lines.length > 0 && (
        <FormAlert>
          {problems.lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </FormAlert>
      )}
      {problems.code && <div className="mt-3">{resendAction({ code: problems.code })}</div>}
    </div>
  )
}
