import { maxUnits } from '@wtpu/contract/characters'
import { emailMaxLength, passwordMaxLength, type Account } from '@wtpu/contract/accounts/accounts'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { FieldAlert, FormAlert } from '#ui/form/form-alert.tsx'
import { forgetError, useLastError } from '#lib/api/query-errors.ts'
import { useDeleteAccount } from './profile-api.ts'

/** Explains what is deleted and asks for the password, or for the email if the account has no password. */
export function DeleteAccountDialog({
  account,
  open,
  onOpenChange,
}: {
  account: Account
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [typed, setTyped] = useState('')
  const form = useId()
  const deletion = useDeleteAccount()
  const field = account.has_password ? 'password' : 'email'
  const lastError = useLastError(deletion)
  const fieldError = lastError?.fields[field]?.[0]
  const error = fieldError && <FieldAlert pending={deletion.isPending}>{fieldError}</FieldAlert>

  const edit = (value: string) => {
    setTyped(value)
    forgetError(deletion)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (deletion.isPending || typed === '') return
    deletion.mutate({ [field]: typed })
  }
  const changeOpen = (next: boolean) => {
    if (!next) edit('')
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title="Delete my account"
      description="This cannot be undone."
      actions={
        <>
          <Button variant="secondary" onClick={() => changeOpen(false)}>
            Keep my account
          </Button>
          <Button type="submit" form={form} variant="destructive" disabled={typed === ''} loading={deletion.isPending}>
            Delete forever
          </Button>
        </>
      }
    >
      <ul className="mb-5 list-disc space-y-1.5 pl-5">
        <li>Your name, email, picture, bio and state are erased. You can use the email for a new account.</li>
        <li>Your votes and ratings are still counted, without your name.</li>
        <li>A coded form of your email stays, so that registering again does not give a second vote.</li>
        <li>Your Boiler Room posts are deleted, with their images and videos.</li>
        <li>Your comments stay, under the name “Anonymous”.</li>
      </ul>
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {lastError && !fieldError && <FormAlert pending={deletion.isPending}>{lastError.message}</FormAlert>}
        {account.has_password ? (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            maxLength={maxUnits(passwordMaxLength)}
            value={typed}
            onChange={(event) => edit(event.target.value)}
            error={error}
          />
        ) : (
          <TextField
            label={`Type ${account.email} to confirm`}
            name="email"
            autoComplete="off"
            maxLength={emailMaxLength}
            value={typed}
            onChange={(event) => edit(event.target.value)}
            error={error}
          />
        )}
      </form>
    </Dialog>
  )
}
