import { emailMaxLength, nameMaxLength, passwordMaxLength, passwordMinLength } from '@wtpu/contract/accounts/accounts'
import { states, territories } from '@wtpu/contract/states'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { PasswordField, TextField } from '#ui/form/text-field.tsx'
import { SignupErrorText } from './signup-error-text.tsx'
import type { Registration, RegistrationErrors } from '#features/accounts/rules.ts'

/** The form fields, in the order in which they are validated, so that the first error is also the topmost. */
export function SignupFields({
  form,
  errors,
  onEdit,
}: {
  form: Registration
  errors: RegistrationErrors
  onEdit: (change: Partial<Registration>) => void
}) {
  const error = (name: keyof Registration) =>
    errors[name] && (
      <span role="alert">
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
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" maxLength={nameMaxLength} {...text('firstName')} />
        <TextField label="Last name" autoComplete="family-name" maxLength={nameMaxLength} {...text('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="username" maxLength={emailMaxLength} {...text('email')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <PasswordField
          label="Password"
          hint={`At least ${passwordMinLength} characters`}
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          {...text('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          {...text('confirmPassword')}
        />
      </div>
      <SelectField label="State" autoComplete="address-level1" {...text('state')}>
        <option value="">Select your state</option>
        <StateOptions />
      </SelectField>
      <div>
        <Checkbox {...box('agreeToTerms')} required label={<Agreement />} />
        <Checkbox {...box('subscribeNewsletter')} label="Send me the newsletter" />
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
