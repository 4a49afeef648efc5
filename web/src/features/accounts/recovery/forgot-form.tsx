import { emailMaxLength } from '@wtpu/contract/accounts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldAlert, useLastError } from '#ui/form/form-alert.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { useRequestReset } from '#features/accounts/api.ts'

/** Requests the code for choosing a new password. */
export function ForgotForm() {
  const [email, setEmail] = useState('')
  const request = useRequestReset()
  const lastError = useLastError(request)
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (request.isPending || email.trim() === '') return
    request.mutate(email, {
      onSuccess: () => void navigate({ to: '/verify-otp', search: { email: email.trim() } }),
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={emailMaxLength}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          request.reset()
        }}
        error={lastError && <FieldAlert pending={request.isPending}>{lastError.message}</FieldAlert>}
      />
      <Button type="submit" size="large" disabled={email.trim() === ''} loading={request.isPending}>
        {request.isPending ? 'Sending...' : 'Send Verification Code'}
      </Button>
      <Link to="/login" className="-mb-3 inline-flex min-h-11 items-center self-start text-link font-medium">
        Back to login
      </Link>
    </form>
  )
}
