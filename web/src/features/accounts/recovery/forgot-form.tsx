import { emailMaxLength } from '@wtpu/contract/accounts/accounts'
import { Link, useNavigate } from '@tanstack/react-router'
import { TextField } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useRequestReset } from '#features/accounts/api.ts'

const empty = { email: '' }

/** Requests the code for choosing a new password. */
export function ForgotForm() {
  const navigate = useNavigate()
  const form = useForm(useRequestReset(), {
    empty,
    keeps: true,
    input: ({ email }) => email,
    onSuccess: (_, { email }) => void navigate({ to: '/verify-otp', search: { email: email.trim() } }),
  })
  return (
    <form {...form.props} noValidate={false} className="flex flex-col gap-5">
      <TextField
        label="Email"
        {...form.text('email')}
        type="email"
        autoComplete="email"
        required
        maxLength={emailMaxLength}
      />
      <SubmitButton
        missing="Enter your email first."
        isMissing={form.values.email.trim() === ''}
        loading={form.isPending}
      >
        {form.isPending ? 'Sending...' : 'Send Verification Code'}
      </SubmitButton>
      <Link to="/login" className="-mb-3 inline-flex min-h-11 items-center self-start text-link font-medium">
        Back to login
      </Link>
    </form>
  )
}
