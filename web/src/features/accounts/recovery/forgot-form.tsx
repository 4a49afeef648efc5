import { emailMaxLength } from '@wtpu/contract/accounts/accounts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { forgetError, useLastError } from '#lib/api/query-errors.ts'
import { useRequestReset } from '#features/accounts/api.ts'

/** Requests the code for choosing a new password. */
export function ForgotForm() {
  const [email, setEmail] = useState('')
  const request = useRequestReset()
  const error = useLastError(request)
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
          forgetError(request)
        }}
        error={
          error && (
            // Like a `FieldAlert`, whose import would add the code of dialogs to the first load of other pages.
            <span role="alert" className={request.isPending ? 'invisible' : undefined}>
              {error.message}
            </span>
          )
        }
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
