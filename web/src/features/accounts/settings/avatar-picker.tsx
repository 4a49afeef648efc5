import Camera from 'lucide-react/icons/camera'
import { useId, useRef, useState, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'
import { FieldAlert } from '#ui/form/form-alert.tsx'
import { FieldError } from '#ui/form/field-error.tsx'
import { checkAvatar } from './profile-api.ts'

/** Picks an image file. Files that are too large or not images are rejected here, before the upload. */
export function AvatarPicker({
  label,
  onPick,
  className,
  error,
}: {
  label: string
  onPick: (file: File) => void
  className?: string
  error?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [rejection, setRejection] = useState<string>()
  const shownError = rejection ? <FieldAlert>{rejection}</FieldAlert> : error
  const pick = (file: File | undefined) => {
    if (!file) return
    const fileError = checkAvatar(file)
    setRejection(fileError)
    if (!fileError) onPick(file)
    // Without this, choosing the same file again fires no change event.
    if (input.current) input.current.value = ''
  }
  return (
    <div className={className}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        hidden
        onChange={(event) => pick(event.target.files?.[0])}
      />
      <Button
        variant="secondary"
        size="small"
        aria-describedby={shownError ? id : undefined}
        data-invalid={shownError ? '' : undefined}
        onClick={() => input.current?.click()}
      >
        <Camera aria-hidden className="size-4" /> {label}
      </Button>
      <p className={classes('mt-1.5 text-sm text-soft', shownError ? 'hidden' : undefined)}>
        JPEG, PNG, WebP or GIF, up to 5 MB
      </p>
      {shownError && <FieldError id={id}>{shownError}</FieldError>}
    </div>
  )
}
