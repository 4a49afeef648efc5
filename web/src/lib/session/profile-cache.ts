import type { User } from '@wtpu/contract/accounts/accounts'
import { mediaUrl } from '#lib/media-url.ts'
import { localStore, readJson } from '#lib/storage.ts'
import { now } from '#lib/time.ts'

const profileCacheMs = 5 * 60_000

/** The part of the signed-in user's profile that is cached between visits. */
export interface Profile {
  first_name: string
  last_name: string
  avatar?: string
  bio: string
}

export function cacheProfile({ first_name, last_name, avatar, bio }: User): void {
  localStore.write('user_profile', JSON.stringify({ first_name, last_name, avatar: mediaUrl(avatar), bio }))
  localStore.write('profile_last_fetch', String(now()))
}

export function cachedProfile(): Profile | null {
  const cached = readJson('user_profile')
  if (typeof cached !== 'object' || cached === null) return null
  const fields: Record<string, unknown> = { ...cached }
  const text = (name: keyof Profile) => (typeof fields[name] === 'string' ? fields[name] : '')
  const avatar = text('avatar')
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    bio: text('bio'),
    // Use a cached avatar only if it comes from this host.
    ...(avatar.startsWith(`${window.location.origin}/`) && { avatar }),
  }
}

export function isProfileFresh(): boolean {
  const fetched = Number(localStore.read('profile_last_fetch') ?? 0)
  return cachedProfile() !== null && now() - fetched < profileCacheMs
}
