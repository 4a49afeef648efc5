import { site } from '@wtpu/contract/site/name'
import { openWords } from '@wtpu/contract/site/parts'
import { accountsOfMailDomainPerDay } from '@wtpu/contract/accounts/mail-domains'
import { confirmationsPerDay } from '@wtpu/contract/accounts/confirmation'
import { usernamesPerDay } from '@wtpu/contract/accounts/profile'
import { messageLimits } from '@wtpu/contract/politicians'
import { judgementsPerDay } from '@wtpu/contract/polls/on-demand/reasons'
import { pollsPerDay } from '@wtpu/contract/polls/polls'
import { ticketMinutes, wrongCodesPerDay } from '@wtpu/contract/accounts/on-demand/factors'
import { challengeMinutes } from '@wtpu/contract/accounts/on-demand/passkeys'
import { resetCodesPerDay, wrongResetCodesPerDay } from '@wtpu/contract/accounts/recovery'
import { discussionsPerDay } from '@wtpu/contract/forums/discussions'
import { tagsPerDay } from '@wtpu/contract/forums/tags'
import { newcomerLimits } from '@wtpu/contract/limits'
import { mailsPerDay } from '@wtpu/contract/notifications/on-demand/kinds'
import { reportsPerDay } from '@wtpu/contract/moderation/reports'
import { postsPerDay, videosPerDay } from '@wtpu/contract/boiler-room/posts'
import type {
  FastifyInstance,
  FastifyRequest,
  onErrorAsyncHookHandler,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { signedIn, viewerKey } from '../auth.ts'
import { newLru } from '../cache/lru.ts'
import { ApiError, limitReached, tooOftenRead } from '../errors.ts'
import { boundsOf, networkOf } from '../network.ts'
import type { LimitStore } from './limit-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    limitStore: LimitStore
  }
}

export interface Limit {
  max: number
  /** Milliseconds. */
  window: number
  /** What is counted, for whom: the limit's row of docs/operations.md. */
  what: string
  per: string
  /** The text of the error, if people see it. By default the error says when to try again. */
  message?: string
}

const minutes = (count: number) => count * 60_000
const day = minutes(24 * 60)

const perMinute = (max: number, what: string, per: string): Limit => ({ max, window: minutes(1), what, per })
const perDay = (max: number, what: string, per: string, message?: string): Limit => ({
  max,
  window: day,
  what,
  per,
  message: message && `${message} in 24 hours.`,
})

/** Each route that uses a limit has a count of its own. */
export const limits = {
  siteAccess: perMinute(20, 'site access code', 'address'),
  signInPerAddress: perMinute(20, 'sign-in', 'address'),
  registerPerAddress: perMinute(15, 'registration', 'address'),
  registerPerAddressPerDay: {
    ...perDay(100, 'registration', 'address'),
    message: 'Too many sign-ups came from your network today. Please try again tomorrow.',
  },
  confirmEmailPerAddress: perMinute(30, 'confirming an email', 'address'),
  resendConfirmationPerUser: perMinute(2, 'confirmation link', 'user'),
  resendConfirmationPerAddress: perMinute(20, 'confirmation link', 'address'),
  lookUpPerAddress: perMinute(20, 'lookup by email', 'address'),
  profilesPerAddress: perMinute(60, 'public profile', 'anonymous address'),
  profilesPerUser: perMinute(300, 'public profile', 'user'),
  resetRequestPerAddress: perMinute(30, 'reset code', 'address'),
  resetConfirmPerAddress: perMinute(60, 'new password', 'address'),
  searchesPerAddress: perMinute(120, 'search of the site', 'anonymous address'),
  searchesPerUser: perMinute(120, 'search of the site', 'user'),
  writesPerUser: perMinute(
    30,
    'writing polls, posts, discussions, comments, likes, tags, follows, messages, profile: each',
    'user',
  ),
  rejectedPerUser: perMinute(30, 'rejected votes and ratings: each', 'user'),
  marksPerUser: perMinute(120, 'reading notifications, live streams', 'user'),
  mailLinksPerAddress: perMinute(120, 'links of mails', 'address'),
  // An office or a class may vote together behind one address.
  ballotsPerAddress: perMinute(120, 'opening and answering a ballot: each', 'address'),
  wrongBallotCodes: perMinute(600, 'wrong codes of ballots', 'site'),
  codesOfPaper: perMinute(3_000, 'codes of ballots', 'ballot paper'),
  invitationsPerAddress: perMinute(20, 'opening and accepting an invitation', 'address'),
  setupPerAddress: perMinute(10, 'becoming the first admin', 'address'),
  staffWrites: perMinute(120, 'decisions, notes and claims of staff', 'user'),
  invitationMailsPerUser: { max: 20, window: minutes(60), what: 'invitations by mail of admins', per: 'user' },
  testMailsPerUser: { max: 5, window: minutes(60), what: 'test mails of admins', per: 'user' },
  shareImagesPerAddress: perMinute(240, 'share images', 'address'),
  drawingsPerAddress: perMinute(60, 'share images that are not in memory; more come as they were before', 'address'),
  renderingsPerAddress: perMinute(
    120,
    'public pages that are not in memory; more come without first content',
    'address',
  ),
  sitemapsPerAddress: perMinute(60, 'sitemaps', 'address'),
  // A class of thirty may check a result together behind one address.
  publicFilesPerAddress: perMinute(300, 'feeds, files of public data, earlier logos', 'address'),
  docsPerAddress: perMinute(120, 'API reference', 'address'),
  errorReportsPerAddress: perMinute(10, 'reports of browser errors', 'address'),
  embedsPerAddress: perMinute(240, 'embedded polls', 'address'),
  uploadsPerUser: perMinute(5, 'forms with files', 'user'),
} satisfies Record<string, Limit>

