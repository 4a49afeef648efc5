import type { AccessClaims } from '@wtpu/contract/accounts/accounts'

/** Reads the tokens from a response, under any of its known names. */
export function tokensIn(response: unknown): { access?: string; refresh?: string } {
  const fields: Record<string, unknown> = typeof response === 'object' && response !== null ? { ...response } : {}
  const first = (...names: string[]) =>
    names.map((name) => fields[name]).find((value): value is string => typeof value === 'string' && value !== '')
  return { access: first('access', 'access_token', 'token'), refresh: first('refresh', 'refresh_token') }
}

let last: { token: string | null; claims: AccessClaims | null } = { token: null, claims: null }

/**
 * What an access token says; null if it is missing or malformed. The signature is not checked: only the server can. Components ask
 * for it whenever they render, so the last token is decoded once.
 */
export function claimsOf(token: string | null): AccessClaims | null {
  if (token !== last.token) last = { token, claims: decode(token) }
  return last.claims
}

function decode(token: string | null): AccessClaims | null {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: Partial<AccessClaims> = JSON.parse(atob(payload))
    return typeof claims.user_id === 'number' && typeof claims.exp === 'number'
      ? { user_id: claims.user_id, exp: claims.exp, draw: claims.draw }
      : null
  } catch {
    return null
  }
}
