import { displayName } from '@wtpu/contract/accounts/names'
import type { Role } from '@wtpu/contract/on-demand/admin'
import { site } from '@wtpu/contract/site/name'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { recordAskers } from '#db/poll-method.ts'
import { users } from '#db/schema/accounts.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { mailAdmins, type MailingApp } from './mail-admins.ts'
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

export interface RolesApp extends MailingApp {
  db: Db
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
    if (role !== account.role && role !== 'user') await mailAboutStaff(tx, app, { userId, role, decision, invited })
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

interface NewStaff {
  userId: number
  role: 'moderator' | 'admin'
  decision: Decision
  invited: string | undefined
}

async function mailAboutStaff(
  tx: Db,
  app: RolesApp,
  { userId, role, decision: { actor, actorId }, invited }: NewStaff,
): Promise<void> {
  const names = { first_name: users.firstName, last_name: users.lastName, username: users.username }
  const [account] = await tx.select(names).from(users).where(eq(users.id, userId))
  const person = `${displayName(account ?? {})} (@${account?.username ?? ''})`
  const by = actorId === undefined ? `on the server, by ${actor}` : `by @${actor}`
  await mailAdmins(tx, app, {
    title: `New ${role} on ${site.name}`,
    paragraphs: [
      `${person} is now ${role === 'admin' ? 'an admin' : 'a moderator'}.`,
      invited === undefined
        ? `The role was given ${by}.`
        : `The account accepted the invitation that @${actor} had mailed to ${invited}.`,
    ],
    about: userId,
  })
}
