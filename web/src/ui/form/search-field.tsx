import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from './field.tsx'

/** A search input, limited to the length that the server accepts. */
export function SearchField({
  label = 'Search',
  placeholder,
  value,
  onChange,
  hideLabelOnPhone,
  ref,
  className,
}: {
  label?: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  hideLabelOnPhone?: boolean
  ref?: Ref<HTMLInputElement>
  className?: string
}) {
  return (
    <Field label={label} hideLabelOnPhone={hideLabelOnPhone} className={className}>
      {(links) => (
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-soft" />
          <input
            {...links}
            ref={ref}
            type="search"
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={classes(controlClass, 'pl-10 text-ellipsis')}
          />
        </div>
      )}
    </Field>
  )
}
