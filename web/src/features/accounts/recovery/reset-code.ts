import { sessionStore, readJson } from '#lib/storage.ts'

/** What lets somebody choose a new password. */
export interface ResetCode {
  email: string
  code: string
}

const key = 'reset_code'

/** Keeps the code for this tab, since the address must not: a reload finds it again (decision 34). */
export function storeResetCode(reset: ResetCode): void {
  sessionStore.write(key, JSON.stringify(reset))
}

export function storedResetCode(): ResetCode | undefined {
  const kept = readJson(key, sessionStore)
  return isResetCode(kept) ? kept : undefined
}

export function clearResetCode(): void {
  sessionStore.remove(key)
}

export function isResetCode(value: unknown): value is ResetCode {
  if (typeof value !== 'object' || value === null) return false
  const { email, code } = { email: undefined, code: undefined, ...value }
  return typeof email === 'string' && typeof code === 'string'
}
