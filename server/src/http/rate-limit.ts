import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify'
import { tooMany } from './errors.ts'
import { networkOf } from './network.ts'

/** Counts live in this process's memory: several servers each allow the full number (docs/operations.md). */
export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
}

interface Limit {
  max: number
  /** Milliseconds. */
  window: number
}

const minutes = (count: number) => count * 60_000

/** Decision 106. */
export const limits = {
  siteAccess: { max: 20, window: minutes(1) },
  signInPerAddress: { max: 20, window: minutes(1) },
  signInPerAccount: { max: 20, window: minutes(5) },
  registerPerAddress: { max: 15, window: minutes(1) },
  lookUpPerAddress: { max: 20, window: minutes(1) },
  resetRequestPerEmail: { max: 5, window: minutes(30) },
  resetRequestPerAddress: { max: 30, window: minutes(1) },
  resetConfirmPerAddress: { max: 60, window: minutes(1) },
  writesPerPerson: { max: 30, window: minutes(1) },
  uploadsPerPerson: { max: 5, window: minutes(1) },
  passwordChecksPerPerson: { max: 10, window: minutes(5) },
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
  limit: Limit,
  keyOf: (request: FastifyRequest) => string | undefined = byNetwork,
): onRequestAsyncHookHandler & preHandlerAsyncHookHandler {
  const count = counter(app, limit)
  return async (request: FastifyRequest) => {
    const key = keyOf(request)
    if (key !== undefined) await count(request, key)
  }
}

/** As `limitTo`, for a handler that finds out the key itself. */
export function counter(app: FastifyInstance, { max, window }: Limit) {
  const keys = new WeakMap<FastifyRequest, string>()
  const check = app.createRateLimit({ max, timeWindow: window, keyGenerator: (request) => keys.get(request) ?? '' })
  return async (request: FastifyRequest, key: string): Promise<void> => {
    keys.set(request, key)
    const outcome = await check(request)
    if (!outcome.isAllowed && outcome.isExceeded) throw tooMany(outcome.ttlInSeconds)
  }
}
