import { maxUnits } from '@wtpu/contract/characters'
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate, Link } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { RegistrationError, useRegister } from './api.ts'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { validateRegistration, emptyRegistration, type Registration, type RegistrationErrors } from './rules.ts'
import { emailMaxLength, nameMaxLength, passwordMaxLength, passwordMinLength } from '@wtpu/contract/accounts/accounts'
import { states, territories } from '@wtpu/contract/states'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { SelectField, PasswordField, TextField } from '#ui/form/fields.tsx'
import { classes } from '#lib/classes.ts'
import { existingAccountLink, whyState } from './messages.ts'
import { WaitNote } from './wait-note.tsx'

/**
 * The registration form. The sign-up route redirects once the user is signed in. The short one, for cards, asks for the password
 * once, which can be shown, and has no newsletter.
 */
export function SignupForm({ short = false }: { short?: boolean }) {
  const [form, setForm] = useState(emptyRegistration)
  const [errors, setErrors] = useState<RegistrationErrors>({})
  const [formError, setFormError] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const registration = useRegister()
  const navigate = useNavigate()

  const showErrors = (nextErrors: RegistrationErrors) => {
    setErrors(nextErrors)
    const first = Object.keys(nextErrors)[0]
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const edit = (change: Partial<Registration>) => {
    setForm((current) => {
      const next = { ...current, ...change }
      return short ? { ...next, confirmPassword: next.password } : next
    })
    setErrors((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])),
    }))
    setFormError('')
  }
  const handleFailure = (failure: Error) => {
    if (failure instanceof RegistrationError) {
      setFormError(failure.message)
      return showErrors(failure.fields)
    }
    void navigate({ to: '/login', state: { registeredEmail: form.email.trim() } })
  }
  const send = () => registration.mutate(form, { onSuccess: () => setFormError(''), onError: handleFailure })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (registration.isPending) return
    const nextErrors = validateRegistration(form)
    showErrors(nextErrors)
    if (Object.keys(nextErrors).length === 0) return send()
    setFormError('')
  }

  return (
    <form ref={element} onSubmit={submit} noValidate className={classes('flex flex-col', short ? 'gap-3.5' : 'gap-5')}>
      {formError && (
        <FormAlert pending={registration.isPending}>
          <SignupErrorText text={formError} />
        </FormAlert>
      )}
      <SignupFields short={short} form={form} errors={errors} onEdit={edit} />
      <Button type="submit" size="large" loading={registration.isPending}>
        {registration.isPending ? 'Creating your account...' : 'Create Account'}
      </Button>
      <WaitNote shown={registration.isWaiting} />
    </form>
  )
}

/** The form fields, in the order in which they are validated, so that the first error is also the topmost. */
function SignupFields({
  short,
  form,
  errors,
  onEdit,
}: {
  short: boolean
  form: Registration
  errors: RegistrationErrors
  onEdit: (change: Partial<Registration>) => void
}) {
  // Of several errors, only that of the field that gets the focus is announced.
  const announced = Object.entries(errors).find(([, message]) => message)?.[0]
  const error = (name: keyof Registration) =>
    errors[name] && (
      <span role={name === announced ? 'alert' : undefined}>
        <SignupErrorText text={errors[name]} />
      </span>
    )
  const text = (name: 'firstName' | 'lastName' | 'email' | 'password' | 'confirmPassword' | 'state') => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => onEdit({ [name]: event.target.value }),
    error: error(name),
    required: true,
  })
  const box = (name: 'agreeToTerms' | 'subscribeNewsletter') => ({
    name,
    checked: form[name],
    onChange: (event: { target: { checked: boolean } }) => onEdit({ [name]: event.target.checked }),
    error: error(name),
  })
  return (
    <>
      <div className={classes('grid gap-5', short ? 'grid-cols-2 gap-x-3' : 'sm:grid-cols-2')}>
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={maxUnits(nameMaxLength)}
          {...text('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={maxUnits(nameMaxLength)}
          {...text('lastName')}
        />
      </div>
      <TextField label="Email" type="email" autoComplete="username" maxLength={emailMaxLength} {...text('email')} />
      <div className={classes('grid items-start gap-5', !short && 'sm:grid-cols-2')}>
        <PasswordField
          label="Password"
          hint={`At least ${passwordMinLength} characters`}
          autoComplete="new-password"
          maxLength={maxUnits(passwordMaxLength)}
          {...text('password')}
        />
        {!short && (
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            maxLength={maxUnits(passwordMaxLength)}
            {...text('confirmPassword')}
          />
        )}
      </div>
      <SelectField label="State" hint={short ? whyState : undefined} autoComplete="address-level1" {...text('state')}>
        <option value="">Select your state</option>
        <StateOptions />
      </SelectField>
      <div>
        <Checkbox {...box('agreeToTerms')} required label={<Agreement />} />
        {!short && <Checkbox {...box('subscribeNewsletter')} label="Send me the newsletter" />}
      </div>
    </>
  )
}

function StateOptions() {
  const stateOption = ([code, name]: readonly [string, string]) => <option key={code}>{name}</option>
  return (
    <>
      {states.map(stateOption)}
      <hr />
      {territories.map(stateOption)}
    </>
  )
}

/** The links open in a new tab, so that the form keeps what was typed. */
function Agreement() {
  return (
    <>
      I agree to the{' '}
      <a href="/terms" target="_blank" rel="noopener" className="text-link">
        Terms of Service
      </a>{' '}
      and the{' '}
      <a href="/privacy" target="_blank" rel="noopener" className="text-link">
        Privacy Policy
      </a>
    </>
  )
}

/** An error message, with a link to sign in if it says that the email is already registered. */
function SignupErrorText({ text }: { text: string }) {
  return (
    <>
      {text}
      {text.includes('already registered') && (
        <Link to="/login" className="mt-1 block text-link">
          {existingAccountLink}
        </Link>
      )}
    </>
  )
}
