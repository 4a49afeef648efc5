import { signInWithGoogle, startGoogle } from '@wtpu/contract/accounts/accounts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiFailure, call } from '#lib/api/api.ts'
import { redirectToExternalSite } from '#lib/external-redirect.ts'
import { forgetInvitation, readInvitation } from '#lib/invitation.ts'
import { startSession } from '#lib/session/session.ts'
import { sessionStore } from '#lib/storage.ts'
import { tokensIn } from '#lib/session/tokens.ts'
import { showWelcome } from '#lib/welcome.ts'
import {
  googleAuthenticationFailed,
  googleCancelled,
  googleLoginFailed,
  limitText,
  noAccessToken,
} from '#features/accounts/messages.ts'
import { setSignInTicket } from '#features/accounts/sign-in-ticket.ts'

/** Session storage key of the signed transaction, which the server compares with the `state` from Google. */
const transactionKey = 'google_transaction'

/** Google always redirects to /login, also from /signup. */
const redirectUri = () => `${window.location.origin}/login`

/** The OAuth callback: the search params that Google adds to /login. */
export interface GoogleCallback {
  code?: string
  state?: string
  iss?: string
  error?: string
}

export class GoogleSignInError extends Error {}

/** Redirects the browser to Google's consent page. */
export function useGoogleRedirect() {
  return useMutation<void>({
    mutationFn: async () => {
      const { authorization_url, transaction } = await call(startGoogle, { body: { redirect_uri: redirectUri() } })
      sessionStore.write(transactionKey, transaction)
      redirectToExternalSite(authorization_url)
    },
  })
}

/** A query instead of an effect, so that a code is sent only once even if the screen renders several times. */
export const googleCallbackQuery = (callback: GoogleCallback | undefined) =>
  queryOptions<boolean, GoogleSignInError>({
    queryKey: ['google', callback?.code ?? callback?.error],
    queryFn: () => finishSignIn(callback ?? {}),
    enabled: callback !== undefined,
    retry: false,
    staleTime: Infinity,
  })

/** @returns whether the user is signed in. False: the second factor is missing. */
async function finishSignIn({ code, state, iss, error }: GoogleCallback): Promise<boolean> {
  const transaction = sessionStore.read(transactionKey)
  sessionStore.remove(transactionKey)
  if (error === 'access_denied') throw new GoogleSignInError(googleCancelled)
  if (!code || !state || !transaction) throw new GoogleSignInError(googleAuthenticationFailed)
  try {
    const invitation = readInvitation()
    const body = {
      code,
      state,
      redirect_uri: redirectUri(),
      transaction,
      ...(iss && { iss }),
      ...(invitation !== undefined && { invitation }),
    }
    const response = await call(signInWithGoogle, { body })
    const { access, refresh } = tokensIn(response)
    if (!access) throw new GoogleSignInError(noAccessToken)
    startSession({ access, refresh })
    if (response.is_new) showWelcome(1)
    return true
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    if (failure.ticket) {
      setSignInTicket(failure.ticket)
      return false
    }
    if (failure.code === 'invitation_ended') forgetInvitation()
    const isRejected = ['registration_closed', 'invitation_ended', 'invitation_of_other'].includes(failure.code)
    const message = isRejected ? failure.detail : failure.error
    throw new GoogleSignInError(failure.status === 429 ? limitText(failure) : message || googleLoginFailed)
  }
}
