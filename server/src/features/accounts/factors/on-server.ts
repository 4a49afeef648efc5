import type { FastifyInstance } from 'fastify'
import { type Decision, recordModeration } from '#community/moderation.ts'
import { hasEmail } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { endSessions } from '#http/session-cache.ts'
import { removeFactors } from './factors.ts'

/** For somebody who has lost the app and the recovery codes. @throws Error with a printable message */
export async function removeLostFactor(
  { db, sessionCache }: Pick<FastifyInstance, 'db' | 'sessionCache'>,
  email: string,
  decision: Decision,
): Promise<void> {
  const [account] = await db.select({ id: users.id }).from(users).where(hasEmail(email.trim()))
  if (!account) throw new Error(`There is no account with the email ${email}.`)
  await db.transaction(async (tx) => {
    await removeFactors(tx, account.id)
    await endSessions(tx, account.id)
    const action = { action: 'account', subjectKind: 'user', subjectId: account.id } as const
    await recordModeration(tx, action, { ...decision, reason: 'The second factor of an account was removed.' })
  })
  sessionCache.end(account.id)
}
