import { characterCount } from '@wtpu/contract/characters'
import { nameErrors } from '@wtpu/contract/accounts/on-demand/allowed-names'
import { passwordMinLength } from '@wtpu/contract/accounts/accounts'
import { passwordsDiffer } from '@wtpu/contract/accounts/on-demand/credentials'
import { trimInvisible } from '@wtpu/contract/schemas'
import type { ApiFailure } from '#lib/api/request.ts'
import { monthName, shortDate } from '#lib/dates.ts'
import { emailTaken, validationMessages } from './messages.ts'

export interface Registration {
  firstName: string
  lastName: string
  email: string
  password: string
  confirmPassword: string
  state: string
  agreeToTerms: boolean
  subscribeNewsletter: boolean
  /** The proof of the address by a mailed answer. */
  mailbox?: string
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

/** Errors are in form order, so that the first one is the field to focus. */
export function validateRegistration(form: Registration): RegistrationErrors {
  const errors: RegistrationErrors = {}
  const names = nameErrors({ first_name: form.firstName, last_name: form.lastName })
  if (trimInvisible(form.firstName) === '') errors.firstName = validationMessages.firstName
  else if (names.first_name) errors.firstName = names.first_name
  if (trimInvisible(form.lastName) === '') errors.lastName = validationMessages.lastName
  else if (names.last_name) errors.lastName = names.last_name
  if (form.email.trim() === '') errors.email = validationMessages.email
  else if (!form.email.includes('@')) errors.email = validationMessages.emailFormat
  if (characterCount(form.password) < passwordMinLength) errors.password = validationMessages.password
  if (form.password !== form.confirmPassword) errors.confirmPassword = validationMessages.confirmPassword
  if (form.state === '') errors.state = validationMessages.state
  if (!form.agreeToTerms) errors.agreeToTerms = validationMessages.agreeToTerms
  return errors
}

/** The fields of the server and those of the form, in form order. */
const serverFields = [
  ['first_name', 'firstName', 'First name'],
  ['last_name', 'lastName', 'Last name'],
  ['email', 'email', 'Email'],
  ['username', 'email', 'Email'],
  ['password', 'password', 'Password'],
  ['confirm_password', 'confirmPassword', 'Confirm password'],
  ['state', 'state', 'State'],
] as const

/** Instead of the server's. */
const shownTexts: Record<string, string> = {
  'email already exists': emailTaken,
  'username already exists': emailTaken,
  [passwordsDiffer]: `${passwordsDiffer}.`,
}

/** The errors of the form's fields that the server found. */
export function registrationErrorsIn(fields: ApiFailure['fields']): RegistrationErrors {
  const errors: RegistrationErrors = {}
  for (const [serverField, field, label] of serverFields) {
    const message = fields[serverField]?.[0]
    if (message) errors[field] ??= shownTexts[message] ?? message.replace(/^\w+ is required$/, `${label} is required.`)
  }
  return errors
}

/** Whether an error detail means that the email and password do not match. */
export function isCredentialsError(detail: string): boolean {
  return /no active account|given credentials|invalid credentials/i.test(detail)
}

/** For example "March 2026". */
export function monthAndYear(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : `${monthName(date)} ${shortDate(date).slice(-4)}`
}
