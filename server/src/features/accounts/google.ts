import { charactersOf } from '@wtpu/contract/characters'
import { nameProblem } from '@wtpu/contract/accounts/on-demand/allowed-names'
import { nameMaxLength } from '@wtpu/contract/accounts/accounts'
import { toSingleLine } from '@wtpu/contract/schemas'
import { and, eq, not, sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as oidc from 'openid-client'
import { admitNewAccount } from '#community/invitations.ts'
import type { Db } from '#db/client.ts'
import { hasEmail } from '#db/people.ts'
import { identities, users } from '#db/schema/accounts.ts'
import { pushSubscriptions } from '#db/schema/notifications.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { inheritedSanctions, isDeleted } from '#db/visibility.ts'
import { ApiError } from '#http/errors.ts'
import type { GoogleTransaction } from '#http/tokens.ts'
import { forgetNetworks } from './known-networks.ts'
import { termsAcceptance, suggestUsername } from './account.ts'
import { countVoterOf, mailDomainOf } from '#community/new-voters.ts'
import { endSessions } from '#http/session-cache.ts'

interface Settings {
  clientId: string
  clientSecret: string
  issuer: string
}

/** A user as Google's ID token describes them. */
export interface GoogleAccount {
  issuer: string
  subject: string
  email: string
  email_verified: boolean
  first_name: string
  last_name: string
  picture: string | null
}

export interface GoogleClient {
  /** Returns the URL of the consent page and the transaction that `finish` needs. */
  begin(redirectUri: string): Promise<{ url: string; transaction: GoogleTransaction }>
  /** Exchanges the code for the account. @throws ApiError 400 if Google rejects it or a check fails. */
  finish(
    callback: { redirectUri: string; code: string; state: string; iss?: string },
    transaction: GoogleTransaction,
  ): Promise<GoogleAccount>
}

/** The authorization code flow with state, nonce and PKCE. Google's configuration is discovered on first use. */
export function createGoogleClient({ clientId, clientSecret, issuer }: Settings, log: FastifyBaseLogger): GoogleClient {
  let discovered: Promise<oidc.Configuration> | undefined
  const discover = () => {
    const options = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : undefined
    discovered ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: 10, ...options })
      .catch((error: unknown) => {
        // The next sign-in retries the discovery.
        discovered = undefined
        log.error({ err: error }, 'the sign-in provider cannot be reached')
        throw new ApiError('google_unreachable')
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
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        // Email and profile scopes, offline access.
        scope: 'openid email profile',
        access_type: 'offline',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(transaction.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, transaction }
    },
    async finish({ redirectUri, code, state, iss }, transaction) {
      const configuration = await discover()
      const callbackUrl = new URL(redirectUri)
      callbackUrl.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: transaction.state,
          expectedNonce: transaction.nonce,
          pkceCodeVerifier: transaction.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('no ID token')
        // Google puts the profile into the ID token. Other providers return it from the userinfo endpoint.
        const profile =
          'email' in claims ? claims : { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        return toGoogleAccount(claims.iss, claims.sub, profile)
      } catch (error) {
        log.warn({ err: error }, 'a sign-in with Google was rejected')
        throw new ApiError('google_refused')
      }
    },
  }
}

function toGoogleAccount(issuer: string, subject: string, profile: Record<string, unknown>): GoogleAccount {
  const text = (name: string) => (typeof profile[name] === 'string' ? profile[name].trim() : '')
  return {
    issuer,
    subject,
    email: text('email'),
    email_verified: profile['email_verified'] === true,
    first_name: cleanName(text('given_name')),
    last_name: cleanName(text('family_name')),
    picture: text('picture').startsWith('https://') ? text('picture').slice(0, 500) : null,
  }
}

/** Empty if the site does not take such a name. The user can choose another in the profile. */
function cleanName(text: string): string {
  const name = charactersOf(toSingleLine(text)).slice(0, nameMaxLength).join('')
  return nameProblem(name) ? '' : name
}

type App = Pick<FastifyInstance, 'db' | 'voterKey' | 'config' | 'outbox'>

interface NewAccount {
  invitation?: string | undefined
  /** `hashOfRegistration` */
  registeredFrom?: string | undefined
}

/**
 * Finds the user that a Google account signs in to: the user it is linked to, or the user with its verified
 * email, which is then linked, or a new user. An unverified email neither links nor creates an account.
 */
export async function findOrCreateByGoogle(
  { db, voterKey, config, outbox }: App,
  google: GoogleAccount,
  input: NewAccount = {},
): Promise<{ userId: number; isNew: boolean }> {
  const found = await db.transaction(async (tx) => {
    // If two sign-ins run at once, the second one waits here and then finds the identity that the first one has linked.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${google.issuer} ${google.subject}`}, 0))`)
    const [linked] = await tx
      .select({ id: users.id })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, google.issuer), eq(identities.subject, google.subject), not(isDeleted())))
    if (linked) return { userId: linked.id, isNew: false }
    if (!google.email_verified || !google.email.includes('@')) throw new ApiError('email_not_verified')
    const known = await linkByEmail(tx, google)
    const userId = known ?? (await createFromGoogle({ db: tx, voterKey, config, outbox }, google, input))
    await tx.insert(identities).values({ issuer: google.issuer, subject: google.subject, userId })
    return { userId, isNew: known === undefined }
  })
  outbox.wake()
  return found
}

/**
 * Links the account with this email. An attacker may have registered it with someone else's address. Google confirms the
 * owner, so if the email was not confirmed before, the password is deleted and every session ended. The owner can set a
 * new password with "Forgot password?".
 */
async function linkByEmail(tx: Db, { email }: GoogleAccount): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(hasEmail(email))
    .for('no key update')
  if (!found) return undefined
  if (!found.verifiedAt) {
    await tx.update(users).set({ passwordHash: null, emailVerifiedAt: new Date() }).where(eq(users.id, found.id))
    await endSessions(tx, found.id)
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, found.id))
    await forgetNetworks(tx, found.id)
  }
  return found.id
}

async function createFromGoogle(
  app: App,
  google: GoogleAccount,
  { invitation, registeredFrom }: NewAccount,
): Promise<number> {
  const tx = app.db
  const voterId = await findOrCreateVoter(tx, app.voterKey(google.email))
  const mailDomain = mailDomainOf(google.email)
  // Not from the email, which is private.
  const firstName = google.first_name || (google.last_name ? '' : 'Citizen')
  for (let attempt = 0; attempt < 5; attempt++) {
    const [created] = await tx
      .insert(users)
      .values({
        ...termsAcceptance(),
        username: suggestUsername({ first_name: firstName, last_name: google.last_name }),
        email: google.email,
        voterId,
        ...inheritedSanctions(voterId),
        emailVerifiedAt: new Date(),
        firstName,
        lastName: google.last_name,
        avatar: google.picture,
        registeredFrom,
        mailDomain,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created) {
      await admitNewAccount(app, { invitation, userId: created.id })
      await countVoterOf(tx, mailDomain)
      return created.id
    }
    // The email was registered in the meantime.
    const linkedId = await linkByEmail(tx, google)
    if (linkedId) return linkedId
  }
  throw new ApiError('try_again', { retryAfter: 1 })
}
