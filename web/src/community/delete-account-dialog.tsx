import { profileTextNames, profileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import { useId, useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { forgetError, useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FieldAlert, FormAlert } from '#ui/form/form-alert.tsx'

interface Control {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  error: ReactNode
}

/** Says what is deleted with an account, and asks to type something that confirms it. */
export function DeleteAccountDialog({
  whose,
  title,
  description,
  keepLabel,
  field,
  deletion,
  onDelete,
  open,
  onOpenChange,
  children,
}: {
  whose: 'Your' | 'Their'
  title: string
  description: string
  keepLabel: string
  /** The name of what is typed, in errors. */
  field: string
  deletion: { error: ApiFailure | null; isPending: boolean; reset: () => void }
  onDelete: (typed: string) => void
  open: boolean
  onOpenChange: (open: boolean) => void
  children: (control: Control) => ReactNode
}) {
  const [typed, setTyped] = useState('')
  const form = useId()
  const failure = useLastError(deletion)
  const error = failure?.fields[field]?.[0]

  function edit(value: string) {
    setTyped(value)
    forgetError(deletion)
  }
  function changeOpen(next: boolean) {
    edit('')
    onOpenChange(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!deletion.isPending && typed !== '') onDelete(typed)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={() => changeOpen(false)}>
            {keepLabel}
          </Button>
          <Button type="submit" form={form} variant="destructive" disabled={typed === ''} loading={deletion.isPending}>
            Delete forever
          </Button>
        </>
      }
    >
      <ul className="mb-5 list-disc space-y-1.5 pl-5">
        <li>
          {whose} name, email, picture, {profileTextNames.map((name) => profileTexts[name].noun).join(', ')} and state
          are erased. The email can be used for a new account.
        </li>
        <li>{whose} votes and ratings are still counted, without the name.</li>
        <li>A coded form of the email stays, so that registering again does not give a second vote.</li>
        <li>{whose} Boiler Room posts are deleted, with their images and videos.</li>
        <li>{whose} comments stay, under the name “Anonymous”.</li>
      </ul>
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {failure && !error && <FormAlert pending={deletion.isPending}>{failure.message}</FormAlert>}
        {children({
          value: typed,
          onChange: ({ target }) => edit(target.value),
          error: error && <FieldAlert pending={deletion.isPending}>{error}</FieldAlert>,
        })}
      </form>
    </Dialog>
  )
}
