import { site } from '@wtpu/contract/site/name'
import type { FastifyInstance } from 'fastify'
import { isKeyedHash, keyedHash } from './keyed-hash.ts'

/** Moderators open files of removed content, too. Members need a signature on a site that only they read. */
export type MediaReader = 'moderators' | 'members'
const hour = 60 * 60_000

/** All variants of an image have the same signature. */
const claimsOf = (name: string, expires: string) => `${name.replace(/-\d+\.(webp|jpg)$/, '')} ${expires}`

/** The URL as it is stored: members send the one that they were given back. */
export const withoutSignature = (url: string): string => url.replace(/^(\/media\/[^?]*)\?.*$/, '$1')

/**
 * The URL of a stored file with a signature that opens it for one to two hours: `<img>` and `<video>` send no token. It changes once
 * an hour, so that what is refetched does not load its files again.
 */
export function signMediaUrl(secret: string, reader: MediaReader, url: string, now = Date.now()): string {
  const expires = ((Math.floor(now / hour) + 2) * hour).toString(36)
  const signature = keyedHash(secret, `media for ${reader}`, claimsOf(url.replace('/media/', ''), expires))
  return `${url}?${new URLSearchParams({ expires, signature }).toString()}`
}

/** Whether the query of a request for a file has a valid signature. */
export function isSignedMedia(
  secret: string,
  reader: MediaReader,
  name: string,
  query: Record<string, unknown>,
  now = Date.now(),
): boolean {
  // Repeated parameters are arrays.
  const { expires, signature } = query
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  return (
    Number.parseInt(expires, 36) > now && isKeyedHash(signature, secret, `media for ${reader}`, claimsOf(name, expires))
  )
}

const unsigned = /"(\/media\/[a-z]+\/[\w.-]+)"/g

/** JSON with the signatures that members need. */
export const withSignedMedia = (secret: string, json: string): string =>
  site.forVisitors ? json.replace(unsigned, (_, url: string) => `"${signMediaUrl(secret, 'members', url)}"`) : json

/** Signs the files in all responses that are not kept in memory. Call it before responses are compressed. */
export function signMediaForMembers(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) =>
    done(null, typeof payload === 'string' ? withSignedMedia(app.config.jwtSecret, payload) : payload),
  )
}
