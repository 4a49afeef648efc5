import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { signInByPasskey } from '@wtpu/contract/accounts/on-demand/passkeys'
import { useMutation } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect } from 'react'
import { askForPasskey } from '#community/proof/on-demand/passkey.ts'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { startFromResponse } from '../api.ts'

type Place = 'button' | 'field'

async function signIn(place: Place): Promise<void> {
  const proof = await askForPasskey(place === 'field')
  if (proof) await startFromResponse(await call(signInByPasskey, { body: proof }))
}

/** The login route redirects once the user is signed in. Some browsers also offer passkeys at the field of the email. */
export function PasskeySignIn() {
  const attempt = useMutation<void, ApiFailure, Place>({ mutationFn: signIn })
  const { mutate } = attempt
  const failure = useLastError(attempt)
  useEffect(() => {
    let isOpen = true
    const offer = async () => {
      if ((await browserSupportsWebAuthnAutofill()) && isOpen) mutate('field')
    }
    void offer()
    return () => {
      isOpen = false
      WebAuthnAbortService.cancelCeremony()
    }
  }, [mutate])
  if (!browserSupportsWebAuthn()) return null
  const isAsking = attempt.isPending && attempt.variables === 'button'
  return (
    <>
      {failure && (
        <div className="mt-3">
          <FormAlert pending={isAsking}>{failure.message}</FormAlert>
        </div>
      )}
      <Button variant="secondary" className="mt-3 w-full" loading={isAsking} onClick={() => mutate('button')}>
        {!isAsking && <KeyRound aria-hidden className="size-5" />}
        Sign in with a passkey
      </Button>
    </>
  )
}
