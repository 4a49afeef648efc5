import { emailMaxLength } from '@wtpu/contract/accounts/accounts'
import type { PersonSummary } from '@wtpu/contract/accounts/people'
import { useId, useState, type FormEvent } from 'react'
import { forgetError, useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FieldAlert, FormAlert } from '#ui/form/form-alert.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useDeletePerson } from './api.ts'

/** Names the person, says what is deleted, and asks for the username. */
export function DeletePersonDialog({
  person: { id, name, username },
  open,
  onOpenChange,
}: {
  person: PersonSummary
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [typed, setTyped] = useState('')
  const form = useId()
  const deletion = useDeletePerson()
  const failure = useLastError(deletion)
  const fieldError = failure?.fields['username']?.[0]

  function changeOpen(next: boolean) {
    setTyped('')
    forgetError(deletion)
    onOpenChange(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (deletion.isPending || typed.trim() === '') return
    deletion.mutate(
      { id, username: typed },
      {
        onSuccess: () => {
          changeOpen(false)
          toast({ title: 'The account was deleted', variant: 'success' })
        },
      },
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={`Delete the account of ${name}?`}
      description="Only if its owner asked for it. This cannot be undone."
      actions={
        <>
          <Button variant="secondary" onClick={() => changeOpen(false)}>
            Keep the account
          </Button>
          <Button
            type="submit"
            form={form}
            variant="destructive"
            disabled={typed.trim() === ''}
            loading={deletion.isPending}
          >
            Delete forever
          </Button>
        </>
      }
    >
      <ul className="mb-5 list-disc space-y-1.5 pl-5">
        <li>Name, email, picture, bio and state are erased. The email can be used for a new account.</li>
        <li>Votes and ratings are still counted, without the name.</li>
        <li>A coded form of the email stays, so that registering again does not give a second vote.</li>
        <li>Boiler Room posts are deleted, with their images and videos.</li>
        <li>Comments stay, under the name “Anonymous”.</li>
      </ul>
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {failure && !fieldError && <FormAlert pending={deletion.isPending}>{failure.message}</FormAlert>}
        <TextField
          label={`Type ${username} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={emailMaxLength}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            forgetError(deletion)
          }}
          error={fieldError && <FieldAlert pending={deletion.isPending}>{fieldError}</FieldAlert>}
        />
      </form>
    </Dialog>
  )
}
