import { resetCodesPerDay, wrongResetCodesPerDay } from '@wtpu/contract/accounts'
import type { Db } from '#db/client.ts'
import { countAttempt, uncountAttempt } from '#http/limits/attempts.ts'
import { accountLimits, type Limit } from '#http/rate-limit.ts'
import type { AccountCaller } from '#features/accounts/sign-in/known-networks.ts'

/** What strangers cannot use up of an account's day, once the account has networks of its own. */
const keptForOwner = { resetCodes: 3, wrongResetCodes: 5 }

/** Counts a requested code. A known network is bound by the account's day alone. @throws ApiError 429 */
export async function countResetCode(db: Db, userId: number, caller: AccountCaller): Promise<void> {
  if (!caller.known) {
    const key = `reset code ${userId} from ${caller.networkHash}`
    await countAttempt(db, key, accountLimits.resetRequestPerNetwork)
  }
  const message = `You can request at most ${resetCodesPerDay} codes in 24 hours.`
  await countOfDay(db, `reset code ${userId}`, { limit: accountLimits.resetCodes, caller, message, kept: 'resetCodes' })
}

const wrongCodeKey = (userId: number) => `wrong reset code ${userId}`

/** Counts a code before it is compared, so that parallel guesses count too. @throws ApiError 429 */
export async function countWrongCode(db: Db, userId: number, caller: AccountCaller): Promise<void> {
  const message = `You can enter at most ${wrongResetCodesPerDay} wrong codes in 24 hours.`
  const limit = accountLimits.wrongResetCodes
  await countOfDay(db, wrongCodeKey(userId), { limit, caller, message, kept: 'wrongResetCodes' })
}

/** The code was right. */
export async function uncountWrongCode(db: Db, userId: number): Promise<void> {
  await uncountAttempt(db, wrongCodeKey(userId))
}

interface OfDay {
  limit: Limit
  caller: AccountCaller
  message: string
  kept: keyof typeof keptForOwner
}

async function countOfDay(db: Db, key: string, { limit, caller, message, kept }: OfDay): Promise<void> {
  if (caller.known || !caller.ownerIsKnown) return countAttempt(db, key, limit, message)
  return countAttempt(db, key, { ...limit, max: limit.max - keptForOwner[kept] })
}
