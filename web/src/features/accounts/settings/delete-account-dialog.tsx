import { emailMaxLength, passwordMaxLength, type Account } from '@wtpu/contract/accounts'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { PasswordField, TextField } from '#ui/form/text-field.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useDeleteAccount } from './profile-api.ts'

/** Says plainly what happens, and asks for the password, or, where there is none, for the email typed out. */
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
  const leave = useDeleteAccount()
  const field = account.has_password ? 'password' : 'email'
  const problem = leave.error?.fields[field]?.[0]
  const error = problem && <span role="alert">{problem}</span>

  const edit = (value: string) => {
    setTyped(value)
    leave.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (leave.isPending || typed === '') return
    leave.mutate({ [field]: typed })
  }
  const change = (next: boolean) => {
    if (!next) edit('')
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Delete my account"
      description="This cannot be undone."
      actions={
        <>
          <Button variant="secondary" onClick={() => change(false)}>
            Keep my account
          </Button>
          <Button type="submit" form={form} variant="destructive" disabled={typed === ''} loading={leave.isPending}>
            Delete for ever
          </Button>
        </>
      }
    >
      <ul className="mb-5 list-disc space-y-1.5 pl-5">
        <li>Your name, email, picture, bio and state are erased, and the email is free to be used again.</li>
        <li>Your votes and ratings stay counted, without a name.</li>
        <li>A coded form of your email stays, so that registering again does not give a second vote.</li>
        <li>What you wrote stays, signed “Anonymous”.</li>
      </ul>
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {leave.error && !problem && <FormAlert>{leave.error.message}</FormAlert>}
        {account.has_password ? (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            maxLength={passwordMaxLength}
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
