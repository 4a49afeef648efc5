import type { Role } from '@wtpu/contract/admin'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { recordAskers } from '#db/poll-method.ts'
import { users } from '#db/schema/accounts.ts'
import { ApiError, notFound } from '#http/errors.ts'
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

/**
 * Changes the role of an account, which takes effect with its next request, and the mark that staff has checked its owner's
 * identity. Locks all admins, so that two of them cannot end each other's role at the same time. @throws ApiError 404 or 409
 */
export async function changeAccount(
  db: Db,
  { userId, change, by }: { userId: number; change: AccountChange; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await tx
      .select({ id: users.id, role: users.role, verified: users.verified })
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
      recordModeration(tx, { action, subjectKind: 'account', subjectId: userId }, { ...decision, reason })
    if (role !== account.role) await record(role === 'user' ? 'revoke' : 'grant', sentences[role])
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
