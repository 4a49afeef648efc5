import { emailMaxLength } from '@wtpu/contract/accounts/accounts'
import type { PersonSummary } from '@wtpu/contract/accounts/people'
import { DeleteAccountDialog } from '#community/delete-account-dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useDeletePerson } from './api.ts'

/** Names the person, and asks for the username. */
export function DeletePersonDialog({
  person: { id, name, username },
  open,
  onOpenChange,
}: {
  person: PersonSummary
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const deletion = useDeletePerson()
  return (
    <DeleteAccountDialog
      open={open}
      onOpenChange={onOpenChange}
      whose="Their"
      title={`Delete the account of ${name}?`}
      description="Only if its owner asked for it. This cannot be undone."
      keepLabel="Keep the account"
      field="username"
      deletion={deletion}
      input={(typed) => ({ id, username: typed })}
      onDeleted={() => {
        onOpenChange(false)
        toast({ title: 'The account was deleted', variant: 'success' })
      }}
    >
      {(control) => (
        <TextField
          {...control}
          label={`Type ${username} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={emailMaxLength}
        />
      )}
    </DeleteAccountDialog>
  )
}
