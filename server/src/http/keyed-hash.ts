import { createHmac, hkdfSync } from 'node:crypto'

/**
 * A hash that only this site can compute, for values that must be recognized but not stored. Each purpose uses a separate
 * key, derived from the server's secret.
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `wtpu ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}
