import { createHash, randomBytes } from 'node:crypto'
import { emailProblem } from '@wtpu/contract/accounts/on-demand/credentials'
import { fullCount } from '@wtpu/contract/full-count'
import type { Output } from '@wtpu/contract/endpoint'
import { type listInvitations, staffInvitationDays } from '@wtpu/contract/site/invitations'
import { site as siteIdentity } from '@wtpu/contract/site/name'
import { and, asc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { hasEmail } from '#db/people.ts'
import { isRegistrationClosed } from '#db/site.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { invitations } from '#db/schema/invitations.ts'
import { site } from '#db/schema/site.ts'
import { ApiError, assertFields, notFound } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import { type Decision, recordModeration } from './moderation.ts'
import { changeAccount, type RolesApp } from './roles.ts'

type App = Pick<FastifyInstance, 'db' | 'outbox' | 'config'>
type By = (tx: Db) => Promise<Decision>
type StaffRole = 'moderator' | 'admin'

const hashOf = (token: string): Buffer => createHash('sha256').update(token.trim()).digest()
const names: Record<StaffRole, string> = { moderator: 'a moderator', admin: 'an admin' }
const onSite = { action: 'invite', subjectKind: 'site', subjectId: 0 } as const

/** Neither expired nor used up, and its admin is still one. */
const isUsable = and(
  gt(invitations.expiresAt, sql`now()`),
  lt(invitations.uses, invitations.maxUses),
  sql`exists (select from ${users} where ${users.id} = ${invitations.createdBy} and role = 'admin' and is_active)`,
)

/** People who were invited to become moderators, and have not accepted yet. */
export const countInvitedModerators = (db: Db): Promise<number> =>
  db.$count(invitations, and(isUsable, eq(invitations.role, 'moderator')))

export async function findInvitations(db: Db): Promise<Output<typeof listInvitations>> {
  const [is_closed, results] = await Promise.all([
    isRegistrationClosed(db),
    db
      .select({
        id: invitations.id,
        role: invitations.role,
        email: invitations.email,
        uses: invitations.uses,
        max_uses: invitations.maxUses,
        expires_at: isoTime(invitations.expiresAt),
        invited_by: sql<string>`coalesce(${users.username}, '')`,
      })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.createdBy))
      .where(isUsable)
      .orderBy(asc(invitations.id)),
  ])
  return { is_closed, results }
}

/** Deletes those that have expired, with the addresses that they were mailed to. */
export async function sweepInvitations(db: Db): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, sql`now()`))
}

interface New {
  role: 'user' | StaffRole
  email: string | null
  maxUses: number
  days: number
}

/** @returns the link, which is not stored */
async function create(tx: Db, config: App['config'], { days, ...values }: New, decision: Decision): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const createdBy = decision.actorId ?? 0
  const expiresAt = sql`now() + ${days} * interval '1 day'`
  await tx.insert(invitations).values({ ...values, tokenHash: hashOf(token), createdBy, expiresAt })
  return `${config.publicUrl}/invitation#${token}`
}

/** Mails a link, in place of an earlier one to this address. @throws ApiError 400 */
export async function inviteStaff(
  { db, outbox, config }: App,
  { email: typed, role, by }: { email: string; role: StaffRole; by: By },
): Promise<void> {
  const email = typed.trim()
  assertFields({ email: emailProblem(email) })
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    await tx.delete(invitations).where(eq(sql`lower(${invitations.email})`, sql`lower(${email})`))
    const url = await create(tx, config, { role, email, maxUses: 1, days: staffInvitationDays }, decision)
    await outbox.enqueue(tx, invitationMail(email, role, { url, config }), {
      kind: 'confirmation',
      usefulMinutes: staffInvitationDays * 24 * 60,
    })
    // The log is public, so it does not have the address.
    await recordModeration(tx, onSite, { ...decision, reason: `An invitation to become ${names[role]} was mailed.` })
  })
  outbox.wake()
}

function invitationMail(to: string, role: StaffRole, { url, config }: { url: string; config: App['config'] }): Mail {
  const asksForCode = config.siteAccessCode !== ''
  const body = renderMail({
    publicUrl: config.publicUrl,
    title: `You are invited to become ${names[role]}`,
    paragraphs: [
      `An admin of ${siteIdentity.name} invites you to become ${names[role]} there. Open this link, then create an account or sign in:`,
      `The link works once, for ${staffInvitationDays} days.`,
      // The code itself opens the site to everyone who reads the mail.
      ...(asksForCode ? ['The site asks for an access code first. Ask the admin who invited you for it.'] : []),
    ],
    action: { label: 'Accept the invitation', url },
    footnote: 'If you do not know this site, ignore this mail. Nothing happens then.',
  })
  return { to, subject: `An invitation to ${siteIdentity.name}`, ...body }
}

