import { site } from '@wtpu/contract/site/name'
import { createHash, randomBytes } from 'node:crypto'
import * as confirmation from '@wtpu/contract/accounts/confirmation'
import { type Confirmation, confirmationHours } from '@wtpu/contract/accounts/confirmation'
import type { Input, Output } from '@wtpu/contract/endpoint'
import { linkify } from '@wtpu/contract/links'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount, lockPeople } from '#db/people.ts'
import { attempts, emailConfirmations, users } from '#db/schema/accounts.ts'
import { accountGone, ApiError, limitReached } from '#http/errors.ts'
import { notifyOfSecurity } from '#notifications/events.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { accountLimits, limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { closeAccount } from './account.ts'
import { countLinkTo, linksKey } from '#community/new-voters.ts'
import { mailboxCodesKey } from './known-networks.ts'
import { endSessionsElsewhere } from './sessions.ts'

type App = Pick<FastifyInstance, 'outbox' | 'config' | 'pendingAnswers'>

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
  { outbox, config, pendingAnswers }: App,
  { id: userId, email, voterId, network }: Recipient,
): Promise<number | undefined> {
  const wait = await countLinkTo(tx, { config }, voterId, network)
  if (wait !== undefined) return wait
  const token = randomBytes(32).toString('base64url')
  const answers = config.votesNeedConfirmedEmail ? await pendingAnswers.findWaiting(tx, userId) : []
  await tx.insert(emailConfirmations).values({
    tokenHash: hashToken(token),
    userId,
    email,
    expiresAt: sql`now() + ${confirmationHours} * interval '1 hour'`,
  })
  await outbox.enqueue(
    tx,
    { ...confirmationMail(email, config.publicUrl, { token, answers }), userId },
    {
      kind: 'confirmation',
      usefulMinutes: confirmationHours * 60,
    },
  )
  // Keep expired links for a week, to tell users that a link has expired rather than that it is invalid.
  await tx.delete(emailConfirmations).where(lt(emailConfirmations.expiresAt, sql`now() - interval '7 days'`))
  return undefined
}

type Answers = Confirmation['answers']

const maxNamed = 3

/** Polls are texts of members, so a mail to who may be a stranger names none with an address in it. */
function answersInMail(answers: Answers): string[] {
  const named = answers.filter(({ question, option }) => !linkify.test(`${question} ${option}`)).slice(0, maxNamed)
  const others = answers.length - named.length
  return [
    ...named.map(({ question, option }) => `This answer is counted when you confirm: “${question}” “${option}”`),
    ...(others > 0
      ? [`The page of the link names ${others === answers.length ? '' : 'more '}answers that are counted then.`]
      : []),
  ]
}

