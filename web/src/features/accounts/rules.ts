import { passwordMinLength } from '@wtpu/contract/accounts'
import { trimmed } from '@wtpu/contract/text'
import { registrationRefusals, required } from './messages.ts'

/** Specification 3, registration form. */
export interface Registration {
  firstName: string
  lastName: string
  email: string
  password: string
  confirmPassword: string
  state: string
  agreeToTerms: boolean
  subscribeNewsletter: boolean
}

export const emptyRegistration: Registration = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  state: '',
  agreeToTerms: false,
  subscribeNewsletter: false,
}

export type RegistrationErrors = Partial<Record<keyof Registration, string>>

/** Specification 5, sign-up, in its order: the first entry is the one to look at first. */
export function checkRegistration(form: Registration): RegistrationErrors {
  const errors: RegistrationErrors = {}
  if (trimmed(form.firstName) === '') errors.firstName = required.firstName
  if (trimmed(form.lastName) === '') errors.lastName = required.lastName
  if (form.email.trim() === '') errors.email = required.email
  else if (!form.email.includes('@')) errors.email = required.emailShape
  if (form.password.length < passwordMinLength) errors.password = required.password
  if (form.password !== form.confirmPassword) errors.confirmPassword = required.confirmPassword
  if (form.state === '') errors.state = required.state
  if (!form.agreeToTerms) errors.agreeToTerms = required.agreeToTerms
  return errors
}

/** The server's registration messages at the fields they belong to (specification 5). */
export function fieldErrorsIn(messages: readonly string[]): RegistrationErrors {
  const errors: RegistrationErrors = {}
  for (const message of messages) {
    // "password is required" is also the end of "confirm_password is required", which stands before it.
    const known = registrationRefusals.find(([part]) => message.toLowerCase().includes(part.toLowerCase()))
    if (known) errors[known[1]] ??= known[2]
  }
  return errors
}

/** Specification 8: details that mean "this email and this password do not belong together". */
export function concernsCredentials(detail: string): boolean {
  return /no active account|given credentials|invalid credentials/i.test(detail)
}

const joined = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })

/** "March 2026", for "Joined March 2026". */
export function monthAndYear(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : joined.format(date)
}
