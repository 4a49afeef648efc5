import { maxUnits } from '@wtpu/contract/characters'
import { plainUsername, profileErrors, usernameLength } from '@wtpu/contract/accounts/profile'
import { nameMaxLength, type User } from '@wtpu/contract/accounts/accounts'
import {
  forProfileTexts,
  type ProfileTextRow,
  profileTextNames,
  profileTexts,
} from '@wtpu/contract/accounts/on-demand/fields'
import { displayName, initials } from '@wtpu/contract/accounts/names'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { LazyLanguageChoice } from '#community/small/lazy-language.tsx'
import type { ApiFailure } from '#lib/api/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/form/fields.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { usePreview } from '#ui/form/use-preview.ts'
import { AvatarPicker } from './avatar-picker.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { FormErrors } from '#ui/form/form-errors.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { profileUpdated, profileUpdateFailed } from '#features/accounts/messages.ts'
import { useUpdateProfile, type ProfileText, useProfileDraft } from './profile-api.ts'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog/dialog.tsx'

type ProfileErrors = ReturnType<typeof profileErrors> & { avatar?: string }

/** The profile form. Cancel discards all changes; a failed save keeps them. */
export function ProfileForm({ user, picked, onDone }: { user: User; picked?: File; onDone: () => void }) {
  const draft = useProfileDraft(user)
  // A new picture, or null to remove the current one.
  const [avatar, setAvatar] = useState<File | null | undefined>(picked)
  const [invalid, setInvalid] = useState<ProfileErrors>()
  const update = useUpdateProfile()
  const lastError = useLastError(update)
  const errors = invalid ?? (lastError ? fieldErrors(lastError) : {})
  const preview = usePreview(avatar)
  const shownName = displayName(draft.text)

  const clearErrors = () => {
    setInvalid(undefined)
    update.reset()
  }
  const edit = (change: Partial<ProfileText>) => {
    draft.update({ ...draft.text, ...change })
    clearErrors()
  }
  const changeAvatar = (file: File | null | undefined) => {
    setAvatar(file)
    clearErrors()
  }
  const closeForm = () => {
    draft.discard()
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending) return
    const problems = profileErrors(draft.text, user)
    if (Object.keys(problems).length > 0) return setInvalid(problems)
    const { username, ...text } = draft.text
    const isOther = plainUsername(username) !== user.username
    update.mutate(
      { ...text, ...(isOther && { username }), ...(avatar !== undefined && { avatar }) },
      {
        onSuccess: () => {
          toast({ ...profileUpdated, variant: 'success' })
          closeForm()
        },
        onError: (failure) =>
          toast({ title: profileUpdateFailed, description: connectionError(failure), variant: 'error' }),
      },
    )
  }
  const shownAvatar = avatar === null ? null : (preview ?? user.avatar)

  return (
    <form aria-label="Profile" onSubmit={submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard when={(draft.changed || avatar !== undefined) && !update.isSuccess} onLeave={draft.discard} />
      <FormErrors error={invalid ?? lastError}>
        {lastError && Object.keys(errors).length === 0 && (
          <FormAlert pending={update.isPending}>
            {lastError.detail || connectionError(lastError) || profileUpdateFailed}
          </FormAlert>
        )}
      </FormErrors>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Avatar id={user.id} image={shownAvatar} initials={initials(shownName)} size="huge" />
        <div className="flex flex-1 basis-56 flex-wrap gap-x-3 gap-y-1">
          <AvatarPicker label="Choose picture" onPick={changeAvatar} error={errors.avatar} />
          {shownAvatar !== null && (
            <Button variant="ghost" size="small" onClick={() => changeAvatar(user.avatar === null ? undefined : null)}>
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
          maxLength={maxUnits(nameMaxLength)}
          value={draft.text.first_name}
          onChange={(event) => edit({ first_name: event.target.value })}
          error={errors.first_name && <span role="alert">{errors.first_name}</span>}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          maxLength={maxUnits(nameMaxLength)}
          value={draft.text.last_name}
          onChange={(event) => edit({ last_name: event.target.value })}
          error={errors.last_name && <span role="alert">{errors.last_name}</span>}
        />
      </div>
      <TextField
        label="Username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={usernameLength.max + 1}
        value={draft.text.username}
        onChange={(event) => edit({ username: event.target.value })}
        hint="Others mention you by it. With a new one, links to the old one no longer lead to you, and nobody else gets it."
        error={errors.username && <span role="alert">{errors.username}</span>}
      />
      <TextField label="Email" type="email" value={user.email ?? ''} readOnly hint="The email cannot be changed." />
      {profileTextNames.map((name) => {
        const { label, lines, maxLength }: ProfileTextRow = profileTexts[name]
        const field = {
          label,
          name,
          value: draft.text[name],
          error: errors[name] && <span role="alert">{errors[name]}</span>,
        }
        const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
          edit({ [name]: target.value })
        return lines === 'many' ? (
          <TextArea key={name} {...field} limit={maxLength} onChange={change} />
        ) : (
          <TextField key={name} {...field} maxLength={maxUnits(maxLength)} onChange={change} />
        )
      })}
      <LazyLanguageChoice
        text={draft.text.bio}
        chosen={draft.text.bio_lang}
        onChoose={(bio_lang) => edit({ bio_lang })}
        className="-my-3 self-start"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button variant="secondary" disabled={update.isPending} onClick={closeForm}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The connection error, or undefined if the server responded. */
function connectionError({ status, message }: ApiFailure): string | undefined {
  return status === 0 ? message : undefined
}

function fieldErrors({ fields: { first_name, last_name, username, avatar, ...fields } }: ApiFailure): ProfileErrors {
  return Object.fromEntries(
    Object.entries({ first_name, last_name, ...forProfileTexts((name) => fields[name]), username, avatar })
      .map(([field, messages]) => [field, messages?.[0]])
      .filter(([, message]) => message),
  )
}

/** Asks for confirmation before the user leaves an unsaved form by a link, with Back, or by closing the tab. */
function UnsavedGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  const leave = () => {
    onLeave()
    blocker.proceed?.()
  }
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      ignoresBack
      title="Leave without saving?"
      description="Your changes to the profile are not saved yet."
      actions={
        <>
          <Button variant="secondary" onClick={() => blocker.reset?.()}>
            Keep editing
          </Button>
          <Button variant="destructive" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  )
}
