import { Camera } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/form/field.tsx'
import { checkAvatar } from './profile-rules.ts'

/** Chooses a picture from this device; what cannot be one is refused here already. */
export function AvatarPicker({
  label,
  onPick,
  className,
  error,
}: {
  label: string
  onPick: (file: File) => void
  className?: string
  error?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const problem = refusal ?? error
  const pick = (file: File | undefined) => {
    if (!file) return
    const found = checkAvatar(file)
    setRefusal(found)
    if (!found) onPick(file)
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <div className={className}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => pick(event.target.files?.[0])}
      />
      <Button
        variant="secondary"
        size="small"
        aria-describedby={problem ? id : undefined}
        onClick={() => input.current?.click()}
      >
        <Camera aria-hidden className="size-4" /> {label}
      </Button>
      <p className={classes('mt-1.5 text-sm text-soft', problem && 'hidden')}>JPEG, PNG, WebP or GIF, up to 5 MB</p>
      {problem && (
        <div role="alert">
          <FieldError id={id}>{problem}</FieldError>
        </div>
      )}
    </div>
  )
}
