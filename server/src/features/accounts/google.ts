import { nameMaxLength } from '@wtpu/contract/accounts'
import { displayName } from '@wtpu/contract/people'
import { oneLine } from '@wtpu/contract/text'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import type { Db } from '#db/client.ts'
import { hasEmail } from '#db/people.ts'
import { identities, users } from '#db/schema/accounts.ts'
import { type VoterKey, voterOf } from '#db/voters.ts'
import { ApiError } from '#http/errors.ts'
import type { GoogleTransaction } from '#http/tokens.ts'
import { forgetNetworks } from './sign-in/known-networks.ts'
import { registrationFacts, suggestUsername } from './registration.ts'
import { endSessions } from './sessions.ts'

interface Settings {
  clientId: string
  clientSecret: string
  issuer: string
}

/** What Google vouches for. */
export interface GoogleAccount {
  issuer: string
  subject: string
  email: string
  email_verified: boolean
  first_name: string
  last_name: string
  picture: string | null
}

export const googleFailed = 'Google login failed. Please try again.'

export interface Google {
  /** The address of the consent page, and what the browser must bring back. */
  begin(redirectUri: string): Promise<{ address: string; transaction: GoogleTransaction }>
  /** Exchanges the code. @throws ApiError 400 when Google, or what came back, does not agree. */
  finish(
    back: { redirectUri: string; code: string; state: string; iss?: string },
    transaction: GoogleTransaction,
  ): Promise<GoogleAccount>
}

/** The authorisation-code flow with state, nonce and PKCE. Google's own configuration is read when first needed. */
export function openGoogle({ clientId, clientSecret, issuer }: Settings, log: FastifyBaseLogger): Google {
  let discovered: Promise<oidc.Configuration> | undefined
  const discover = () => {
    const options = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : undefined
    discovered ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: 10, ...options })
      .catch((error: unknown) => {
        // The next try asks again.
        discovered = undefined
        log.error({ err: error }, 'the sign-in provider cannot be reached')
        throw new ApiError(503, 'google_unreachable', googleFailed)
      })
    return discovered
  }
  return {
    async begin(redirectUri) {
      const configuration = await discover()
      const transaction = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        // Specification 2: email and profile scopes, offline access.
        scope: 'openid email profile',
        access_type: 'offline',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(transaction.verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, transaction }
    },
    async finish({ redirectUri, code, state, iss }, transaction) {
      const configuration = await discover()
      const back = new URL(redirectUri)
      back.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, back, {
          expectedState: transaction.state,
          expectedNonce: transaction.nonce,
          pkceCodeVerifier: transaction.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('no ID token')
        // Google puts all of it into the ID token; other providers into the userinfo reply.
        const told =
          'email' in claims ? claims : { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        return accountOf(claims.iss, claims.sub, told)
      } catch (error) {
        log.warn({ err: error }, 'a sign-in with Google was refused')
        throw new ApiError(400, 'google_refused', googleFailed)
      }
    },
  }
}

function accountOf(issuer: string, subject: string, told: Record<string, unknown>): GoogleAccount {
  const text = (name: string) => (typeof told[name] === 'string' ? told[name].trim() : '')
  return {
    issuer,
    subject,
    email: text('email'),
    email_verified: told['email_verified'] === true,
    first_name: nameOf(text('given_name')),
    last_name: nameOf(text('family_name')),
    picture: text('picture').startsWith('https://') ? text('picture').slice(0, 500) : null,
  }
}

function nameOf(text: string): string {
  return Array.from(oneLine(text)).slice(0, nameMaxLength).join('')
}

/**
 * The account that a Google account signs in to (decision 110): the one it is tied to; else the one with its verified email,
 * which it is tied to from now on; else a new one. An unverified email joins and creates nothing.
 */
export async function findOrCreateByGoogle(
  { db, voterKey }: { db: Db; voterKey: VoterKey },
  google: GoogleAccount,
): Promise<number> {
  return db.transaction(async (tx) => {
    // Two tabs at once: the second waits here and then finds what the first tied.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${google.issuer} ${google.subject}`}, 0))`)
    const [tied] = await tx
      .select({ id: users.id })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, google.issuer), eq(identities.subject, google.subject), isNull(users.deletedAt)))
    if (tied) return tied.id
    if (!google.email_verified || !google.email.includes('@')) {
      const detail = 'Google has not verified this email address. Please verify it there, or sign in with email.'
      throw new ApiError(403, 'email_not_verified', detail)
    }
    const userId = (await joinByEmail(tx, google)) ?? (await createFromGoogle(tx, google, voterKey(google.email)))
    await tx.insert(identities).values({ issuer: google.issuer, subject: google.subject, userId })
    return userId
  })
}

/**
 * Somebody may have registered with an address that is not theirs, waiting for its owner to come by Google. Google vouches
 * for the owner; until then nobody has: the password goes, and every session with it. "Forgot password?" makes a new one.
 */
async function joinByEmail(tx: Db, { email }: GoogleAccount): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(hasEmail(email))
    .for('no key update')
  if (!found) return undefined
  if (!found.verifiedAt) {
    await tx.update(users).set({ passwordHash: null, emailVerifiedAt: new Date() }).where(eq(users.id, found.id))
    await endSessions(tx, found.id)
    await forgetNetworks(tx, found.id)
  }
  return found.id
}

async function createFromGoogle(tx: Db, google: GoogleAccount, emailKey: Buffer): Promise<number> {
  const voterId = await voterOf(tx, emailKey)
  for (let attempt = 0; attempt < 5; attempt++) {
    const [created] = await tx
      .insert(users)
      .values({
        ...registrationFacts(),
        username: suggestUsername(google.email),
        email: google.email,
        voterId,
        emailVerifiedAt: new Date(),
        firstName: google.first_name || (google.last_name ? '' : displayName({ email: google.email })),
        lastName: google.last_name,
        avatar: google.picture,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created) return created.id
    // Registered by email in this very moment.
    const joined = await joinByEmail(tx, google)
    if (joined) return joined
  }
  throw new ApiError(503, 'try_again', googleFailed, { retryAfter: 1 })
}
