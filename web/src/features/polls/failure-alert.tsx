import { useEffect, useRef } from 'react'
import { FormAlert } from '#ui/form-alert.tsx'

/** What a poll's form was refused for, line by line, brought into sight. */
export function FailureAlert({ lines }: { lines: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  const text = lines.join('\n')
  useEffect(() => {
    if (text !== '') place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={place}>
      {lines.length > 0 && (
        <FormAlert>
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </FormAlert>
      )}
    </div>
  )
}
