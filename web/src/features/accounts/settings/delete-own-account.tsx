import { maxUnits } from '@wtpu/contract/characters'
import { emailMaxLength, passwordMaxLength, type Account } from '@wtpu/contract/accounts/accounts'
import { DeleteAccountDialog } from '#community/delete-account-dialog.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { useDeleteAccount } from './profile-api.ts'

/** Asks for the password, or for the email if the account has no password. */
export function DeleteOwnAccount({
  account: { has_password: hasPassword, email },
  ...dialog
}: {
  account: Account
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const deletion = useDeleteAccount()
  const field = hasPassword ? 'password' : 'email'
  return (
    <DeleteAccountDialog
      {...dialog}
      whose="Your"
      title="Delete my account"
      description="This cannot be undone."
      keepLabel="Keep my account"
      field={field}
      deletion={deletion}
      input={(typed) => ({ [field]: typed })}
    >
      {(control) =>
        hasPassword ? (
          <PasswordField
            {...control}
            label="Password"
            autoComplete="current-password"
            maxLength={maxUnits(passwordMaxLength)}
          />
        ) : (
          <TextField {...control} label={`Type ${email} to confirm`} autoComplete="off" maxLength={emailMaxLength} />
        )
      }
    </DeleteAccountDialog>
  )
}
