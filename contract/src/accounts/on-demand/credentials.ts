import { passwordMaxLength, passwordMinLength } from '../accounts.ts'

/** Error messages for passwords that are not allowed. */
export const passwordErrors = {
  short: `Password must be at least ${passwordMinLength} characters`,
  common: 'This password is too common. Please choose another.',
  simple: 'This password is too easy to guess. Please choose another.',
  blank: 'Your password cannot be blank. Please choose another.',
  email: 'Your password cannot be your email. Please choose another.',
  long: `Password can have at most ${passwordMaxLength} characters`,
} as const
export const passwordsDiffer = 'Passwords do not match'

/**
 * A valid email as HTML defines it (`type=email`): a single ASCII address without a display name. In addition, its domain
 * must have a dot and a last label that begins with a letter.
 */
export const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i
export const emailProblem = (email: string): string | undefined =>
  emailPattern.test(email) ? undefined : 'Enter a valid email address.'
