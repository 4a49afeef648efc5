import { sessionStore } from '#lib/storage.ts'

const key = 'confirm_token'

/** Keeps the link's token for this tab, since the address must not: a reload finds it again. */
export function storeConfirmToken(token: string): void {
  sessionStore.write(key, token)
}

export function storedConfirmToken(): string | undefined {
  return sessionStore.read(key) ?? undefined
}

export function clearConfirmToken(): void {
  sessionStore.remove(key)
}
