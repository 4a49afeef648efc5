import { resetCodesPerDay, wrongResetCodesPerDay } from '@wtpu/contract/accounts/recovery'
import type { Db } from '#db/client.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits, type Limit } from '#http/rate-limit.ts'
import type { RecoverableAccount } from '#features/accounts/queries.ts'
import type { AccountCaller } from '#features/accounts/sign-in/known-networks.ts'

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
  const message = `You can request at most ${resetCodesPerDay} codes in 24 hours.`
  await countPerDay(db, `reset code ${userId}`, {
    limit: accountLimits.resetCodes,
    caller,
    message,
    reserved: 'resetCodes',
  })
  if (!emailConfirmed) await countAttempt(db, `reset code to mailbox ${voterId}`, accountLimits.resetCodes, message)
}

const wrongCodeKey = (userId: number) => `wrong reset code ${userId}`

/** Counts a code before it is compared, so that parallel guesses count too. @throws ApiError 429 */
export async function countWrongCode(db: Db, userId: number, caller: AccountCaller): Promise<void> {
  const message = `You can enter at most ${wrongResetCodesPerDay} wrong codes in 24 hours.`
  const limit = accountLimits.wrongResetCodes
  await countPerDay(db, wrongCodeKey(userId), { limit, caller, message, reserved: 'wrongResetCodes' })
}

/** Takes back the count of a correct code. */
export async function refundWrongCode(db: Db, userId: number): Promise<void> {
  await refundAttempt(db, wrongCodeKey(userId))
}

interface DailyLimit {
  limit: Limit
  caller: AccountCaller
  message: string
  reserved: keyof typeof reservedForOwner
}

async function countPerDay(db: Db, key: string, { limit, caller, message, reserved }: DailyLimit): Promise<void> {
  if (caller.known || !caller.hasKnownNetworks) return countAttempt(db, key, limit, message)
  return countAttempt(db, key, { ...limit, max: limit.max - reservedForOwner[reserved] })
}
