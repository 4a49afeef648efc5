import { maxUnits } from '@wtpu/contract/characters'
import { characterCount } from '@wtpu/contract/characters'
import { passwordMaxLength, passwordMinLength } from '@wtpu/contract/accounts/accounts'
import { Link, useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { endSession, getSession } from '#lib/session/session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PasswordField } from '#ui/form/fields.tsx'
import { type PasswordResetError, useConfirmReset } from '#features/accounts/api.ts'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { forgetError, useLastError } from '#lib/api/query-errors.ts'
import { invalidResetLink, passwordUpdated, validationMessages } from '#features/accounts/messages.ts'
import { clearResetCode, type ResetCode } from './reset-code.ts'

const redirectDelay = 100

/** Sets a new password, signs this browser out, and opens /login. `onRejected` is called if the code was rejected. */
export function ResetForm({
  email,
  code,
  onRejected,
}: ResetCode & { onRejected: (error: PasswordResetError) => void }) {
  const [errors, setErrors] = useState<{ password?: string; confirmPassword?: string }>({})
  const passwordField = useRef<HTMLInputElement>(null)
  const confirmField = useRef<HTMLInputElement>(null)
  const reset = useConfirmReset()
  const lastError = useLastError(reset)
  const navigate = useNavigate()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.isPending || reset.isSuccess) return
    const password = passwordField.current?.value ?? ''
    const confirmPassword = confirmField.current?.value ?? ''
    if (characterCount(password) < passwordMinLength) {
      setErrors({ password: validationMessages.password })
      return passwordField.current?.focus()
    }
    if (password !== confirmPassword) {
      setErrors({ confirmPassword: validationMessages.confirmPassword })
      return confirmField.current?.focus()
    }
    reset.mutate(
      { email, code, password, confirmPassword },
      { onSuccess: redirectToLogin, onError: (error) => error.code && rejectCode(error) },
    )
  }
  const redirectToLogin = () => {
    clearResetCode()
    if (getSession()) endSession('reset')
    setTimeout(
      () => void navigate({ to: '/login', search: { reset: '1' }, state: { resetEmail: email }, replace: true }),
      redirectDelay,
    )
  }
  const rejectCode = (error: PasswordResetError) => {
    clearResetCode()
    onRejected(error)
  }
  const clearErrors = () => {
    setErrors({})
    forgetError(reset)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {lastError && <FormAlert pending={reset.isPending}>{lastError.message}</FormAlert>}
      {reset.isSuccess && (
        <output className="flex gap-2.5 rounded-control border border-good bg-good-tint p-3.5 text-good">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
          {passwordUpdated}
        </output>
      )}
      {/* Tells password managers which account the new password belongs to. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField
        ref={passwordField}
        label="New password"
        name="password"
        autoComplete="new-password"
        maxLength={maxUnits(passwordMaxLength)}
        hint={`At least ${passwordMinLength} characters`}
        onChange={clearErrors}
        error={errors.password && <span role="alert">{errors.password}</span>}
      />
      <PasswordField
        ref={confirmField}
        label="Confirm password"
        secret="password confirmation"
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={maxUnits(passwordMaxLength)}
        onChange={clearErrors}
        error={errors.confirmPassword && <span role="alert">{errors.confirmPassword}</span>}
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