/** These attempts are counted in the database, so that all servers share the counts. */
export const accountLimits = {
  signIn: { max: 20, window: minutes(5), what: 'failed sign-in, see below', per: 'account' },
  /** The error says which domain it is. */
  accountsOfMailDomain: perDay(accountsOfMailDomainPerDay, 'new accounts, see below', 'mail domain'),
  wrongCodes: perDay(
    wrongCodesPerDay,
    'wrong codes of a second factor',
    'account; known address of it',
    `You can enter at most ${wrongCodesPerDay} wrong codes`,
  ),
  tickets: { max: 1, window: minutes(ticketMinutes), what: 'sign-ins that wait for a second factor', per: 'sign-in' },
  challenges: { max: 1, window: minutes(challengeMinutes), what: 'answers of a passkey', per: 'challenge' },
  passwordChecks: { max: 10, window: minutes(5), what: 'password asked again', per: 'user' },
  confirmations: perDay(
    confirmationsPerDay,
    'confirmation link',
    'mailbox and address',
    `You can request at most ${confirmationsPerDay} confirmation emails`,
  ),
  confirmationsOfMailbox: perDay(2 * confirmationsPerDay, 'confirmation link', 'mailbox'),
  resetRequestPerNetwork: { max: 5, window: minutes(30), what: 'reset code', per: 'account and unknown address' },
  resetCodes: perDay(
    resetCodesPerDay,
    'reset code, see below',
    'account; unconfirmed mailbox',
    `You can request at most ${resetCodesPerDay} codes`,
  ),
  wrongResetCodes: perDay(
    wrongResetCodesPerDay,
    'wrong reset code, see below',
    'account',
    `You can enter at most ${wrongResetCodesPerDay} wrong codes`,
  ),
  usernames: perDay(
    usernamesPerDay,
    'own usernames',
    'user',
    `You can change your username at most ${usernamesPerDay} times`,
  ),
  polls: perDay(pollsPerDay, 'polls', 'user', `You can create at most ${pollsPerDay} polls`),
  reasons: perDay(20, 'reasons', 'user', 'You can give at most 20 reasons'),
  judgements: perDay(
    judgementsPerDay,
    'judgements of reasons',
    'voter',
    `You can judge at most ${judgementsPerDay} reasons`,
  ),
  posts: perDay(postsPerDay, 'posts', 'user', `You can publish at most ${postsPerDay} posts`),
  newcomerPosts: {
    ...perDay(newcomerLimits.posts, 'posts and discussions of new accounts, see below', 'user'),
    get message() {
      const texts = openWords([
        ['boiler-room', 'posts'],
        ['forums', 'discussions'],
      ])
      return `New accounts can publish at most ${newcomerLimits.posts} ${texts} in 24 hours.`
    },
  },
  newcomerComments: perDay(
    newcomerLimits.comments,
    'comments of new accounts, see below',
    'user',
    `New accounts can write at most ${newcomerLimits.comments} comments`,
  ),
  newcomerReports: perDay(
    newcomerLimits.reports,
    'reports of new accounts, see below',
    'user',
    `New accounts can report at most ${newcomerLimits.reports} times`,
  ),
  sameText: { max: 2, window: minutes(10), what: 'the same text; more is held for a moderator', per: 'user' },
  slowComments: { max: 1, window: minutes(1), what: 'comments in a place in slow mode', per: 'user' },
  mentions: perDay(100, 'texts with mentions; more notify nobody', 'user'),
  notificationMails: perDay(mailsPerDay, 'mails about notifications, security aside', 'user'),
  held: perDay(5, 'repeated texts held for a moderator', 'user', 'Moderators already look at 5 of your texts'),
  videos: perDay(videosPerDay, 'videos', 'user', `You can publish at most ${videosPerDay} videos`),
  discussions: perDay(
    discussionsPerDay,
    'discussions',
    'user',
    `You can start at most ${discussionsPerDay} discussions`,
  ),
  reports: perDay(reportsPerDay, 'reports', 'user', `You can report at most ${reportsPerDay} times`),
  tags: perDay(tagsPerDay, 'new tags, from an account a day old', 'user', `You can create at most ${tagsPerDay} tags`),
  messagesToOneOffice: perDay(
    messageLimits.perUserAndOffice,
    'messages to the same office',
    'voter',
    'You can send one message to the same office',
  ),
  messages: perDay(
    messageLimits.perUser,
    'messages to offices',
    'voter',
    `You can send at most ${messageLimits.perUser} messages`,
  ),
  messagesOfOffice: {
    ...perDay(messageLimits.perOffice, 'messages', 'office'),
    get message() {
      return `This office has already received many messages through ${site.name} today. Please try again tomorrow.`
    },
  },
} satisfies Record<string, Limit>

