import { maxUnits } from '@wtpu/contract/characters'
import { useNavigate, Link } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { RegistrationError, useRegister } from './api.ts'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { validateRegistration, emptyRegistration, type Registration } from './rules.ts'
import { emailMaxLength, nameMaxLength, passwordMaxLength, passwordMinLength } from '@wtpu/contract/accounts/accounts'
import type { Mailbox } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { states, territories } from '@wtpu/contract/states'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { SelectField, PasswordField, TextField } from '#ui/form/fields.tsx'
import { classes } from '#lib/classes.ts'
import { existingAccountLink, whyState } from './messages.ts'
import { WaitNote } from './wait-note.tsx'

/**
 * The registration form. The sign-up route redirects once the user is signed in. The short one, for cards, asks for the password
 * once, which can be shown, and has no newsletter. It has no field for the address of a `mailbox` that is proven.
 */
export function SignupForm({
  short = false,
  mailbox,
  onSignedIn,
}: {
  short?: boolean
  mailbox?: Mailbox
  onSignedIn?: () => void
}) {
  const registration = useRegister()
  const navigate = useNavigate()
  const form = useSignupForm(registration, {
    short,
    mailbox,
    onSignedIn,
    onNotSignedIn: (email) => navigate({ to: '/login', state: { registeredEmail: email } }),
  })
  return (
    <form {...form.props} className={classes('flex flex-col', short ? 'gap-3.5' : 'gap-5')}>
      {form.alert}
      <SignupFields short={short} mailbox={mailbox} form={form} />
      <Button type="submit" size="large" loading={form.isPending}>
        {form.isPending ? 'Creating your account...' : 'Create Account'}
      </Button>
      <WaitNote shown={registration.isWaiting} />
    </form>
  )
}

interface Options {
  short: boolean
  mailbox: Mailbox | undefined
  onSignedIn: (() => void) | undefined
  /** The account was created, but the sign-in that follows failed. */
  onNotSignedIn: (email: string) => unknown
}

function useSignupForm(
  registration: ReturnType<typeof useRegister>,
  { short, mailbox, onSignedIn, onNotSignedIn }: Options,
) {
  const whole = (form: Registration) => ({
    ...form,
    ...(short && { confirmPassword: form.password }),
    ...(mailbox && { email: mailbox.email, mailbox: mailbox.proof }),
  })
  const form = useForm(registration, {
    empty: emptyRegistration,
    keeps: true,
    check: (typed) => validateRegistration(whole(typed)),
    input: whole,
    onSuccess: () => onSignedIn?.(),
    onFailure: (failure) => failure instanceof RegistrationError || onNotSignedIn(whole(form.values).email.trim()),
    says: (message) => <SignupErrorText text={message} />,
  })
  return form
}

function SignupFields({
  short,
  mailbox,
  form,
}: {
  short: boolean
  mailbox: Mailbox | undefined
  form: ReturnType<typeof useSignupForm>
}) {
  const text = (name: Parameters<typeof form.text>[0]) => ({ ...form.text(name), required: true })
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
      {mailbox ? (
        <div className="wrap-anywhere">
          Email: <strong>{mailbox.email}</strong>
          <p className="text-sm font-medium text-bad">{form.error('email')}</p>
        </div>
      ) : (
        <TextField label="Email" type="email" autoComplete="email" maxLength={emailMaxLength} {...text('email')} />
      )}
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
        <Checkbox {...form.box('agreeToTerms')} required label={<Agreement />} />
        {!short && <Checkbox {...form.box('subscribeNewsletter')} label="Send me the newsletter" />}
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
