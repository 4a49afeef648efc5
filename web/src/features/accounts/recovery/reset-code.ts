import { sessionStore, readJson } from '#lib/storage.ts'

/** An email and the code sent to it, which together authorize a new password. */
export interface ResetCode {
  email: string
  code: string
}

const key = 'reset_code'

/** Stores the code for this tab, because it is removed from the URL. It survives a reload. */
export function storeResetCode(reset: ResetCode): void {
  sessionStore.write(key, JSON.stringify(reset))
}

export function storedResetCode(): ResetCode | undefined {
  const stored = readJson(key, sessionStore)
  return isResetCode(stored) ? stored : undefined
}

export function clearResetCode(): void {
  sessionStore.remove(key)
}

export function isResetCode(value: unknown): value is ResetCode {
  if (typeof value !== 'object' || value === null) return false
  const { email, code } = { email: undefined, code: undefined, ...value }
  return typeof email === 'string' && typeof code === 'string'
}