/** Rate limit key of anonymous requests: the IPv4 address or the IPv6 /64. */
export function networkKey(request: FastifyRequest): string {
  return networkOf(request.ip)
}

/**
 * Counts requests per route, key and window. The key defaults to the client's network, and the networks around it are counted, too. A
 * request without a key is not counted.
 * @returns a function that counts a request, and returns the seconds until the next one is allowed if it is one too many
 */
export function countRequests(
  app: FastifyInstance,
  { max, window, what, per }: Limit,
  clientKey: (request: FastifyRequest) => string | undefined = networkKey,
): (request: FastifyRequest) => Promise<number | undefined> {
  return async (request) => {
    const key = clientKey(request)
    if (key === undefined) return undefined
    const wait = await app.limitStore.count(`${what} ${per} ${window} ${routeOf(request)}`, boundsOf(key, max), window)
    return wait === undefined ? undefined : wait / 1_000
  }
}

/** All servers name a route alike. A HEAD counts as the GET whose handler it has. */
const routeOf = ({ method, routeOptions: { url = '' } }: FastifyRequest) =>
  `${method === 'HEAD' ? 'GET' : method} ${url}`

/** Allows `max` requests per key and window, then responds with 429 and `Retry-After`. */
export function limitTo(
  app: FastifyInstance,
  limit: Limit,
  clientKey?: (request: FastifyRequest) => string | undefined,
): onRequestAsyncHookHandler & preHandlerAsyncHookHandler {
  const count = countRequests(app, limit, clientKey)
  return async (request: FastifyRequest) => {
    const wait = await count(request)
    if (wait === undefined) return
    if (limit.message === undefined && request.method === 'GET') throw tooOftenRead(wait)
    throw limitReached(wait, limit.message)
  }
}

/** Users of one limit who are blocked at one time. */
const maxBlocked = 10_000

/**
 * Guards of a call that succeeds once for each subject, such as a vote: successes are not counted, so they cost nothing. A user with
 * too many rejected requests waits for the rest of the window, also with requests that would succeed.
 */
export function limitRejected(app: FastifyInstance, limit: Limit) {
  const count = countRequests(app, limit, viewerKey)
  const blockedUntil = newLru<string, number>(maxBlocked)
  const check: onRequestAsyncHookHandler = async (request) => {
    const wait = (blockedUntil.get(viewerKey(request)) ?? 0) - Date.now()
    if (wait > 0) throw limitReached(wait / 1_000, limit.message)
  }
  const onError: onErrorAsyncHookHandler = async (request, _reply, error) => {
    const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500)
    if (request.viewerId === 0 || status >= 500) return
    const wait = await count(request)
    if (wait !== undefined) blockedUntil.set(viewerKey(request), Date.now() + wait * 1_000)
  }
  return { onRequest: [signedIn, check], onError }
}
