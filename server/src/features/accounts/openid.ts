import { charactersOf } from '@wtpu/contract/characters'
import { nameProblem } from '@wtpu/contract/accounts/on-demand/allowed-names'
import { nameMaxLength } from '@wtpu/contract/accounts/accounts'
import { toSingleLine } from '@wtpu/contract/schemas'
import { stateCode } from '@wtpu/contract/states'
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
import type { ProviderTransaction } from '#http/tokens.ts'
import { forgetNetworks } from './known-networks.ts'
import { termsAcceptance, suggestUsername } from './account.ts'
import { countVoterOf, mailDomainOf } from '#community/new-voters.ts'
import { endSessions } from '#http/session-cache.ts'

type Provider = FastifyInstance['config']['providers'][number]

/** A user as the provider describes them. */
export interface ProviderAccount {
  /** The name of the provider, for sentences. */
  label: string
  issuer: string
  subject: string
  email: string
  email_verified: boolean
  first_name: string
  last_name: string
  state?: string | undefined
  /** The claim that should name a state, if it names none of ours. */
  unknown_state?: string
  picture: string | null
}

export interface ProviderClient {
  provider: Provider
  /** Returns the URL of the consent page and the transaction that `finish` needs. */
  begin(redirectUri: string): Promise<{ url: string; transaction: ProviderTransaction }>
  /** Exchanges the code for the account. @throws ApiError 400 if the provider rejects it or a check fails. */
  finish(
    callback: { redirectUri: string; code: string; state: string; iss?: string },
    transaction: ProviderTransaction,
  ): Promise<ProviderAccount>
  /** Where the browser signs out there and comes back to Home. Null if that is not wanted or not offered. */
  signOutUrl(home: string): Promise<string | null>
}

export const transactionFailed = (label: string) =>
  new ApiError('provider_transaction', { detail: `${label} authentication failed. Please try again.` })
export const loginFailed = (label: string, code: 'provider_refused' | 'provider_unreachable' | 'try_again') =>
  new ApiError(code, { detail: `${label} login failed. Please try again.` })

/** The authorization code flow with state, nonce and PKCE. The provider's configuration is discovered on first use. */
export function createProviderClient(provider: Provider, log: FastifyBaseLogger, timeoutSeconds = 10): ProviderClient {
  const { id, label, issuer, clientId, clientSecret } = provider
  const needed = ['email', provider.verified, provider.claims.state].filter((name) => typeof name === 'string')
  let discovered: Promise<oidc.Configuration> | undefined
  const discover = () => {
    const options = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : undefined
    discovered ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: timeoutSeconds, ...options })
      .catch((error: unknown) => {
        // The next sign-in retries the discovery.
        discovered = undefined
        log.error(
          { err: error, provider: id },
          'the sign-in provider cannot be reached: is its issuer in the settings right?',
        )
        throw loginFailed(label, 'provider_unreachable')
      })
    return discovered
  }
  return {
    provider,
    async begin(redirectUri) {
      const configuration = await discover()
      const transaction = {
        provider: id,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        ...(provider.isOffline && { access_type: 'offline' }),
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(transaction.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, transaction }
    },
    async finish({ redirectUri, code, state, iss }, transaction) {
      if (transaction.provider !== id) throw transactionFailed(label)
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
        const isWhole = needed.every((name) => claimOf(claims, name) !== undefined)
        const more =
          !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {}
        return toAccount(provider, { ...more, ...claims }, log)
      } catch (error) {
        log.warn({ err: error, provider: id }, 'a sign-in with a provider was rejected')
        throw loginFailed(label, 'provider_refused')
      }
    },
    async signOutUrl(home) {
      if (!provider.signsOut) return null
      const configuration = await discover()
      const isOffered = configuration.serverMetadata().end_session_endpoint !== undefined
      if (!isOffered)
        log.warn({ provider: id }, 'this sign-in provider has no sign-out: remove "sign_out" in OIDC_PROVIDERS')
      return isOffered ? oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: home }).href : null
    },
  }
}

type Claims = Record<string, unknown>

/** A dot leads into an object, such as `address.region`. */
function claimOf(profile: Claims, name: string): unknown {
  if (name in profile) return profile[name]
  let value: unknown = profile
  for (const key of name.split('.'))
    value = value instanceof Object ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined
  return value
}