/** Omits the name, which is free text: anyone may have registered this address in order to mail a message to it. */
function confirmationMail(
  to: string,
  publicUrl: string,
  { token, answers }: { token: string; answers: Answers },
): Mail {
  const body = renderMail({
    publicUrl,
    title: 'Confirm your email',
    paragraphs: [
      `Hello, this address was used to create a ${site.name} account. To confirm that it is yours, open this link:`,
      ...answersInMail(answers),
      `The link works for ${confirmationHours} hours.`,
    ],
    action: { label: 'Confirm my email', url: `${publicUrl}/confirm-email#${token}` },
    footnote:
      'If you did not create an account, open the link and choose “I did not register”, which deletes the account, or ignore this mail.',
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

/** A link sent to a former email of the account does not confirm the current one. */
const isCurrent = and(eq(users.id, emailConfirmations.userId), eq(users.email, emailConfirmations.email))

/** The account of a link. Its email may be confirmed. @throws ApiError 400 */
async function findLink(db: Db, token: string) {
  const isLink = eq(emailConfirmations.tokenHash, hashToken(token.trim()))
  const [found] = await db
    .select({
      userId: users.id,
      email: emailConfirmations.email,
      voterId: users.voterId,
      role: users.role,
      isConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isExpired: sql<boolean>`${emailConfirmations.expiresAt} <= now()`,
    })
    .from(emailConfirmations)
    .innerJoin(users, isCurrent)
    .where(isLink)
  if (!found) throw new ApiError('invalid_link')
  if (found.isExpired && !found.isConfirmed) throw new ApiError('expired_link')
  return found
}

/** What opening the link does, for the owner of the address: somebody else may have typed it. */
async function describeLink(app: App & { db: Db }, token: string): Promise<Confirmation> {
  const { userId, email, isConfirmed } = await findLink(app.db, token)
  return { email, email_confirmed: isConfirmed, answers: await app.pendingAnswers.findWaiting(app.db, userId) }
}

/**
 * Confirms the account's email if the link was sent to it, ends the sessions that began on other networks, because somebody else
 * may have registered the address, and makes the answers due that waited. Using a link again succeeds without effect.
 * @returns how many sessions it ended, and what became of these answers
 */
async function confirmEmail(
  app: Pick<FastifyInstance, 'db' | 'config' | 'pendingAnswers' | 'sessionCache'>,
  { token, seen, network }: Input<typeof confirmation.confirmEmail>['body'] & { network: string },
): Promise<Output<typeof confirmation.confirmEmail>> {
  const { userId } = await findLink(app.db, token)
  const outcome = await app.db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    const { isConfirmed } = await findLink(tx, token)
    // Who registered the address can add and change answers while its owner reads the page.
    const waiting = seen ? await app.pendingAnswers.findWaiting(tx, userId) : []
    const isSeen = ({ poll, option }: Answers[number]) =>
      seen?.some((shown) => shown.poll === poll && shown.option === option)
    if (!waiting.every(isSeen)) throw new ApiError('answers_changed')
    const answers = await app.pendingAnswers.makeDue(tx, userId)
    if (isConfirmed) return { ended: 0, answers }
    await tx
      .update(users)
      .set({ emailVerifiedAt: sql`now()` })
      .where(eq(users.id, userId))
    await notifyOfSecurity(tx, userId, 'email_confirmed')
    return { ended: await endSessionsElsewhere(tx, app, userId, network), answers }
  })
  // If the site is for members only, the sessions that stay may read more now.
  if (outcome.ended > 0 || site.forVisitors) app.sessionCache.end(userId)
  app.pendingAnswers.announce(userId)
  return { email_confirmed: true, ...outcome }
}

/**
 * Deletes the account that somebody else created with the address. The owner then has the mails again that the account
 * had used up. @throws ApiError 400, or 409 if the email is confirmed or the account is staff
 */
async function declineRegistration(app: Parameters<typeof closeAccount>[0] & SessionCacheApp, token: string) {
  const { userId } = await findLink(app.db, token)
  await closeAccount(app, userId, {
    record: async (tx) => {
      const { isConfirmed, role, voterId } = await findLink(tx, token)
      if (isConfirmed) throw new ApiError('already_confirmed')
      if (role !== 'user') throw new ApiError('is_staff')
      await tx.delete(attempts).where(inArray(attempts.key, [linksKey(voterId), mailboxCodesKey(voterId)]))
    },
  })
  app.sessionCache.end(userId)
}

type SessionCacheApp = Pick<FastifyInstance, 'sessionCache'>

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const confirmationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...confirmation.openConfirmation,
    onRequest: limitTo(app, limits.confirmEmailPerAddress),
    handler: (request) => describeLink(app, request.body.token),
  })

  app.route({
    ...confirmation.confirmEmail,
    onRequest: limitTo(app, limits.confirmEmailPerAddress),
    handler: (request) => confirmEmail(app, { ...request.body, network: networkKey(request) }),
  })

  app.route({
    ...confirmation.declineRegistration,
    onRequest: limitTo(app, limits.confirmEmailPerAddress),
    handler: async (request) => {
      await declineRegistration(app, request.body.token)
      return { deleted: true }
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
