import { startAuthentication } from '@simplewebauthn/browser'
import { type PasskeyProof, startPasskeySignIn } from '@wtpu/contract/accounts/on-demand/passkeys'
import { ApiFailure, call } from '#lib/api/api.ts'

const problems: Record<string, string> = {
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys do not work at this address of the site. Use another way.',
  NotAllowedError: 'No passkey was used. Try again, or use another way.',
}

/** What the browser says, in a sentence for the person. */
export const browserFailure = (error: unknown): ApiFailure => {
  const detail = problems[error instanceof Error ? error.name : ''] ?? 'This browser could not use a passkey.'
  return new ApiFailure({ status: 400, detail })
}

let questions = 0

/**
 * The browser asks the person for a passkey. With `autofill`, it offers them at a field and waits, and its end without one is no
 * failure. @throws ApiFailure
 */
export async function askForPasskey(autofill = false): Promise<PasskeyProof | undefined> {
  const question = autofill ? questions : ++questions
  const { options, ticket } = await call(startPasskeySignIn)
  // The browser asks once at a time, so the offer would end a question that has begun meanwhile.
  if (question !== questions) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes them with the library of the same name
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  try {
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the specification of WebAuthn defines it
    return { ticket, credential: credential as unknown as PasskeyProof['credential'] }
  } catch (error) {
    if (autofill) return undefined
    throw browserFailure(error)
  }
}
