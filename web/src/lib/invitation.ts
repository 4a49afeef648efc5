import { savedRoute } from '#lib/session/post-login-redirect.ts'
import { sessionStore } from '#lib/storage.ts'

const key = 'invitation_token'

/** The token of the invitation that was opened in this tab. */
export const readInvitation = (): string | undefined => sessionStore.read(key) ?? undefined
export const storeInvitation = (token: string): void => sessionStore.write(key, token)
export const forgetInvitation = (): void => sessionStore.remove(key)

/** A new account has used it, unless the way leads back to it, to a role of staff. */
export function forgetUsedInvitation(): void {
  if (savedRoute() !== '/invitation') forgetInvitation()
}
