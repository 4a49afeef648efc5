import { googleId } from '@wtpu/contract/accounts/accounts'
import { ticketMinutes } from '@wtpu/contract/accounts/on-demand/factors'
import { challengeMinutes } from '@wtpu/contract/accounts/on-demand/passkeys'
import { mailboxMinutes } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { createSigner, createVerifier } from 'fast-jwt'

/** Access tokens are valid for 60 minutes. Clients renew them 300 s before the end. */
const accessSeconds = 60 * 60

/** How long a user may take to sign in at a provider. */
const transactionSeconds = 15 * 60

interface Access {
  user_id: number
  sid: string
  /** From `drawOf`: by it, the browser and the server know the order of options. Tokens of servers before it have none. */
  draw?: number
}

export interface AccessToken extends Access {
  /** In seconds. */
  exp: number
}

export interface RefreshToken {
  sid: string
  /** The rotation number. A token with a lower number than its session has been used before. */
  gen: number
}

/** A sign-in that waits for the second factor. */
export interface Ticket {
  id: string
  user_id: number
  remember: boolean
  /** A keyed hash of the stored password, so that the ticket ends with the password. */
  password: string
}

/** What a passkey signs. `user_id` is of the account that adds one; 0 for a sign-in and a proof. */
export interface Challenge {
  challenge: string
  user_id: number
}

/** State that the browser carries to an OpenID provider and back. Signed, not encrypted. */
export interface ProviderTransaction {
  /** The id of the provider: an answer of another one is refused. */
  provider: string
  state: string
  nonce: string
  verifier: string
}

/** The address of somebody who has used a link that was mailed to it. The browser keeps it, and the site does not. */
interface Mailbox {
  email: string
}

export interface Tokens {
  signAccess(access: Access): string
  /** Throws if the token is expired, forged, signed with another algorithm or of another kind. */
  readAccess(token: string): AccessToken
  /** Deterministic: the same arguments give the same token, so a rotated token can be sent twice. */
  signRefresh(token: RefreshToken, rotatedAt: Date, expiresAt: Date): string
  readRefresh(token: string): RefreshToken
  signTransaction(transaction: ProviderTransaction): string
  readTransaction(token: string): ProviderTransaction
  signTicket(ticket: Ticket): string
  readTicket(token: string): Ticket
  signChallenge(challenge: Challenge): string
  readChallenge(token: string): Challenge
  signMailbox(mailbox: Mailbox): string
  readMailbox(token: string): Mailbox
}

/** The algorithm is pinned, and each kind of token has its audience, so that one kind is not accepted as another. */
export function createTokens(secret: string): Tokens {
  const algorithm = 'HS256'
  const signAccess = createSigner({ key: secret, algorithm, aud: 'access', expiresIn: accessSeconds * 1000 })
  const signRefresh = createSigner({ key: secret, algorithm, aud: 'refresh', noTimestamp: true })
  const signTransaction = createSigner({ key: secret, algorithm, aud: 'google', expiresIn: transactionSeconds * 1000 })
  const signTicket = createSigner({ key: secret, algorithm, aud: 'second factor', expiresIn: ticketMinutes * 60_000 })
  const signChallenge = createSigner({ key: secret, algorithm, aud: 'passkey', expiresIn: challengeMinutes * 60_000 })
  const signMailbox = createSigner({ key: secret, algorithm, aud: 'mailbox', expiresIn: mailboxMinutes * 60_000 })
  const createReader = (allowedAud: string) =>
    createVerifier({ key: secret, algorithms: [algorithm], allowedAud, requiredClaims: ['exp'] })
  const readAccess = createReader('access')
  const readRefresh = createReader('refresh')
  const readTransaction = createReader('google')
  const readTicket = createReader('second factor')
  const readChallenge = createReader('passkey')
  const readMailbox = createReader('mailbox')
  return {
    signAccess,
    readAccess: (token) => {
      const { user_id, sid, draw, exp } = readAccess(token)
      return { user_id, sid, draw, exp }
    },
    signRefresh: ({ sid, gen }, rotatedAt, expiresAt) =>
      signRefresh({ sid, gen, iat: seconds(rotatedAt), exp: seconds(expiresAt) }),
    readRefresh: (token) => {
      const { sid, gen } = readRefresh(token)
      return { sid, gen }
    },
    signTransaction,
    readTransaction: (token) => {
      // Servers of the last release, which know Google alone, do not name it.
      const { provider = googleId, state, nonce, verifier } = readTransaction(token)
      return { provider, state, nonce, verifier }
    },
    signTicket,
    readTicket: (token) => {
      const { id, user_id, remember, password } = readTicket(token)
      return { id, user_id, remember, password }
    },
    signChallenge,
    readChallenge: (token) => {
      const { challenge, user_id } = readChallenge(token)
      return { challenge, user_id }
    },
    signMailbox,
    readMailbox: (token) => {
      const { email } = readMailbox(token)
      return { email }
    },
  }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
