import { randomInt } from 'node:crypto'

/** The version of the terms that new users accept. */
const termsVersion = '2026-11'

/** Records that a new user accepts the current terms. */
export function termsAcceptance() {
  return { termsVersion, termsAcceptedAt: new Date() }
}

/** Builds a username from the local part of the email and random digits, so it never is the email. */
export function suggestUsername(email: string): string {
  const local = email.split('@')[0] ?? ''
  const base = local
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 20)
  // A username of digits only would be taken for a user id.
  return `${/[a-z]/.test(base) ? base : `citizen${base}`}${randomInt(1000, 1_000_000)}`
}
