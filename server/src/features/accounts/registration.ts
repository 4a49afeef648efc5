import { randomInt } from 'node:crypto'

/** Which text of the terms a registration agreed to (decision 27). */
const termsVersion = '2026-11'

/** What every new account carries, however it was made. */
export function registrationFacts() {
  return { termsVersion, termsAcceptedAt: new Date() }
}

/** From the part of the email before the at-sign plus a suffix, never the email itself (decision 25). */
export function suggestUsername(email: string): string {
  const local = email.split('@')[0] ?? ''
  const base = local
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 20)
  // Digits alone would read as the number of a user (decision 103).
  return `${/[a-z]/.test(base) ? base : `citizen${base}`}${randomInt(1000, 1_000_000)}`
}
