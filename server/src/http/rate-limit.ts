import rateLimit from '@fastify/rate-limit'
import { resetCodesPerDay, wrongResetCodesPerDay } from '@wtpu/contract/accounts'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify'
import { CounterStore } from './limits/counter-store.ts'
import { tooMany } from './errors.ts'
import { networkOf } from './network.ts'

/** Counts live in this process's memory: several servers each allow the full number (docs/operations.md). */
export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, store: CounterStore })
}

export interface Limit {
  max: number
  /** Milliseconds. */
  window: number
  /** Instead of the sentence for too many tries: limits of an amount per day have one of their own (decision 119). */
  sentence?: string
}

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)

/** Decision 106, counted in each server's memory. */
export const limits = {
  siteAccess: { max: 20, window: minutes(1) },
  signInPerAddress: { max: 20, window: minutes(1) },
  registerPerAddress: { max: 15, window: minutes(1) },
  registerPerAddressADay: {
    max: 100,
    window: minutes(24 * 60),
    sentence: 'Too many sign-ups came from your network today. Please try again tomorrow.',
  },
  confirmEmailPerAddress: { max: 30, window: minutes(1) },
  resendConfirmationPerPerson: { max: 2, window: minutes(1) },
  resendConfirmationPerAddress: { max: 20, window: minutes(1) },
  lookUpPerAddress: { max: 20, window: minutes(1) },
  profilesPerAddress: { max: 60, window: minutes(1) },
  profilesPerPerson: { max: 300, window: minutes(1) },
  resetRequestPerAddress: { max: 30, window: minutes(1) },
  resetConfirmPerAddress: { max: 60, window: minutes(1) },
  writesPerPerson: { max: 30, window: minutes(1) },
  uploadsPerPerson: { max: 5, window: minutes(1) },
} satisfies Record<string, Limit>

/** Decision 106 and the bounds per day, counted in the database: all servers share them. */
export const accountLimits = {
  signIn: { max: 20, window: minutes(5) },
  resetRequestPerNetwork: { max: 5, window: minutes(30) },
  resetCodes: { max: resetCodesPerDay, window: hours(24) },
  wrongResetCodes: { max: wrongResetCodesPerDay, window: hours(24) },
  passwordChecks: { max: 10, window: minutes(5) },
} satisfies Record<string, Limit>

/** The key of a limit that counts strangers: their IPv4 address or their IPv6 /64. */
export function byNetwork(request: FastifyRequest): string {
  return networkOf(request.ip)
}

/**
 * At most `max` requests per key in any window, then 429 with `Retry-After`. The key is the caller's network by default;
 * a request without a key is not counted.
 */
export function limitTo(
  app: FastifyInstance,
  { max, window, sentence }: Limit,
  keyOf: (request: FastifyRequest) => string | undefined = byNetwork,
): onRequestAsyncHookHandler & preHandlerAsyncHookHandler {
  const check = app.createRateLimit({ max, timeWindow: window, keyGenerator: (request) => keyOf(request) ?? '' })
  return async (request: FastifyRequest) => {
    if (keyOf(request) === undefined) return
    const outcome = await check(request)
    if (!outcome.isAllowed && outcome.isExceeded) throw tooMany(outcome.ttlInSeconds, sentence)
  }
}
