import { signInWithGoogle, signInWithProvider, startGoogle } from '@wtpu/contract/accounts/accounts'
import type { Output } from '@wtpu/contract/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiFailure, call } from '#lib/api/api.ts'
import { redirectToExternalSite } from '#lib/external-redirect.ts'
import { forgetInvitation, readInvitation } from '#lib/invitation.ts'
import { startSession } from '#lib/session/session.ts'
import { keepSignOutUrl } from '#lib/session/sign-out-url.ts'
import { readJson, sessionStore } from '#lib/storage.ts'
import { tokensIn } from '#lib/session/tokens.ts'
import { showWelcome } from '#lib/welcome.ts'
import { limitText, noAccessToken } from '#features/accounts/messages.ts'
import { toast } from '#ui/toast/toast.tsx'
import { setWaitingSignIn } from '#features/accounts/sign-in-ticket.ts'

/** Session storage key of the signed transaction, which the server compares with the `state` from Google. */
const transactionKey = 'google_transaction'

/** Session storage key of the other provider that the browser was sent to. Nothing: to Google. */
const providerKey = 'sign_in_provider'

/** Session storage key of the address at which the provider ends its own session. */
const signOutUrlKey = 'sign_in_provider_end'

/** Google always redirects to /login, also from /signup. */
export const redirectUri = () => `${window.location.origin}/login`

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
      leaveFor(await call(startGoogle, { body: { redirect_uri: redirectUri() } }))
    },
  })
}

/** Goes to the consent page of Google, or of another provider. */
export function leaveFor(
  { authorization_url, transaction, sign_out_url }: Output<typeof startGoogle>,
  provider?: Provider,
): void {
  sessionStore.write(transactionKey, transaction)
  sessionStore.write(providerKey, JSON.stringify(provider ?? null))
  sessionStore.write(signOutUrlKey, sign_out_url ?? '')
  redirectToExternalSite(authorization_url)
}

export interface Provider {
  id: string
  label: string
}

function awaitedProvider(): Provider | undefined {
  const stored = readJson(providerKey, sessionStore)
  if (!(stored instanceof Object && 'id' in stored && 'label' in stored)) return undefined
  return { id: String(stored.id), label: String(stored.label) }
}

/** The name of the provider that the browser was sent to last. */
export const awaitedLabel = () => awaitedProvider()?.label ?? 'Google'

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
  const provider = awaitedProvider()
  const label = awaitedLabel()
  const signOutUrl = sessionStore.read(signOutUrlKey)
  sessionStore.remove(transactionKey)
  if (error === 'access_denied') throw new GoogleSignInError(`${label} sign-in was cancelled.`)
  if (!code || !state || !transaction) throw new GoogleSignInError(`${label} authentication failed. Please try again.`)
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
    const response = await (provider
      ? call(signInWithProvider, { params: { id: provider.id }, body })
      : call(signInWithGoogle, { body }))
    const { access, refresh } = tokensIn(response)
    if (!access) throw new GoogleSignInError(noAccessToken)
    startSession({ access, refresh })
    keepSignOutUrl(signOutUrl)
    if (response.unknown_state !== null) sayUnknownState(label, response.unknown_state)
    if (response.is_new) showWelcome(1)
    return true
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    if (failure.ticket) {
      setWaitingSignIn({ ticket: failure.ticket, signOutUrl })
      return false
    }
    if (failure.code === 'invitation_ended') forgetInvitation()
    const isRejected = ['registration_closed', 'invitation_ended', 'invitation_of_other'].includes(failure.code)
    const message = isRejected ? failure.detail : failure.error
    throw new GoogleSignInError(
      failure.status === 429 ? limitText(failure) : message || `${label} login failed. Please try again.`,
    )
  }
}

const sayUnknownState = (label: string, state: string) =>
  toast({
    title: `${label} calls your state “${state}”`,
    description: 'This site has no such state. Choose yours in your profile settings.',
    variant: 'info',
  })
