import type { Tokens as TokenPair } from '@wtpu/contract/accounts/accounts'
import type { PasskeyProof } from '@wtpu/contract/accounts/on-demand/passkeys'
import type { FastifyInstance } from 'fastify'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { accountKey, identifyCaller } from '#features/accounts/known-networks.ts'
import { assertComplete, openSession, passwordMark } from '#features/accounts/sessions.ts'
import type { Ticket } from '#http/tokens.ts'
import { assertCode } from './factors.ts'
import { assertPasskey } from './passkeys.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'keys' | 'tokens' | 'drawOf' | 'sessionCache'>

interface Finish {
  ticket: string
  code: string
  network: string
  userAgent: string | undefined
}

/** Opens the session of a ticket, once. @throws ApiError */
export async function finishSignIn(app: App, { ticket, code, network, userAgent }: Finish): Promise<TokenPair> {
  const { id, user_id: userId, remember, password } = readTicket(app, ticket)
  const { account, caller } = await identifyCaller(app, network, async () => {
    const [found] = await app.db
      .select({ userId: users.id, passwordHash: users.passwordHash })
      .from(users)
      .where(isAccount(userId))
    return found
  })
  if (!account || passwordMark(app, account.passwordHash) !== password) throw new ApiError('ticket_ended')
  await assertCode(app, { userId, code, key: accountKey('second factor', userId, caller) })
  const isFirst = (await tryAttempt(app.db, `ticket ${id}`, accountLimits.tickets)) === undefined
  const input = { ...account, remember, userAgent, network, isStrong: true }
  const opened = isFirst && (await openSession(app, input))
  if (!opened) throw new ApiError('ticket_ended')
  return assertComplete(opened)
}

interface ByPasskey extends PasskeyProof {
  network: string
  userAgent: string | undefined
}

/** A passkey counts as both factors. @throws ApiError */
export async function signInByPasskey(app: App, { network, userAgent, ...proof }: ByPasskey) {
  const userId = await assertPasskey(app, proof)
  const opened = await openSession(app, { userId, remember: true, userAgent, network, isStrong: true })
  if (!opened) throw new ApiError('passkey_unknown')
  return assertComplete(opened)
}

function readTicket({ tokens }: App, ticket: string): Ticket {
  try {
    return tokens.readTicket(ticket)
  } catch {
    throw new ApiError('ticket_ended')
  }
}