function toAccount(
  { id, label, claims: names, verified }: Provider,
  profile: Claims & { iss: string; sub: string },
  log: FastifyBaseLogger,
): ProviderAccount {
  const text = (name: string) => {
    const value = claimOf(profile, name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const [first, last] = [cleanName(text(names.first_name)), cleanName(text(names.last_name))]
  const stated = names.state === undefined ? '' : text(names.state)
  // A number is that of another list than ours.
  const state = /^\d/.test(stated) ? undefined : stateCode(stated)
  const isUnknown = stated !== '' && state === undefined
  if (isUnknown)
    log.warn(
      { provider: id },
      `the claim "${names.state}" is no state, so the account has none: map another one in OIDC_PROVIDERS`,
    )
  return {
    label,
    issuer: profile.iss,
    subject: profile.sub,
    email: text('email'),
    email_verified: verified === true || claimOf(profile, verified) === true,
    first_name: first || last ? first : cleanName(text(names.name)),
    last_name: last,
    state,
    ...(isUnknown && { unknown_state: charactersOf(toSingleLine(stated)).slice(0, nameMaxLength).join('') }),
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
 * Finds the user that an account of a provider signs in to: the user it is linked to, or the user with its verified
 * email, which is then linked, or a new user. An unverified email neither links nor creates an account.
 */
export async function findOrCreateByProvider(
  { db, voterKey, config, outbox }: App,
  theirs: ProviderAccount,
  input: NewAccount = {},
): Promise<{ userId: number; isNew: boolean }> {
  const found = await db.transaction(async (tx) => {
    // If two sign-ins run at once, the second one waits here and then finds the identity that the first one has linked.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${theirs.issuer} ${theirs.subject}`}, 0))`)
    const [linked] = await tx
      .select({ id: users.id })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, theirs.issuer), eq(identities.subject, theirs.subject), not(isDeleted())))
    if (linked) return { userId: linked.id, isNew: false }
    assertOwnEmail(theirs)
    const known = await linkByEmail(tx, theirs)
    const userId = known ?? (await createFromProvider({ db: tx, voterKey, config, outbox }, theirs, input))
    await tx.insert(identities).values({ issuer: theirs.issuer, subject: theirs.subject, userId })
    return { userId, isNew: known === undefined }
  })
  outbox.wake()
  return found
}

function assertOwnEmail({ label, email, email_verified: isVerified }: ProviderAccount): void {
  if (!email.includes('@'))
    throw new ApiError('email_missing', {
      detail: `${label} sent no email address, which this site needs. Add one there, or sign in with email.`,
    })
  if (!isVerified)
    throw new ApiError('email_not_verified', {
      detail: `${label} has not verified this email address. Please verify it there, or sign in with email.`,
    })
}

/**
 * Links the account with this email. An attacker may have registered it with someone else's address. The provider confirms the
 * owner, so if the email was not confirmed before, the password is deleted and every session ended. The owner can set a
 * new password with "Forgot password?".
 */
async function linkByEmail(tx: Db, { email }: ProviderAccount): Promise<number | undefined> {
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

async function createFromProvider(
  app: App,
  theirs: ProviderAccount,
  { invitation, registeredFrom }: NewAccount,
): Promise<number> {
  const tx = app.db
  const voterId = await findOrCreateVoter(tx, app.voterKey(theirs.email))
  const mailDomain = mailDomainOf(theirs.email)
  // Not from the email, which is private.
  const firstName = theirs.first_name || (theirs.last_name ? '' : 'Citizen')
  for (let attempt = 0; attempt < 5; attempt++) {
    const [created] = await tx
      .insert(users)
      .values({
        ...termsAcceptance(),
        username: suggestUsername({ first_name: firstName, last_name: theirs.last_name }),
        email: theirs.email,
        voterId,
        ...inheritedSanctions(voterId),
        emailVerifiedAt: new Date(),
        firstName,
        lastName: theirs.last_name,
        state: theirs.state,
        avatar: theirs.picture,
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
    const linkedId = await linkByEmail(tx, theirs)
    if (linkedId) return linkedId
  }
  throw loginFailed(theirs.label, 'try_again')
}
