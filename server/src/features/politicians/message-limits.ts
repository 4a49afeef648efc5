import { messageLimits } from '@wtpu/contract/politicians'
import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianMessages } from '#db/schema/politicians.ts'
import { ApiError } from '#http/errors.ts'

/** The first key of this module's advisory locks; the second is a voter or an office. */
const voterLock = 7_460_010
const officeLock = 7_460_011

interface Message {
  voterId: number
  politicianId: number
}

/**
 * Rejects a message over one of the daily limits. The locks last until the transaction ends, so concurrent
 * messages are counted one after another. Messages of deleted accounts count too, so a new account does not reset the limit.
 */
export async function enforceMessageLimits(tx: Db, { voterId, politicianId }: Message): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${voterLock}, ${voterId})`)
  await tx.execute(sql`select pg_advisory_xact_lock(${officeLock}, ${politicianId})`)
  const byVoter = eq(users.voterId, voterId)
  const toOffice = eq(politicianMessages.politicianId, politicianId)
  await reject(
    tx,
    and(byVoter, toOffice),
    messageLimits.perUserAndOffice,
    'You can send one message to the same office in 24 hours.',
  )
  await reject(
    tx,
    byVoter,
    messageLimits.perUser,
    `You can send at most ${messageLimits.perUser} messages in 24 hours.`,
  )
  await reject(
    tx,
    toOffice,
    messageLimits.perOffice,
    'This office has already received many messages through WTPU today. Please try again tomorrow.',
  )
}

async function reject(tx: Db, counted: SQL | undefined, limit: number, sentence: string): Promise<void> {
  const newest = await tx
    .select({
      left: sql<number>`extract(epoch from ${politicianMessages.createdAt} + interval '24 hours' - now())::float8`,
    })
    .from(politicianMessages)
    .innerJoin(users, eq(users.id, politicianMessages.userId))
    .where(and(counted, gt(politicianMessages.createdAt, sql`now() - interval '24 hours'`)))
    .orderBy(desc(politicianMessages.createdAt))
    .limit(limit)
  // The count is below the limit again once this message is a day old.
  const last = newest[limit - 1]
  if (last) throw new ApiError('daily_limit', { detail: sentence, retryAfter: Math.max(1, Math.ceil(last.left)) })
}
