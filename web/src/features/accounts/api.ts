import { createToken, getAccount, getUser, register, type Tokens } from '@wtpu/contract/accounts/accounts'
import { confirmPasswordReset, requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import { openInvitation } from '@wtpu/contract/site/invitations'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure, call } from '#lib/api/api.ts'
import { repeatWhileOverloaded } from '#lib/api/repeat.ts'
import { send } from '#lib/api/request.ts'
import type { EmailStatus } from '#lib/session/email-status.ts'
import { forgetInvitation, forgetUsedInvitation, readInvitation } from '#lib/invitation.ts'
import { readPendingAnswer } from '#lib/session/pending-answer.ts'
import { startSession } from '#lib/session/session.ts'
import { tokensIn } from '#lib/session/tokens.ts'
import { showWelcome } from '#lib/welcome.ts'
import {
  emailNotFound,
  incorrectPassword,
  invalidCredentials,
  limitText,
  loginFailed,
  loginFailedUnexpectedly,
  noAccessToken,
  registrationFailed,
  registrationRejected,
  resetCodeExpired,
  resetCodeInvalid,
  resetEmailNotFound,
  resetFailed,
  resetRequestFailed,
} from './messages.ts'
import { setWaitingSignIn } from './sign-in-ticket.ts'
import { registrationErrorsIn, isCredentialsError, type Registration, type RegistrationErrors } from './rules.ts'

export interface Credentials {
  email: string
  password: string
  remember?: boolean
}

/** A sign-in error. It is shown at `field`, or above the form if there is none. */
export class LoginError extends Error {
  readonly fields: Partial<Record<'email' | 'password', string>>

  constructor(message: string, field?: 'email' | 'password') {
    super(message)
    this.fields = field ? { [field]: message } : {}
  }
}

export class RegistrationError extends Error {
  readonly fields: RegistrationErrors

  constructor(message: string, fields: RegistrationErrors = {}) {
    super(message)
    this.fields = fields
  }
}

/** The account was created, but the sign-in that follows failed. */
export class AutoSignInError extends Error {}

export const useSignIn = () => usePatientMutation<LoginError, Credentials>(signIn)

export const useRegister = () =>
  usePatientMutation<RegistrationError | AutoSignInError, Registration>(registerAndSignIn)

/** `isWaiting`: too many people call at the same time, and the call will be repeated. */
function usePatientMutation<E, Input>(run: (input: Input, onWait: () => void) => Promise<void>) {
  const [isWaiting, setWaiting] = useState(false)
  const mutation = useMutation<void, E, Input>({
    mutationFn: (input) => run(input, () => setWaiting(true)),
    onSettled: () => setWaiting(false),
  })
  return { ...mutation, isWaiting }
}

async function signIn({ email, password, remember }: Credentials, onWait: () => void): Promise<void> {
  const body = { username: email.trim(), password, ...(remember && { remember }) }
  let response: Tokens
  try {
    response = await repeatWhileOverloaded(() => call(createToken, { body }), onWait)
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.ticket) return setWaitingSignIn({ ticket: failure.ticket })
    throw await toLoginError(failure, email)
  }
  await startFromResponse(response)
}

export async function startFromResponse(response: unknown): Promise<void> {
  const { access, refresh } = tokensIn(response)
  if (!access) throw new LoginError(noAccessToken)
  startSession({ access, refresh }, await findEmailStatus(access))
}

const emailStatusTimeout = 2_000

/** Fetched before the first page renders, so that the banner causes no layout shift. Sign-in succeeds without it. */
function findEmailStatus(access: string): Promise<EmailStatus | undefined> {
  return send(getAccount, {}, { access, signal: AbortSignal.timeout(emailStatusTimeout) }).catch(() => undefined)
}

async function toLoginError(failure: unknown, email: string): Promise<LoginError> {
  if (!(failure instanceof ApiFailure)) return new LoginError(loginFailedUnexpectedly)
  if (failure.status === 429) return new LoginError(limitText(failure))
  if (failure.status !== 400 && failure.status !== 401) return new LoginError(failure.detail || loginFailed)
  if (!isCredentialsError(failure.detail)) return new LoginError(invalidCredentials)
  return (await isUnknownEmail(email))
    ? new LoginError(emailNotFound, 'email')
    : new LoginError(incorrectPassword, 'password')
}

