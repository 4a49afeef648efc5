import { passwordMaxLength } from '@wtpu/contract/accounts/accounts'
import { prove } from '@wtpu/contract/accounts/proof'
import { maxUnits } from '@wtpu/contract/characters'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type ApiFailure, call, newQueryClient } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { DialogPanel } from '#ui/dialog/dialog-panel.tsx'
import { PasswordField } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'

const closingMs = 300
const empty = { password: '' }
// The dialog is outside of the app.
const client = newQueryClient()
let asking: Promise<boolean> | undefined

/**
 * Asks the viewer for the password, in a dialog above everything else. It has a React root of its own, because any call may need
 * it. Calls that fail at the same time share one dialog. @returns whether the server has accepted the proof
 */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const root = createRoot(document.createElement('div'))
    root.render(
      <ProofDialog
        onEnd={(isProved) => {
          resolve(isProved)
          // The dialog first gives the focus back.
          setTimeout(() => root.unmount(), closingMs)
        }}
      />,
    )
  }).finally(() => {
    asking = undefined
  })
  return asking
}

function ProofDialog({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const [open, setOpen] = useState(true)
  const proof = useMutation<unknown, ApiFailure, string>(
    { mutationFn: (password) => call(prove, { body: { password } }) },
    client,
  )
  const form = useForm(proof, { empty, input: ({ password }) => password, onSuccess: () => end(true) })
  function end(isProved: boolean) {
    setOpen(false)
    onEnd(isProved)
  }
  return (
    <DialogPanel
      open={open}
      onOpenChange={() => end(false)}
      title="Confirm that it is you"
      description="This needs your password again. Then it is done, and nothing that you typed is lost."
      actions={
        <>
          <Button variant="secondary" onClick={() => end(false)}>
            Cancel
          </Button>
          <Button type="submit" form={form.id} disabled={form.values.password === ''} loading={form.isPending}>
            Continue
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        {form.alert}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          maxLength={maxUnits(passwordMaxLength)}
          {...form.text('password')}
        />
      </form>
    </DialogPanel>
  )
}
