import { logout } from '@wtpu/contract/accounts/accounts'
import { send } from '#lib/api/request.ts'
import { redirectToExternalSite } from '#lib/external-redirect.ts'
import { localStore, signOutKey } from '#lib/storage.ts'
import { endSession } from './session.ts'

/** Signs out at the user's request. The server ends its session too, if it can be reached, and so may the provider. */
export function signOut(): void {
  const [access, refresh] = [localStore.read('access'), localStore.read('refresh')]
  const there = localStore.read(signOutKey)
  endSession('manual')
  const ended = refresh && send(logout, { body: { refresh } }, { access }).catch(() => undefined)
  if (there) void Promise.resolve(ended).then(() => redirectToExternalSite(there))
}
