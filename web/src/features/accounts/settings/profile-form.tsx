import { bioMaxLength, nameMaxLength, type User } from '@wtpu/contract/accounts'
import { displayName, initials } from '@wtpu/contract/people'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiFailure } from '#lib/api/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/text-area.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AvatarPicker } from './avatar-picker.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { profileUpdated, profileUpdateFailed } from '#features/accounts/messages.ts'
import { useUpdateProfile, type ProfileText } from './profile-api.ts'
import { useProfileDraft } from './profile-draft.ts'
import { checkProfile, type ProfileErrors } from './profile-rules.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** The profile as a form. Cancel restores what is stored and discards a picked picture; a failure keeps everything. */
export function ProfileForm({ user, picked, onDone }: { user: User; picked?: File; onDone: () => void }) {
  const draft = useProfileDraft(user)
  // A new picture; null: the present one goes.
  const [avatar, setAvatar] = useState<File | null | undefined>(picked)
  const [errors, setErrors] = useState<ProfileErrors>({})
  const element = useRef<HTMLFormElement>(null)
  const update = useUpdateProfile()
  const preview = usePreview(avatar)
  const name = displayName({ ...draft.text, username: user.username })

  const edited = () => {
    setErrors({})
    update.reset()
  }
  const edit = (change: Partial<ProfileText>) => {
    draft.write({ ...draft.text, ...change })
    edited()
  }
  const choose = (file: File | null | undefined) => {
    setAvatar(file)
    edited()
  }
  const leave = () => {
    draft.forget()
    onDone()
  }
  const show = (found: ProfileErrors) => {
    setErrors(found)
    const first = Object.keys(found).find((field) => field !== 'avatar')
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return Object.keys(found).length > 0
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending || show(checkProfile(draft.text))) return
    update.mutate(
      { ...draft.text, ...(avatar !== undefined && { avatar }) },
      {
        onSuccess: () => {
          toast({ ...profileUpdated, variant: 'success' })
          leave()
        },
        onError: (failure) => {
          show(fieldErrors(failure))
          toast({ title: profileUpdateFailed, description: lostConnection(failure), variant: 'error' })
        },
      },
    )
  }
  const shown = avatar === null ? null : (preview ?? user.avatar)
  const unplaced = update.error && Object.keys(errors).length === 0

  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard when={(draft.changed || avatar !== undefined) && !update.isSuccess} onLeave={draft.forget} />
      {unplaced && <FormAlert>{update.error.detail || lostConnection(update.error) || profileUpdateFailed}</FormAlert>}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Avatar image={shown} initials={initials(name)} size="huge" />
        <div className="flex flex-1 basis-56 flex-wrap gap-x-3 gap-y-1">
          <AvatarPicker label="Choose picture" onPick={choose} error={errors.avatar} />
          {shown !== null && (
            <Button variant="ghost" size="small" onClick={() => choose(user.avatar === null ? undefined : null)}>
              Remove picture
            </Button>
          )}
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          name="first_name"
          autoComplete="given-name"
          maxLength={nameMaxLength}
          value={draft.text.first_name}
          onChange={(event) => edit({ first_name: event.target.value })}
          error={errors.first_name && <span role="alert">{errors.first_name}</span>}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          maxLength={nameMaxLength}
          value={draft.text.last_name}
          onChange={(event) => edit({ last_name: event.target.value })}
        />
      </div>
      <TextField label="Email" type="email" value={user.email ?? ''} readOnly hint="The email cannot be changed." />
      <TextArea
        label="Bio"
        name="bio"
        limit={bioMaxLength}
        value={draft.text.bio}
        onChange={(event) => edit({ bio: event.target.value })}
        error={errors.bio && <span role="alert">{errors.bio}</span>}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button variant="secondary" disabled={update.isPending} onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Why no answer came; undefined where the server gave one. */
function lostConnection({ status, message }: ApiFailure): string | undefined {
  return status === 0 ? message : undefined
}

function fieldErrors(failure: Error): ProfileErrors {
  if (!(failure instanceof ApiFailure)) return {}
  const { first_name, bio, avatar } = failure.fields
  return Object.fromEntries(
    Object.entries({ first_name, bio, avatar })
      .map(([field, messages]) => [field, messages?.[0]])
      .filter(([, message]) => message),
  )
}

/** A picked file as an address, once it is read. */
function usePreview(file: File | null | undefined): string | undefined {
  const [read, setRead] = useState<{ file: File; address: string }>()
  useEffect(() => {
    if (!file) return undefined
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setRead({ file, address: reader.result })
    })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return read && read.file === file ? read.address : undefined
}
