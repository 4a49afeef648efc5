import { createSigner, createVerifier } from 'fast-jwt'

/** Access tokens live 60 minutes: well above the 300 s at which clients renew them (decision 7). */
const accessSeconds = 60 * 60

/** Time to sign in at Google and agree to what it asks. */
const transactionSeconds = 15 * 60

interface AccessToken {
  user_id: number
  sid: string
}

export interface RefreshToken {
  sid: string
  /** The rotation this token belongs to: anything older than the session's own is a re-used token. */
  gen: number
}

/** What a browser carries to Google and back: only its signature is secret. */
export interface GoogleTransaction {
  state: string
  nonce: string
  verifier: string
}

export interface Tokens {
  signAccess(token: AccessToken): string
  /** Throws when the token is expired, forged, signed by another algorithm or of the other kind. */
  readAccess(token: string): AccessToken
  /** Deterministic: the same arguments give the same token, so a successor can be told twice (decision 108). */
  signRefresh(token: RefreshToken, rotatedAt: Date, expiresAt: Date): string
  readRefresh(token: string): RefreshToken
  signTransaction(transaction: GoogleTransaction): string
  readTransaction(token: string): GoogleTransaction
}

/** The algorithm is pinned and the kinds have audiences of their own, so that none passes for another. */
export function createTokens(secret: string): Tokens {
  const algorithm = 'HS256'
  const signAccess = createSigner({ key: secret, algorithm, aud: 'access', expiresIn: accessSeconds * 1000 })
  const signRefresh = createSigner({ key: secret, algorithm, aud: 'refresh', noTimestamp: true })
  const signTransaction = createSigner({ key: secret, algorithm, aud: 'google', expiresIn: transactionSeconds * 1000 })
  const reader = (allowedAud: string) =>
    createVerifier({ key: secret, algorithms: [algorithm], allowedAud, requiredClaims: ['exp'] })
  const readAccess = reader('access')
  const readRefresh = reader('refresh')
  const readTransaction = reader('google')
  return {
    signAccess,
    readAccess: (token) => {
      const { user_id, sid } = readAccess(token)
      return { user_id, sid }
    },
    signRefresh: ({ sid, gen }, rotatedAt, expiresAt) =>
      signRefresh({ sid, gen, iat: seconds(rotatedAt), exp: seconds(expiresAt) }),
    readRefresh: (token) => {
      const { sid, gen } = readRefresh(token)
      return { sid, gen }
    },
    signTransaction,
    readTransaction: (token) => {
      const { state, nonce, verifier } = readTransaction(token)
      return { state, nonce, verifier }
    },
  }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
