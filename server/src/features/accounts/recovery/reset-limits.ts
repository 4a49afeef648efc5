import type { Db } from '#db/client.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import type { RecoverableAccount } from '#features/accounts/queries.ts'
import type { AccountCaller } from '#features/accounts/known-networks.ts'

/** The part of an account's daily limits that unknown networks cannot use, once the account has known networks. */
const reservedForOwner = { resetCodes: 3, wrongResetCodes: 5 }

/**
 * Counts a requested code. Known networks are only subject to the account's daily limit. Codes to unconfirmed addresses are also
 * counted per mailbox, because anyone can register someone else's address, delete the account and register again, or
 * register many spellings of it. @throws ApiError 429
 */
export async function countResetCode(
  db: Db,
  { userId, voterId, emailConfirmed }: RecoverableAccount,
  caller: AccountCaller,
): Promise<void> {
  if (!caller.known) {
    const key = `reset code ${userId} from ${caller.networkHash}`
    await countAttempt(db, key, accountLimits.resetRequestPerNetwork)
  }
  await countPerDay(db, `reset code ${userId}`, 'resetCodes', caller)
  if (!emailConfirmed) await countAttempt(db, `reset code to mailbox ${voterId}`, accountLimits.resetCodes)
}

const wrongCodeKey = (userId: number) => `wrong reset code ${userId}`

/** Counts a code before it is compared, so that parallel guesses count too. @throws ApiError 429 */
export async function countWrongCode(db: Db, userId: number, caller: AccountCaller): Promise<void> {
  await countPerDay(db, wrongCodeKey(userId), 'wrongResetCodes', caller)
}

/** Takes back the count of a correct code. */
export async function refundWrongCode(db: Db, userId: number): Promise<void> {
  await refundAttempt(db, wrongCodeKey(userId))
}

async function countPerDay(
  db: Db,
  key: string,
  name: keyof typeof reservedForOwner,
  caller: AccountCaller,
): Promise<void> {
  const limit = accountLimits[name]
  if (caller.known || !caller.hasKnownNetworks) return countAttempt(db, key, limit)
  // The numbers in the message are those of the owner.
  return countAttempt(db, key, { ...limit, max: limit.max - reservedForOwner[name], message: undefined })
}
