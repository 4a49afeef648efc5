import { searchMaxLength, toSearchText } from '#lib/search-text.ts'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { Ref } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from './fields.tsx'

/** A search input, limited to the length that the server accepts. With `clearable` it has a button that clears it. */
export function SearchField({
  label = 'Search',
  placeholder,
  value,
  onChange,
  hideLabelOnPhone,
  clearable = false,
  shortcut,
  onEscape,
  ref,
  className,
}: {
  label?: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  hideLabelOnPhone?: boolean
  clearable?: boolean
  /** The key that focuses the input, announced by screen readers. */
  shortcut?: string
  onEscape?: () => void
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
            maxLength={2 * searchMaxLength}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={placeholder}
            value={value}
            aria-keyshortcuts={shortcut}
            onChange={(event) => onChange(toSearchText(event.target.value))}
            onKeyDown={(event) => {
              // While an input method composes a word, Escape belongs to the input method.
              if (event.key === 'Escape' && !event.nativeEvent.isComposing) onEscape?.()
            }}
            className={classes(
              controlClass,
              'pl-10 text-ellipsis',
              clearable && 'pr-12 [&::-webkit-search-cancel-button]:hidden',
            )}
          />
          {clearable && value !== '' && (
            <button
              type="button"
              aria-label="Clear search"
              onClick={(event) => {
                onChange('')
                // The button disappears, so move focus to the input next to it.
                event.currentTarget.parentElement?.querySelector('input')?.focus()
              }}
              className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-soft hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
