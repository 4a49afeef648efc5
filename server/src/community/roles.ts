import { displayName } from '@wtpu/contract/accounts/names'
import type { Role } from '@wtpu/contract/on-demand/admin'
import { site } from '@wtpu/contract/site/name'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { recordAskers } from '#db/poll-method.ts'
import { users } from '#db/schema/accounts.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import { type Decision, recordModeration } from './moderation.ts'

export interface AccountChange {
  role?: Role
  verified?: boolean
}

const sentences: Record<Role, string> = {
  user: 'An account is no longer staff.',
  moderator: 'An account became a moderator.',
  admin: 'An account became an admin.',
}

/** Commands only enqueue mails. */
export interface RolesApp {
  db: Db
  config: Pick<FastifyInstance['config'], 'publicUrl'>
  outbox: Pick<FastifyInstance['outbox'], 'enqueue'>
}

interface Change {
  userId: number
  change: AccountChange
  by: (tx: Db) => Promise<Decision>
  /** The address of the invitation that the account accepted. */
  invited?: string
}

/**
 * Changes the role of an account, which takes effect with its next request, and the mark that staff has checked its owner's
 * identity. Locks all admins, so that two of them cannot end each other's role at the same time. All other admins get a mail
 * about new staff: call `outbox.wake` after the commit. @throws ApiError 404 or 409
 */
export async function changeAccount(app: RolesApp, { userId, change, by, invited }: Change): Promise<void> {
  await app.db.transaction(async (tx) => {
    const locked = await tx
      .select({ id: users.id, role: users.role, verified: users.verified, email: users.email })
      .from(users)
      .where(sql`${users.isActive} and (${eq(users.id, userId)} or ${eq(users.role, 'admin')})`)
      .orderBy(users.id)
      .for('no key update')
    const decision = await by(tx)
    const account = locked.find(({ id }) => id === userId)
    if (!account) throw notFound('Account')
    const { role = account.role, verified = account.verified } = change
    const isLastAdmin = account.role === 'admin' && locked.filter((user) => user.role === 'admin').length === 1
    if (role !== 'admin' && isLastAdmin) throw new ApiError('last_admin')
    await recordAskers(tx)
    await tx.update(users).set({ role, verified }).where(eq(users.id, userId))
    const record = (action: 'grant' | 'revoke' | 'verify' | 'unverify', reason: string) =>
      recordModeration(tx, { action, subjectKind: 'user', subjectId: userId }, { ...decision, reason })
    if (role !== account.role) await record(role === 'user' ? 'revoke' : 'grant', sentences[role])
    if (role !== account.role && role !== 'user') {
      const admins = locked.filter((user) => user.role === 'admin' && user.id !== userId)
      await mailAboutStaff(tx, app, { userId, role, decision, invited, admins })
    }
    if (verified !== account.verified) {
      await record(
        verified ? 'verify' : 'unverify',
        verified
          ? 'The identity of an account was checked.'
          : 'The identity of an account is no longer marked as checked.',
      )
    }
  })
}

const usefulMinutes = 7 * 24 * 60

interface NewStaff {
  userId: number
  role: 'moderator' | 'admin'
  decision: Decision
  invited: string | undefined
  admins: { id: number; email: string | null }[]
}

/** The mail cannot be turned off: it is how admins notice a role that none of them wanted to give. */
async function mailAboutStaff(
  tx: Db,
  { config: { publicUrl }, outbox }: RolesApp,
  { userId, role, decision: { actor, actorId }, invited, admins }: NewStaff,
): Promise<void> {
  if (admins.length === 0) return
  const names = { first_name: users.firstName, last_name: users.lastName, username: users.username }
  const [account] = await tx.select(names).from(users).where(eq(users.id, userId))
  const title = `New ${role} on ${site.name}`
  const person = `${displayName(account ?? {})} (@${account?.username ?? ''})`
  const by = actorId === undefined ? `on the server, by ${actor}` : `by @${actor}`
  const body = renderMail({
    publicUrl,
    title,
    paragraphs: [
      `${person} is now ${role === 'admin' ? 'an admin' : 'a moderator'}.`,
      invited === undefined
        ? `The role was given ${by}.`
        : `The account accepted the invitation that @${actor} had mailed to ${invited}.`,
      'If this is not right, end the role in the list of staff, and make sure that the accounts of all admins are safe.',
    ],
    action: { label: 'See all staff', url: `${publicUrl}/admin` },
    footnote: `All admins of ${site.name} get a mail about new staff.`,
  })
  for (const { id, email } of admins) {
    const mail = email && { to: email, userId: id, subject: title, ...body }
    if (mail) await outbox.enqueue(tx, mail, { kind: 'decision', usefulMinutes })
  }
}
