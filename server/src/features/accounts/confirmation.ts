import { site } from '@wtpu/contract/site/name'
import { createHash, randomBytes } from 'node:crypto'
import * as confirmation from '@wtpu/contract/accounts/confirmation'
import { confirmationHours } from '@wtpu/contract/accounts/confirmation'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { emailConfirmations, users } from '#db/schema/accounts.ts'
import { accountGone, ApiError, limitReached } from '#http/errors.ts'
import { notifyOfSecurity } from '#notifications/events.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits, limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { mailboxNetwork } from './known-networks.ts'

type App = Pick<FastifyInstance, 'outbox' | 'config'>

type ConfirmationApp = Pick<FastifyInstance, 'db' | 'pendingAnswers'>

interface Recipient {
  id: number
  email: string
  voterId: number
  /** The network that asks for the mail. */
  network: string
}

/**
 * Stores a link and enqueues its mail. Call `outbox.wake` after the commit.
 * @returns the seconds to wait if the mailbox has reached its limit for 24 hours, in which case nothing is sent.
 */
export async function sendConfirmation(
  tx: Db,
  { outbox, config }: App,
  { id: userId, email, voterId, network }: Recipient,
): Promise<number | undefined> {
  const key = `confirmation ${voterId}`
  // Others register addresses of this mailbox too. One of them must not use up what its owner needs.
  const from = `${key} from ${mailboxNetwork({ config }, voterId, network)}`
  const wait =
    (await tryAttempt(tx, from, accountLimits.confirmations)) ??
    (await tryAttempt(tx, key, accountLimits.confirmationsOfMailbox))
  if (wait !== undefined) return wait
  const token = randomBytes(32).toString('base64url')
  await tx.insert(emailConfirmations).values({
    tokenHash: hashToken(token),
    userId,
    email,
    expiresAt: sql`now() + ${confirmationHours} * interval '1 hour'`,
  })
  await outbox.enqueue(
    tx,
    { ...confirmationMail(email, config.publicUrl, token), userId },
    {
      kind: 'confirmation',
      usefulMinutes: confirmationHours * 60,
    },
  )
  // Keep expired links for a week, to tell users that a link has expired rather than that it is invalid.
  await tx.delete(emailConfirmations).where(lt(emailConfirmations.expiresAt, sql`now() - interval '7 days'`))
  return undefined
}

/** Omits the name, which is free text: anyone may have registered this address in order to mail a message to it. */
function confirmationMail(to: string, publicUrl: string, token: string): Mail {
  const body = renderMail({
    publicUrl,
    title: 'Confirm your email',
    paragraphs: [
      `Hello, this address was used to create a ${site.name} account. To confirm that it is yours, open this link:`,
      `The link works for ${confirmationHours} hours.`,
    ],
    action: { label: 'Confirm my email', url: `${publicUrl}/confirm-email?token=${token}` },
    footnote: 'If you did not create an account, ignore this mail and do not open the link.',
  })
  return { to, subject: `Confirm your email for ${site.name}`, ...body }
}

/** Sends another link to the account's current address. `record` runs first in its transaction. */
export async function resendConfirmation(
  app: App & { db: Db },
  { userId, network, record }: { userId: number; network: string; record?: (tx: Db) => Promise<void> },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await record?.(tx)
    const [user] = await tx
      .select({ id: users.id, email: users.email, voterId: users.voterId, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(isAccount(userId))
    if (!user?.email) throw accountGone()
    if (user.verifiedAt) throw new ApiError('already_confirmed')
    const wait = await sendConfirmation(tx, app, { ...user, email: user.email, network })
    if (wait !== undefined) throw limitReached(wait, accountLimits.confirmations.message)
  })
  app.outbox.wake()
}

/**
 * Confirms the account's email if the link was sent to it, and makes the answers due that waited for that. Using a link again succeeds
 * without effect.
 */
async function confirmEmail({ db, pendingAnswers }: ConfirmationApp, token: string): Promise<void> {
  const confirmed = await db.transaction(async (tx) => {
    const [user] = await useLink(tx, token)
    if (user?.isNew) await notifyOfSecurity(tx, user.id, 'email_confirmed')
    if (user) await pendingAnswers.makeDue(tx, user.id)
    return user
  })
  if (confirmed) return pendingAnswers.announce(confirmed.id)
  const isLink = eq(emailConfirmations.tokenHash, hashToken(token.trim()))
  const [expired] = await db.select({ id: users.id }).from(emailConfirmations).innerJoin(users, isCurrent).where(isLink)
  if (expired) throw new ApiError('expired_link')
  throw new ApiError('invalid_link')
}

/** A link sent to a former email of the account does not confirm the current one. */
const isCurrent = and(eq(users.id, emailConfirmations.userId), eq(users.email, emailConfirmations.email))

function useLink(tx: Db, token: string) {
  const isLink = eq(emailConfirmations.tokenHash, hashToken(token.trim()))
  return tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .from(emailConfirmations)
    .where(
      and(isLink, isCurrent, sql`(${emailConfirmations.expiresAt} > now() or ${users.emailVerifiedAt} is not null)`),
    )
    .returning({ id: users.id, isNew: sql<boolean>`${users.emailVerifiedAt} = now()` })
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const confirmationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...confirmation.confirmEmail,
    onRequest: limitTo(app, limits.confirmEmailPerAddress),
    handler: async (request) => {
      await confirmEmail(app, request.body.token)
      return { email_confirmed: true }
    },
  })

  app.route({
    ...confirmation.resendConfirmation,
    onRequest: [
      signedIn,
      limitTo(app, limits.resendConfirmationPerUser, viewerKey),
      limitTo(app, limits.resendConfirmationPerAddress),
    ],
    handler: async (request) => {
      await resendConfirmation(app, { userId: viewerId(request), network: networkKey(request) })
      return { sent: true }
    },
  })
}
