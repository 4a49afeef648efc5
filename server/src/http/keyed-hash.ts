import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * A hash that only this site can compute, for values that must be recognized but not stored. Each purpose uses a separate
 * key, derived from the server's secret.
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `wtpu ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether `hash` is the keyed hash of the text, compared in constant time. */
export function isKeyedHash(hash: string, ...of: Parameters<typeof keyedHash>): boolean {
  const [given, expected] = [Buffer.from(hash), Buffer.from(keyedHash(...of))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
