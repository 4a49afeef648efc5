import { localStore, signOutKey } from '#lib/storage.ts'

/** After the session has started, which forgets that of an earlier one. */
export function keepSignOutUrl(url: string | null | undefined): void {
  if (url) localStore.write(signOutKey, url)
}
