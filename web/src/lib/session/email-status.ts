import type { Account } from '@wtpu/contract/accounts/accounts'
import { localStore, readJson } from '#lib/storage.ts'

/** The cached email status of the signed-in user. With it, a page can show the confirmation banner on first render. */
export type EmailStatus = Pick<Account, 'email' | 'email_confirmed' | 'confirmation_required'> &
  Partial<Pick<Account, 'sends_mail'>>

export const emailStatusKey = 'email_status'

export function cacheEmailStatus({ email, email_confirmed, confirmation_required, sends_mail }: EmailStatus): void {
  localStore.write(emailStatusKey, JSON.stringify({ email, email_confirmed, confirmation_required, sends_mail }))
}

export function cachedEmailStatus(): EmailStatus | undefined {
  const cached = readJson(emailStatusKey)
  return isEmailStatus(cached) ? cached : undefined
}

function isEmailStatus(value: unknown): value is EmailStatus {
  if (typeof value !== 'object' || value === null) return false
  const { email, email_confirmed, confirmation_required }: Partial<Record<keyof EmailStatus, unknown>> = value
  return typeof email === 'string' && typeof email_confirmed === 'boolean' && typeof confirmation_required === 'boolean'
}
