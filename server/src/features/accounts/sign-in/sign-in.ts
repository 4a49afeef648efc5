import type { Tokens as TokenPair } from '@wtpu/contract/accounts'
import type { FastifyInstance } from 'fastify'
import { countAttempt, uncountAttempt } from '#http/limits/attempts.ts'
import { ApiError } from '#http/errors.ts'
import { keyedHash } from './keyed-hash.ts'
import { accountLimits } from '#http/rate-limit.ts'
import { identify, type AccountCaller } from './known-networks.ts'
import { passwordMatches, takePlace } from '#features/accounts/passwords.ts'
import { findCredentials } from '#features/accounts/queries.ts'
import { openSession } from '#features/accounts/sessions.ts'

interface Given {
  /** An email or a username. */
  login: string
  password: string
  remember: boolean
  userAgent: string | undefined
  network: string
}

type App = Pick<FastifyInstance, 'db' | 'config' | 'tokens' | 'sessionCache'>

/**
 * Signs in by password. Failures are counted per account; a network that the account has signed in from before has a count
 * of its own, so that strangers cannot lock its owner out. An account that does not exist is treated alike (decision 107).
 */
export async function signInByPassword(app: App, given: Given): Promise<TokenPair> {
  const { account, caller } = await identify(app, given.network, () => findCredentials(app.db, given.login))
  using place = takePlace(caller)
  const key = account ? accountKey(account.userId, caller) : strangerKey(app, given.login)
  // Counted before the password is compared, so that parallel guesses count too.
  await countAttempt(app.db, key, accountLimits.signIn)
  const matches = await passwordMatches(account?.passwordHash, given.password, place)
  const tokens = account && matches && (await openSession(app, { ...given, ...account }))
  if (!tokens) throw new ApiError(401, 'invalid_credentials', 'No active account found with the given credentials')
  await uncountAttempt(app.db, key)
  return tokens
}

function accountKey(userId: number, { known, networkHash }: AccountCaller): string {
  return known ? `sign-in ${userId} from ${networkHash}` : `sign-in ${userId}`
}

/** Hashed: people type passwords into the wrong field. */
function strangerKey({ config }: App, login: string): string {
  return `sign-in unknown ${keyedHash(config.jwtSecret, 'unknown logins', login.toLowerCase())}`
}