export const invitationQuery = (token: string | undefined) =>
  queryOptions<Awaited<ReturnType<typeof call<typeof openInvitation>>>, ApiFailure>({
    queryKey: ['invitation', token],
    queryFn: () => call(openInvitation, { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Infinity,
    retry: false,
  })

/** True only if the server says that the account does not exist. A failed lookup does not count. */
async function isUnknownEmail(email: string): Promise<boolean> {
  try {
    const account = await call(getUser, { params: { id: email.trim() } })
    return 'exists' in account && !account.exists
  } catch (failure) {
    return failure instanceof ApiFailure && failure.status === 404
  }
}

async function registerAndSignIn(form: Registration, onWait: () => void): Promise<void> {
  const invitation = readInvitation()
  const answer = readPendingAnswer()
  const body = {
    first_name: form.firstName.trim(),
    last_name: form.lastName.trim(),
    email: form.email.trim(),
    state: form.state,
    password: form.password,
    confirm_password: form.confirmPassword,
    ...(form.mailbox !== undefined && { mailbox: form.mailbox }),
    ...(form.subscribeNewsletter && { newsletter: true }),
    sign_in: true,
    ...(invitation !== undefined && { invitation }),
    // Named in the mail, where votes wait for the confirmation.
    ...(answer && { answer: { poll: answer.pollId, option_id: answer.optionId, rotation: answer.rotation } }),
  }
  let response
  try {
    response = await repeatWhileOverloaded(() => call(register, { body }), onWait)
  } catch (failure) {
    // The next attempt goes without it.
    if (failure instanceof ApiFailure && failure.code === 'invitation_ended') forgetInvitation()
    throw toRegistrationError(failure)
  }
  forgetUsedInvitation()
  try {
    await (tokensIn(response).access ? startFromResponse(response) : signIn(form, onWait))
  } catch {
    throw new AutoSignInError()
  }
  showWelcome(1)
}

function toRegistrationError(failure: unknown): RegistrationError {
  if (!(failure instanceof ApiFailure)) return new RegistrationError(registrationFailed)
  if (failure.status === 429) return new RegistrationError(limitText(failure))
  const fields = registrationErrorsIn(failure.fields)
  if (Object.keys(fields).length > 0) return new RegistrationError('', fields)
  if (failure.status === 400 && failure.code !== 'expired_link') return new RegistrationError(registrationRejected)
  return new RegistrationError(failure.error || failure.detail || registrationFailed)
}

export interface NewPassword {
  email: string
  code: string
  password: string
  confirmPassword: string
}

/** Its message is shown to the user, at the email. */
class ResetRequestError extends Error {
  readonly fields = { email: this.message }
}

/** Requests a reset code. */
export function useRequestReset() {
  return useMutation<unknown, ResetRequestError, string>({
    mutationFn: async (email) => {
      try {
        await call(requestPasswordReset, { body: { email: email.trim() } })
      } catch (failure) {
        throw new ResetRequestError(resetRequestErrorText(failure), { cause: failure })
      }
    },
  })
}

function resetRequestErrorText(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return resetRequestFailed
  if (failure.status === 0) return `${resetRequestFailed}. ${failure.message}`
  if (failure.status === 429) return limitText(failure)
  return failure.status === 404 ? resetEmailNotFound : failure.error || resetRequestFailed
}

/** `code` says why the reset code was rejected. Undefined if the error was about something else. */
export class PasswordResetError extends Error {
  readonly code: 'expired' | 'invalid' | undefined

  constructor(message: string, code?: 'expired' | 'invalid') {
    super(message)
    this.code = code
  }
}

export function useConfirmReset() {
  return useMutation<unknown, PasswordResetError, NewPassword>({
    mutationFn: async ({ email, code, password, confirmPassword }) => {
      const body = { email, code, new_password: password, confirm_password: confirmPassword }
      try {
        await call(confirmPasswordReset, { body })
      } catch (failure) {
        throw toPasswordResetError(failure)
      }
    },
  })
}

function toPasswordResetError(failure: unknown): PasswordResetError {
  if (!(failure instanceof ApiFailure)) return new PasswordResetError(resetFailed)
  if (failure.status === 0) return new PasswordResetError(`${resetFailed}. ${failure.message}`)
  if (failure.status === 429) return new PasswordResetError(limitText(failure))
  if (failure.status >= 500) return new PasswordResetError(failure.error || resetFailed)
  if (/expired/i.test(failure.error)) return new PasswordResetError(resetCodeExpired, 'expired')
  if (/invalid|not found/i.test(failure.error)) return new PasswordResetError(resetCodeInvalid, 'invalid')
  return new PasswordResetError(failure.error || resetFailed)
}
