import { maxUnits } from '@wtpu/contract/characters'
import { characterCount } from '@wtpu/contract/characters'
import { passwordMaxLength, passwordMinLength } from '@wtpu/contract/accounts/accounts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { endSession, getSession } from '#lib/session/session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PasswordField } from '#ui/form/fields.tsx'
import { type PasswordResetError, useConfirmReset } from '#features/accounts/api.ts'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { Done } from '#ui/on-demand/done.tsx'
import { invalidResetLink, passwordUpdated, validationMessages } from '#features/accounts/messages.ts'
import { clearResetCode, type ResetCode } from './reset-code.ts'

const redirectDelay = 100
const empty = { password: '', confirmPassword: '' }

/** Sets a new password, signs this browser out, and opens /login. `onRejected` is called if the code was rejected. */
export function ResetForm({
  email,
  code,
  onRejected,
}: ResetCode & { onRejected: (error: PasswordResetError) => void }) {
  const reset = useConfirmReset()
  const navigate = useNavigate()
  const form = useForm(reset, {
    empty,
    keeps: true,
    check: ({ password, confirmPassword }) =>
      characterCount(password) < passwordMinLength
        ? { password: validationMessages.password }
        : { confirmPassword: password !== confirmPassword && validationMessages.confirmPassword },
    input: (passwords) => ({ email, code, ...passwords }),
    onSuccess: redirectToLogin,
    onFailure: (error) => error.code && rejectCode(error),
  })
  function redirectToLogin() {
    clearResetCode()
    if (getSession()) endSession('reset')
    setTimeout(
      () => void navigate({ to: '/login', search: { reset: '1' }, state: { resetEmail: email }, replace: true }),
      redirectDelay,
    )
  }
  function rejectCode(error: PasswordResetError) {
    clearResetCode()
    onRejected(error)
  }

  return (
    <form {...form.props} className="flex flex-col gap-5">
      {form.alert}
      {reset.isSuccess && <Done>{passwordUpdated}</Done>}
      {/* Tells password managers which account the new password belongs to. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField
        label="New password"
        {...form.text('password')}
        autoComplete="new-password"
        maxLength={maxUnits(passwordMaxLength)}
        hint={`At least ${passwordMinLength} characters`}
      />
      <PasswordField
        label="Confirm password"
        secret="password confirmation"
        {...form.text('confirmPassword')}
        autoComplete="new-password"
        maxLength={maxUnits(passwordMaxLength)}
      />
      <Button type="submit" size="large" loading={reset.isPending || reset.isSuccess}>
        {reset.isPending ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}

/** Shown if the URL has no email or no code, or if the server rejected the code (`error`). */
export function InvalidResetLink({ email, error }: { email?: string; error?: PasswordResetError }) {
  const newCode = useRef<HTMLAnchorElement>(null)
  // The focused submit button was removed with the form, so move focus here.
  useEffect(() => {
    if (error) newCode.current?.focus()
  }, [error])
  return (
    <div className="flex flex-col items-start gap-5">
      <FormAlert>{error?.message ?? invalidResetLink}</FormAlert>
      <Link ref={newCode} to="/forgot-password" className={buttonClass({ size: 'large' })}>
        Request New Reset Code
      </Link>
      {error?.code === 'invalid' && (
        <Link to="/verify-otp" search={{ email }} className="inline-flex min-h-11 items-center text-link font-medium">
          Enter the code again
        </Link>
      )}
    </div>
  )
}
