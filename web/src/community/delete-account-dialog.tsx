import { isOn } from '@wtpu/contract/site/parts'
import { profileTextNames, profileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import type { TextField } from '#ui/form/fields.tsx'
import { Part } from '#lib/part.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'

const empty = { typed: '' }

/** Says what is deleted with an account, and asks to type something that confirms it. */
export function DeleteAccountDialog<Input>({
  whose,
  title,
  description,
  keepLabel,
  field,
  deletion,
  input,
  onDeleted,
  open,
  onOpenChange,
  children,
}: {
  whose: 'Your' | 'Their'
  title: string
  description: string
  keepLabel: string
  /** The name of what is typed. */
  field: string
  deletion: UseMutationResult<unknown, ApiFailure, Input>
  input: (typed: string) => Input
  onDeleted?: () => void
  open: boolean
  onOpenChange: (open: boolean) => void
  children: (control: Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error'>) => ReactNode
}) {
  const form = useForm(deletion, {
    empty,
    fields: [field],
    check: ({ typed }) => ({ [field]: typed === '' && fillIn }),
    input: ({ typed }) => input(typed),
    onSuccess: onDeleted,
  })
  function changeOpen(next: boolean) {
    form.discard()
    onOpenChange(next)
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
          <Button type="submit" form={form.id} variant="destructive" loading={form.isPending}>
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
        <li>
          {whose} votes{isOn('ratings') && ' and ratings'} are still counted, without the name.
        </li>
        <li>A coded form of the email stays, so that registering again does not give a second vote.</li>
        <Part of="boiler-room">
          <li>{whose} Boiler Room posts are deleted, with their images and videos.</li>
        </Part>
        <Part of={['boiler-room', 'forums', 'walls']}>
          <li>{whose} comments stay, under the name “Anonymous”.</li>
        </Part>
      </ul>
      <form {...form.props} className="flex flex-col gap-4">
        {form.alert}
        {children({
          name: field,
          value: form.values.typed,
          onChange: ({ target }) => form.edit({ typed: target.value }, [field]),
          error: form.error(field),
        })}
      </form>
    </Dialog>
  )
}
