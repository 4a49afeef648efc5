import type { Tokens as TokenPair } from '@wtpu/contract/accounts/accounts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { users } from '#db/schema/accounts.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { ApiError } from '#http/errors.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { keyedHash } from '#http/keyed-hash.ts'
import { accountKey, identifyCaller } from './known-networks.ts'
import { findMatchingForm, hashPassword, reserveSlot } from './passwords.ts'
import { findCredentials } from './queries.ts'
import { assertComplete, openSession } from './sessions.ts'

interface PasswordSignIn {
  /** An email or a username. */
  login: string
  password: string
  remember: boolean
  userAgent: string | undefined
  network: string
}

type App = Pick<FastifyInstance, 'db' | 'config' | 'tokens' | 'drawOf' | 'sessionCache'>

/**
 * Signs in by password. Failures are counted per account. Networks that the account has used before are counted
 * separately, so that others cannot lock the owner out. Unknown logins are limited in the same way.
 */
export async function signInByPassword(app: App, input: PasswordSignIn): Promise<TokenPair> {
  const { account, caller } = await identifyCaller(app, input.network, () => findCredentials(app.db, input.login))
  using slot = reserveSlot(caller)
  const key = account ? accountKey('sign-in', account.userId, caller) : unknownLoginKey(app, input.login)
  // Count before comparing the password, so that parallel guesses count too.
  await countAttempt(app.db, key, accountLimits.signIn)
  const form = await findMatchingForm(account?.passwordHash, input.password, slot)
  const opened = account && form !== undefined && (await openSession(app, { ...input, ...account }))
  if (!opened) throw new ApiError('invalid_credentials')
  if (form !== form.normalize()) {
    const passwordHash = await hashPassword(form, slot)
    await app.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, account.userId), eq(users.passwordHash, account.passwordHash ?? '')))
  }
  await refundAttempt(app.db, key)
  return assertComplete(opened)
}

/** Hashed, because users sometimes type their password into the wrong field. */
function unknownLoginKey({ config }: App, login: string): string {
  return `sign-in unknown ${keyedHash(config.jwtSecret, 'unknown logins', login.toLowerCase())}`
}
