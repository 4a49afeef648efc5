import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { getAccount, passwordMaxLength } from '@wtpu/contract/accounts/accounts'
import { prove } from '@wtpu/contract/accounts/proof'
import { maxUnits } from '@wtpu/contract/characters'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type ApiFailure, call, newQueryClient } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { DialogPanel } from '#ui/dialog/dialog-panel.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { askForPasskey } from './passkey.ts'

const closingMs = 300
/** What the viewer proves it with. */
type Means = 'password' | 'code' | 'nothing'
const empty = { password: '', code: '' }
// The dialog is outside of the app.
const client = newQueryClient()
let asking: Promise<boolean> | undefined

/**
 * Asks the viewer for the password or a code, in a dialog above everything else. It has a React root of its own, because any call may need
 * it. Calls that fail at the same time share one dialog. @returns whether the server has accepted the proof
 */
export function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  const { second_factor, has_password } = await call(getAccount)
  const means = second_factor ? 'code' : has_password ? 'password' : 'nothing'
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'))
    root.render(
      <ProofDialog
        means={means}
        onEnd={(isProved) => {
          resolve(isProved)
          // The dialog first gives the focus back.
          setTimeout(() => root.unmount(), closingMs)
        }}
      />,
    )
  })
}

const descriptions: Record<Means, string> = {
  password: 'This needs your password again. Then it is done, and nothing that you typed is lost.',
  code: 'This needs a passkey, a code of your authenticator app, or a recovery code. Then it is done, and nothing that you typed is lost.',
  nothing: 'Your account has no password. Sign out, sign in again, and repeat this within 15 minutes.',
}

function ProofDialog({ means, onEnd }: { means: Means; onEnd: (isProved: boolean) => void }) {
  const [open, setOpen] = useState(true)
  const proof = useMutation<unknown, ApiFailure, Partial<typeof empty>>(
    { mutationFn: (body) => call(prove, { body }) },
    client,
  )
  const form = useForm(proof, {
    empty,
    check: (typed) => ({ [means]: means !== 'nothing' && typed[means].trim() === '' && fillIn }),
    input: (typed) => (means === 'nothing' ? {} : { [means]: typed[means] }),
    onSuccess: () => end(true),
  })
  const byPasskey = useMutation<unknown, ApiFailure>(
    {
      mutationFn: async () => call(prove, { body: { passkey: await askForPasskey() } }),
      onSuccess: () => end(true),
    },
    client,
  )
  const failure = useLastError(byPasskey)
  function end(isProved: boolean) {
    setOpen(false)
    onEnd(isProved)
  }
  return (
    <DialogPanel
      open={open}
      onOpenChange={() => end(false)}
      title="Confirm that it is you"
      description={descriptions[means]}
      actions={
        <>
          <Button variant="secondary" onClick={() => end(false)}>
            Cancel
          </Button>
          {means !== 'nothing' && (
            <Button type="submit" form={form.id} loading={form.isPending}>
              Continue
            </Button>
          )}
        </>
      }
    >
      {means !== 'nothing' && (
        <form {...form.props} className="flex flex-col gap-4">
          {form.alert}
          {failure && <FormAlert pending={byPasskey.isPending}>{failure.message}</FormAlert>}
          {means === 'code' && browserSupportsWebAuthn() && (
            <Button variant="secondary" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
              Use a passkey
            </Button>
          )}
          {means === 'password' ? (
            <PasswordField
              label="Password"
              autoComplete="current-password"
              maxLength={maxUnits(passwordMaxLength)}
              {...form.text('password')}
            />
          ) : (
            <TextField
              label="Code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              {...form.text('code')}
            />
          )}
        </form>
      )}
    </DialogPanel>
  )
}
