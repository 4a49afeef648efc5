import rateLimit from '@fastify/rate-limit'
import { resetCodesPerDay, wrongResetCodesPerDay } from '@wtpu/contract/accounts/recovery'
import { discussionsPerDay } from '@wtpu/contract/forums/discussions'
import { tagsPerDay } from '@wtpu/contract/forums/tags'
import { postsPerDay, videosPerDay } from '@wtpu/contract/boiler-room/posts'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify'
import { CounterStore } from './limits/counter-store.ts'
import { tooManyRequests } from './errors.ts'
import { networkOf } from './network.ts'

/** Counts are kept in memory, so several servers each allow the full number (docs/operations.md). */
export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, store: CounterStore })
}

export interface Limit {
  max: number
  /** Milliseconds. */
  window: number
  /** Replaces the default error message, for daily limits. */
  message?: string
}

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)
const perDay = (max: number, message?: string): Limit => ({ max, window: hours(24), message })

export const limits = {
  siteAccess: { max: 20, window: minutes(1) },
  signInPerAddress: { max: 20, window: minutes(1) },
  registerPerAddress: { max: 15, window: minutes(1) },
  registerPerAddressPerDay: perDay(100, 'Too many sign-ups came from your network today. Please try again tomorrow.'),
  confirmEmailPerAddress: { max: 30, window: minutes(1) },
  resendConfirmationPerPerson: { max: 2, window: minutes(1) },
  resendConfirmationPerAddress: { max: 20, window: minutes(1) },
  lookUpPerAddress: { max: 20, window: minutes(1) },
  profilesPerAddress: { max: 60, window: minutes(1) },
  profilesPerPerson: { max: 300, window: minutes(1) },
  resetRequestPerAddress: { max: 30, window: minutes(1) },
  resetConfirmPerAddress: { max: 60, window: minutes(1) },
  searchesPerAddress: { max: 120, window: minutes(1) },
  searchesPerPerson: { max: 120, window: minutes(1) },
  writesPerPerson: { max: 30, window: minutes(1) },
  shareImagesPerAddress: { max: 240, window: minutes(1) },
  sitemapsPerAddress: { max: 60, window: minutes(1) },
  feedsPerAddress: { max: 60, window: minutes(1) },
  errorReportsPerAddress: { max: 10, window: minutes(1) },
  embedsPerAddress: { max: 240, window: minutes(1) },
  uploadsPerPerson: { max: 5, window: minutes(1) },
} satisfies Record<string, Limit>

/** Limits per account and daily limits, counted in the database, so that all servers share them. */
export const accountLimits = {
  signIn: { max: 20, window: minutes(5) },
  resetRequestPerNetwork: { max: 5, window: minutes(30) },
  resetCodes: perDay(resetCodesPerDay),
  wrongResetCodes: perDay(wrongResetCodesPerDay),
  passwordChecks: { max: 10, window: minutes(5) },
  posts: perDay(postsPerDay, `You can publish at most ${postsPerDay} posts in 24 hours.`),
  videos: perDay(videosPerDay, `You can publish at most ${videosPerDay} videos in 24 hours.`),
  discussions: perDay(discussionsPerDay, `You can start at most ${discussionsPerDay} discussions in 24 hours.`),
  tags: perDay(tagsPerDay, `You can create at most ${tagsPerDay} tags in 24 hours.`),
} satisfies Record<string, Limit>

/** Rate limit key of anonymous requests: the IPv4 address or the IPv6 /64. */
export function networkKey(request: FastifyRequest): string {
  return networkOf(request.ip)
}

/**
 * Allows `max` requests per key and window, then replies 429 with `Retry-After`. The key defaults to the client's network.
 * A request without a key is not counted.
 */
export function limitTo(
  app: FastifyInstance,
  { max, window, message }: Limit,
  keyOf: (request: FastifyRequest) => string | undefined = networkKey,
): onRequestAsyncHookHandler & preHandlerAsyncHookHandler {
  const check = app.createRateLimit({ max, timeWindow: window, keyGenerator: (request) => keyOf(request) ?? '' })
  return async (request: FastifyRequest) => {
    if (keyOf(request) === undefined) return
    const outcome = await check(request)
    if (!outcome.isAllowed && outcome.isExceeded) throw tooManyRequests(outcome.ttlInSeconds, message)
  }
}
