import { sessionStore } from '#lib/storage.ts'

const key = 'confirm_token'

/** Stores the token for this tab, because it is removed from the URL. It survives a reload. */
export function storeConfirmToken(token: string): void {
  sessionStore.write(key, token)
}

export function storedConfirmToken(): string | undefined {
  return sessionStore.read(key) ?? undefined
}

export function clearConfirmToken(): void {
  sessionStore.remove(key)
}
