import { ofBio } from '@wtpu/contract/schemas'
import { maxUnits } from '@wtpu/contract/characters'
import { plainUsername, profileErrors, usernameLength } from '@wtpu/contract/accounts/profile'
import { nameMaxLength, type User } from '@wtpu/contract/accounts/accounts'
import { type ProfileTextRow, profileTextNames, profileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import { displayName, initials } from '@wtpu/contract/accounts/names'
import { useState } from 'react'
import { LazyWrittenChoices, choicesOf } from '#community/small/lazy-choices.tsx'
import type { ApiFailure } from '#lib/api/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/form/fields.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { usePreview } from '#ui/form/use-preview.ts'
import { AvatarPicker } from './avatar-picker.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { profileUpdated, profileUpdateFailed } from '#features/accounts/messages.ts'
import { hasChanged, profileDraft, profileText, useUpdateProfile, choicesOfBio } from './profile-api.ts'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** The profile form. Cancel discards all changes; a failed save keeps them. */
export function ProfileForm({ user, picked, onDone }: { user: User; picked?: File; onDone: () => void }) {
  // A new picture, or null to remove the current one.
  const [avatar, setAvatar] = useState<File | null | undefined>(picked)
  const [stored] = useState(() => profileText(user))
  const update = useUpdateProfile()
  const preview = usePreview(avatar)
  const form = useForm(update, {
    empty: stored,
    draft: profileDraft,
    fields: ['avatar', ...Object.keys(stored)],
    check: (typed) => ({ ...profileErrors(typed, user) }),
    input: ({ username, ...text }) => ({
      ...text,
      ...(plainUsername(username) !== user.username && { username }),
      ...(avatar !== undefined && { avatar }),
    }),
    onSuccess: () => {
      toast({ ...profileUpdated, variant: 'success' })
      closeForm()
    },
    onFailure: (failure) =>
      toast({ title: profileUpdateFailed, description: connectionError(failure), variant: 'error' }),
    says: (message, failure) => (failure ? failure.detail || connectionError(failure) || profileUpdateFailed : message),
  })
  const shownName = displayName(form.values)
  const changeAvatar = (file: File | null | undefined) => {
    setAvatar(file)
    form.forget(['avatar'])
  }
  function closeForm() {
    form.discard()
    onDone()
  }
  const shownAvatar = avatar === null ? null : (preview ?? user.avatar)

  return (
    <form {...form.props} aria-label="Profile" className="flex flex-col gap-5">
      <UnsavedGuard
        when={(hasChanged(form.values, user) || avatar !== undefined) && !update.isSuccess}
        onLeave={form.discard}
      />
      {form.alert}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Avatar id={user.id} image={shownAvatar} initials={initials(shownName)} size="huge" />
        <div className="flex flex-1 basis-56 flex-wrap gap-x-3 gap-y-1">
          <AvatarPicker label="Choose picture" onPick={changeAvatar} error={form.error('avatar')} />
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
          {...form.text('first_name')}
          autoComplete="given-name"
          maxLength={maxUnits(nameMaxLength)}
        />
        <TextField
          label="Last name"
          {...form.text('last_name')}
          autoComplete="family-name"
          maxLength={maxUnits(nameMaxLength)}
        />
      </div>
      <TextField
        label="Username"
        {...form.text('username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={usernameLength.max + 1}
        hint="Others mention you by it. With a new one, links to the old one no longer lead to you, and nobody else gets it."
      />
      <TextField label="Email" type="email" value={user.email ?? ''} readOnly hint="The email cannot be changed." />
      {profileTextNames.map((name) => {
        const { label, lines, maxLength }: ProfileTextRow = profileTexts[name]
        return lines === 'many' ? (
          <TextArea key={name} label={label} {...form.text(name)} limit={maxLength} />
        ) : (
          <TextField key={name} label={label} {...form.text(name)} maxLength={maxUnits(maxLength)} />
        )
      })}
      <LazyWrittenChoices
        text={form.values.bio}
        chosen={choicesOfBio(form.values)}
        onChoose={(change) => form.edit(ofBio(choicesOf({ ...choicesOfBio(form.values), ...change })))}
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
