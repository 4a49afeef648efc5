import {
  challengeMinutes,
  maxPasskeys,
  type NewCredential,
  type PasskeyProof,
} from '@wtpu/contract/accounts/on-demand/passkeys'
import { toSingleLine } from '@wtpu/contract/schemas'
import { site } from '@wtpu/contract/site/name'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Db } from '#db/client.ts'
import { isAccount, lockPeople } from '#db/people.ts'
import { passkeys, sessions, users } from '#db/schema/accounts.ts'
import { accountGone, ApiError, notFound } from '#http/errors.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import type { Challenge } from '#http/tokens.ts'
import { notifyOfSecurity } from '#notifications/events.ts'
import { endWithoutFactors, firstCodes } from './factors.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'tokens'>

/** The relying party: passkeys work at this host alone, whatever the port. */
const hostOf = ({ config }: Pick<App, 'config'>) => new URL(config.publicUrl).hostname

const timeout = challengeMinutes * 60_000

/** @throws ApiError */
export async function startPasskey(app: App, userId: number) {
  const [owner] = await app.db
    .select({ username: users.username, email: users.email, role: users.role, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(isAccount(userId))
  if (!owner) throw accountGone()
  // Otherwise, who registers an address of others would stay in the account after its owner took it over.
  if (owner.role === 'user' && !owner.verifiedAt) throw new ApiError('email_not_confirmed')
  const known = await app.db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  if (known.length >= maxPasskeys) throw new ApiError('too_many_passkeys')
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: hostOf(app),
    // The public number of the account: it is stored in the passkey.
    userID: new TextEncoder().encode(String(userId)),
    userName: owner.email ?? owner.username ?? '',
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout,
  })
  return {
    options: { ...options },
    ticket: app.tokens.signChallenge({ challenge: options.challenge, user_id: userId }),
  }
}

interface Addition {
  userId: number
  sessionId: string
  ticket: string
  name: string
  credential: NewCredential
}

/** @returns recovery codes, if it is the first second factor. @throws ApiError */
export async function addPasskey(app: App, { userId, sessionId, ticket, credential, name }: Addition) {
  const challenge = readChallenge(app, ticket)
  if (challenge.user_id !== userId) throw new ApiError('ticket_ended')
  const { verified, registrationInfo: made } = await refusing(
    verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge.challenge,
      expectedOrigin: app.config.publicUrl,
      expectedRPID: hostOf(app),
    }),
  )
  if (!verified) throw new ApiError('passkey_refused')
  await useChallenge(app, challenge)
  return app.db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= maxPasskeys) throw new ApiError('too_many_passkeys')
    const codes = await firstCodes(tx, userId)
    const added = await tx
      .insert(passkeys)
      .values({
        userId,
        credentialId: made.credential.id,
        host: hostOf(app),
        publicKey: Buffer.from(made.credential.publicKey),
        counter: made.credential.counter,
        transports: made.credential.transports ?? [],
        name: toSingleLine(name) || 'Passkey',
        mayBeBackedUp: made.credentialDeviceType === 'multiDevice',
        isBackedUp: made.credentialBackedUp,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (!added[0]) throw new ApiError('passkey_refused')
    await tx.update(sessions).set({ isStrong: true }).where(eq(sessions.id, sessionId))
    await notifyOfSecurity(tx, userId, 'passkey_added')
    return codes
  })
}

/** @throws ApiError 404 */
export async function removePasskey(db: Db, { userId, id }: { userId: number; id: number }): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
      .returning({ id: passkeys.id })
    if (!removed[0]) throw notFound('Passkey')
    await endWithoutFactors(tx, userId)
    await notifyOfSecurity(tx, userId, 'passkey_removed')
  })
}

/** How many were added at another host, and do not work here. */
export const countForeignPasskeys = (db: Db, publicUrl: string): Promise<number> =>
  db.$count(passkeys, ne(passkeys.host, new URL(publicUrl).hostname))

/** For a sign-in and for a proof: the challenge names no account. */
export async function startPasskeyProof(app: App) {
  const options = await generateAuthenticationOptions({ rpID: hostOf(app), userVerification: 'required', timeout })
  return { options: { ...options }, ticket: app.tokens.signChallenge({ challenge: options.challenge, user_id: 0 }) }
}

/** Whose passkey it is. The challenge works once. @throws ApiError 403 */
export async function assertPasskey(app: App, { ticket, credential }: PasskeyProof): Promise<number> {
  const challenge = readChallenge(app, ticket)
  if (challenge.user_id !== 0) throw new ApiError('ticket_ended')
  const [known] = await app.db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id))
  if (!known) throw new ApiError('passkey_unknown')
  if (known.host !== hostOf(app)) throw new ApiError('passkey_refused')
  const { verified, authenticationInfo: used } = await refusing(
    verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge.challenge,
      expectedOrigin: app.config.publicUrl,
      expectedRPID: known.host,
      // Its own check of the counter cannot be told from others: ours is below.
      credential: { id: known.credentialId, publicKey: new Uint8Array(known.publicKey), counter: 0 },
    }),
  )
  const handle = credential.response.userHandle
  const isOwn = handle === undefined || Buffer.from(handle, 'base64url').toString() === String(known.userId)
  const isSameKind = (used.credentialDeviceType === 'multiDevice') === known.mayBeBackedUp
  if (!verified || !isOwn || !isSameKind) throw new ApiError('passkey_refused')
  await useChallenge(app, challenge)
  // Authenticators without a counter always send 0. With one, it grows at each use, so another one has a copy otherwise.
  const isNewer = sql`${passkeys.counter} < ${used.newCounter} or (${passkeys.counter} = 0 and ${used.newCounter} = 0)`
  const updated = await app.db
    .update(passkeys)
    .set({ counter: used.newCounter, isBackedUp: used.credentialBackedUp, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, known.id), sql`(${isNewer})`))
    .returning({ id: passkeys.id })
  if (!updated[0]) {
    await notifyOfSecurity(app.db, known.userId, 'passkey_copied')
    throw new ApiError('passkey_copied')
  }
  return known.userId
}

/** The library explains what it rejects, for developers. */
async function refusing<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification
  } catch {
    throw new ApiError('passkey_refused')
  }
}

async function useChallenge({ db }: App, { challenge }: Challenge): Promise<void> {
  if ((await tryAttempt(db, `challenge ${challenge}`, accountLimits.challenges)) !== undefined)
    throw new ApiError('ticket_ended')
}

function readChallenge({ tokens }: App, ticket: string): Challenge {
  try {
    return tokens.readChallenge(ticket)
  } catch {
    throw new ApiError('ticket_ended')
  }
}
