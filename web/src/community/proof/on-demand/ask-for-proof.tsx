import { passwordMaxLength } from '@wtpu/contract/accounts/accounts'
import { prove } from '@wtpu/contract/accounts/proof'
import { maxUnits } from '@wtpu/contract/characters'
import { useId, useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiFailure, call } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { DialogPanel } from '#ui/dialog/dialog-panel.tsx'
import { PasswordField } from '#ui/form/fields.tsx'
import { FieldAlert, FormAlert } from '#ui/form/form-alert.tsx'

const closingMs = 300
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
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const form = useId()
  const error = failure?.fields['password']?.[0]

  function end(isProved: boolean) {
    setOpen(false)
    onEnd(isProved)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending || password === '') return
    setPending(true)
    try {
      await call(prove, { body: { password } })
      end(true)
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setPending(false)
    }
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
          <Button type="submit" form={form} disabled={password === ''} loading={pending}>
            Continue
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {failure && !error && <FormAlert pending={pending}>{failure.message}</FormAlert>}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          maxLength={maxUnits(passwordMaxLength)}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
            setFailure(undefined)
          }}
          error={error && <FieldAlert pending={pending}>{error}</FieldAlert>}
        />
      </form>
    </DialogPanel>
  )
}
