import type { AccessClaims } from '@wtpu/contract/accounts'

/** Specification 7: the token calls' replies, under any of the names they may carry. */
export function tokensIn(reply: unknown): { access?: string; refresh?: string } {
  const said: Record<string, unknown> = typeof reply === 'object' && reply !== null ? { ...reply } : {}
  const first = (...names: string[]) =>
    names.map((name) => said[name]).find((value): value is string => typeof value === 'string' && value !== '')
  return { access: first('access', 'access_token', 'token'), refresh: first('refresh', 'refresh_token') }
}

/** What an access token says of its bearer; null for none or a damaged one. Only the server can tell a forged one. */
export function claimsOf(token: string | null): AccessClaims | null {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: Partial<AccessClaims> = JSON.parse(atob(payload))
    return typeof claims.user_id === 'number' && typeof claims.exp === 'number'
      ? { user_id: claims.user_id, exp: claims.exp }
      : null
  } catch {
    return null
  }
}
