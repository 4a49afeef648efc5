import { isKeyedHash, keyedHash } from '#http/keyed-hash.ts'

const purpose = 'media for moderators'
const hour = 60 * 60_000

/** All variants of an image have the same signature. */
const claimsOf = (name: string, expires: string) => `${name.replace(/-\d+\.(webp|jpg)$/, '')} ${expires}`

/**
 * The URL of a stored file with a signature that opens it for one to two hours, also while the file is withheld: `<img>` and
 * `<video>` send no token. It changes once an hour, so that a refetched case does not load its files again.
 */
export function signMediaUrl(secret: string, url: string, now = Date.now()): string {
  const expires = ((Math.floor(now / hour) + 2) * hour).toString(36)
  const signature = keyedHash(secret, purpose, claimsOf(url.replace('/media/', ''), expires))
  return `${url}?${new URLSearchParams({ expires, signature }).toString()}`
}

/** Whether the query of a request for a file has a valid signature. */
export function isSignedMedia(secret: string, name: string, query: Record<string, unknown>, now = Date.now()): boolean {
  // Repeated parameters are arrays.
  const { expires, signature } = query
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  return Number.parseInt(expires, 36) > now && isKeyedHash(signature, secret, purpose, claimsOf(name, expires))
}
