import type { LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'

/** A button that opens the file dialog. */
export function MediaPicker({
  label,
  icon: Icon,
  accept,
  multiple,
  disabled,
  onPick,
}: {
  label: 'Image' | 'Video'
  icon: LucideIcon
  accept: string
  multiple: boolean
  disabled: boolean
  onPick: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={`${label} file`}
        className="sr-only"
        tabIndex={-1}
        disabled={disabled}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // Without this, choosing the same file again fires no change event.
          target.value = ''
        }}
      />
      <Button
        variant="ghost"
        size="small"
        disabled={disabled}
        aria-label={`Add ${label.toLowerCase()}`}
        onClick={() => input.current?.click()}
      >
        <Icon aria-hidden className="size-5 text-accent" />
        {label}
      </Button>
    </>
  )
}