/** A link for members, which an admin passes on. */
export async function createInviteLink(
  { db, config }: Pick<App, 'db' | 'config'>,
  { maxUses, days, by }: { maxUses: number; days: number; by: By },
): Promise<string> {
  return db.transaction(async (tx) => {
    const decision = await by(tx)
    const url = await create(tx, config, { role: 'user', email: null, maxUses, days }, decision)
    const people = maxUses === 1 ? '1 person' : `${fullCount(maxUses)} people`
    const reason = `A link was made with which ${people} can join within ${days === 1 ? 'a day' : `${days} days`}.`
    await recordModeration(tx, onSite, { ...decision, reason })
    return url
  })
}

/** @throws ApiError 404 */
export async function revokeInvitation(db: Db, { id, by }: { id: number; by: By }): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const gone = await tx.delete(invitations).where(eq(invitations.id, id)).returning({ role: invitations.role })
    if (!gone[0]) throw notFound('Invitation')
    const what = gone[0].role === 'user' ? 'A link to join the site' : 'An invitation of staff'
    await recordModeration(tx, onSite, { ...decision, reason: `${what} was revoked.` })
  })
}

export async function closeRegistration(db: Db, { isClosed, by }: { isClosed: boolean; by: By }): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    await tx.insert(site).values({}).onConflictDoNothing()
    const changed = await tx
      .update(site)
      .set({ registrationClosedAt: isClosed ? sql`now()` : null })
      .where(isClosed ? isNull(site.registrationClosedAt) : isNotNull(site.registrationClosedAt))
      .returning({ isOnly: site.isOnly })
    if (changed.length === 0) return
    const action = { action: 'settings', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, {
      ...decision,
      reason: isClosed ? 'Registration was closed.' : 'Registration was opened.',
    })
  })
}

/** What an invitation is for. @throws ApiError 403 if it was used or revoked, or has expired */
export async function findInvitation(db: Db, token: string) {
  const [found] = await db
    .select({ role: invitations.role })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, hashOf(token)), isUsable))
  if (!found) throw new ApiError('invitation_ended')
  return found
}

/**
 * Uses an invitation for an account, in the caller's transaction: of two people with the last use, one waits for the other
 * and then finds that it has ended. Staff roles are for the confirmed owner of the invited address only, because links are
 * passed on. @throws ApiError 403
 */
async function useInvitation(
  app: RolesApp,
  { token, userId, isNew = false }: { token: string; userId: number; isNew?: boolean },
): Promise<New['role']> {
  const tx = app.db
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.tokenHash, hashOf(token)), isUsable))
    .for('update')
  if (!found) throw new ApiError('invitation_ended')
  const { id, role, email, createdBy, uses } = found
  if (role === 'user' || email === null) {
    await tx
      .update(invitations)
      .set({ uses: uses + 1 })
      .where(eq(invitations.id, id))
    return 'user'
  }
  const [user] = await tx
    .select({ role: users.role, isInvited: hasEmail(email), verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.isInvited) throw new ApiError('invitation_of_other')
  // The owner of a new account accepts it once the email is confirmed.
  if (isNew) return 'user'
  if (!user.verifiedAt) throw new ApiError('email_not_confirmed')
  await tx.delete(invitations).where(eq(invitations.id, id))
  // An admin who opens the invitation of a moderator stays an admin; the response says so.
  if (user.role === 'admin') return 'admin'
  const [inviter] = await tx.select({ username: users.username }).from(users).where(eq(users.id, createdBy))
  const decision = { actor: inviter?.username || `account ${createdBy}`, actorId: createdBy, reason: '' }
  await changeAccount(app, { userId, change: { role }, by: async () => decision, invited: email })
  return role
}

/** Gives an account that exists the role of an invitation by mail. Links for members do nothing for it. @throws ApiError 403 */
export async function acceptInvitation(
  { db, config, outbox }: App,
  input: { token: string; userId: number },
): Promise<{ role: New['role'] }> {
  const { role } = await findInvitation(db, input.token)
  if (role === 'user') return { role }
  const given = await db.transaction((tx) => useInvitation({ db: tx, config, outbox }, input))
  outbox.wake()
  return { role: given }
}

/**
 * For a new account, in the transaction that creates it. Call `outbox.wake` after the commit. @throws ApiError 403 if
 * registration is closed to it, or the invitation has ended or was mailed to another address
 */
export async function admitNewAccount(
  app: RolesApp,
  { invitation, userId }: { invitation: string | undefined; userId: number },
): Promise<void> {
  if (invitation) await useInvitation(app, { token: invitation, userId, isNew: true })
  else if (await isRegistrationClosed(app.db)) throw new ApiError('registration_closed')
}
