import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyServerOptions,
  type onRouteHookHandler,
} from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import { loadIdentity } from './db/identity.ts'
import { loadSettings } from './db/site-settings.ts'
import { lockSecret } from './db/open.ts'
import { SharedReads } from './db/replicas.ts'
import { openOrMakeKeys, type SiteKeys } from './db/site-keys.ts'
import type { DrawOf } from './db/site-keys.ts'
import type { VoterKey } from './db/voters.ts'
import { recordBallotMails, writeBallotMail } from './community/ballots.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { boilerRoomRoutes } from './features/boiler-room/routes.ts'
import { commonGroundRoutes } from './features/common-ground/routes.ts'
import { forumRoutes } from './features/forums/routes.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { politicianRoutes } from './features/politicians/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { tallyRoutes } from './features/tally/routes.ts'
import { startPollClock } from './features/polls/clock.ts'
import { MailedAnswers } from './features/polls/mailed-answers.ts'
import { PendingAnswers } from './features/polls/pending-answers.ts'
import { PollOpenings } from './features/polls/poll-openings.ts'
import { pollRoutes } from './features/polls/routes.ts'
import { reasonRoutes } from './features/reasons/routes.ts'
import { compressTexts } from './http/compression.ts'
import { watchConnectionQueue } from './http/connection-queue.ts'
import { limitConnections } from './http/connections.ts'
import { handleErrors, rejectMalformedUrl } from './http/errors.ts'
import { parseIntegers } from './http/integers.ts'
import { SessionCache } from './http/session-cache.ts'
import { loggerOptions } from './http/log.ts'
import { boundsOf, warnAboutMissingTrustProxy } from './http/network.ts'
import { openLimitStore } from './http/limits/limit-store.ts'
import { networkKey } from './http/limits/rate-limit.ts'
import { ResponseCache } from './http/cache/response-cache.ts'
import { setHeadersOfRoutes, setSecurityHeaders } from './http/security.ts'
import { ignoreTypeOfNoBody } from './http/request-body.ts'
import { admitOnlyMembers } from './http/members-only.ts'
import { closePartsThatAreOff } from './http/parts.ts'
import { askForProof } from './http/proof.ts'
import { rejectSeveralHosts, rejectUnstorableText } from './http/text.ts'
import { isSignedMedia, signMediaForMembers } from './http/signed-media.ts'
import { createTokens, type Tokens } from './http/tokens.ts'
import { registerConcurrencyLimit, acquireSlot } from './http/concurrency-limit.ts'
import { handleClientError, registerUploads } from './http/uploads/uploads.ts'
import { invalidateBy } from './on-message.ts'
import { connectInvalidations, flushInvalidations, invalidationChannel } from './live/publish.ts'
import type { Message } from './live/messages.ts'
import { readContentCounts } from './live/content-counts.ts'
import { readCounts } from './live/counts.ts'
import { liveRoutes, openStream, type LiveStream } from './live/stream.ts'
import { recordAccepted } from './mail/deliveries.ts'
import { openTransport } from './mail/transport.ts'
import { openOutbox, type Outbox } from './mail/outbox.ts'
import { openFileStore } from './media/open-file-store.ts'
import type { FileStore } from './media/file-store.ts'
import { ImageQueue } from '#media/image-queue.ts'
import { mediaRoutes } from './media/routes.ts'
import { isWithheld } from './media/withheld-media.ts'
import { measure } from './metrics.ts'
import { handleUndelivered, prepareMail } from './notifications/prepare-mail.ts'
import { Push } from './notifications/push.ts'
import { UnseenNews } from './notifications/read.ts'
import { type NotificationWorker, startNotifications } from './notifications/worker.ts'
import { collectDocs } from './site/docs/docs.ts'
import { type FindUnreadiness, healthRoutes } from './site/health.ts'
import { routedUrl, webFolder } from './site/pages.ts'
import { readRelease } from './site/release.ts'
import { siteRoutes } from './site/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    db: Db
    keys: SiteKeys
    tokens: Tokens
    /** After SIGTERM, the server goes on for a while. */
    draining: { is: boolean }
    findUnreadiness: FindUnreadiness
    reads: SharedReads
    cache: ResponseCache
    sessionCache: SessionCache
    files: FileStore
    images: ImageQueue
    live: LiveStream
    outbox: Outbox
    notifications: NotificationWorker
    push: Push
    unseenNews: UnseenNews
    voterKey: VoterKey
    drawOf: DrawOf
    pendingAnswers: PendingAnswers
    mailedAnswers: MailedAnswers
    pollOpenings: PollOpenings
  }
}

export interface Dependencies {
  config: Config
  db: Db
  databaseUrl: string
  /** Folder of the web build. Defaults to web/dist. */
  web?: string
  /** Destination of log lines. Defaults to standard output. */
  logTo?: { write(line: string): void }
  /** Sees each route, also those that libraries register. */
  onRoute?: onRouteHookHandler
  /** Compiles the schemas of calls. Defaults to Fastify's own. */
  compilers?: NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
}

const streamsPerNetwork = 20
const streamsPerUser = 20

/** Builds the server without listening. Lists everything that is mounted, in order. */
export async function buildApp({
  config,
  db,
  databaseUrl,
  web = webFolder,
  logTo,
  onRoute,
  compilers,
}: Dependencies): Promise<FastifyInstance> {
  const app = fastify({
    logger: loggerOptions({ level: config.logLevel, stream: logTo }),
    // Logging each request would cost more than serving it. Errors are logged where they occur.
    logController: new LogController({ disableRequestLogging: true }),
    // Hardly any request logs anything, so requests share one logger.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxies > 0 && ((_address, hop) => hop < config.trustedProxies),
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: routedUrl,
    frameworkErrors: rejectMalformedUrl,
    bodyLimit: 256 * 1024,
    // Reject values of another type instead of converting them. For paths and query strings see http/integers.ts.
    ajv: { customOptions: { coerceTypes: false } },
    schemaController: { compilersFactory: compilers },
    // Disconnect slow clients, except for uploads that make progress (http/uploads/uploads.ts).
    requestTimeout: 30_000,
    clientErrorHandler: handleClientError,
    connectionTimeout: 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()
  if (onRoute) app.addHook('onRoute', onRoute)

  const redis = config.redisUrl
    ? await (await import('./redis.ts')).Redis.open({ url: config.redisUrl, secret: config.jwtSecret, log: app.log })
    : undefined
  const limitStore = openLimitStore(redis)
  const reads = new SharedReads({ primary: db, urls: config.replicaUrls, log: app.log })
  const cache = new ResponseCache(reads)
  const keys = await openOrMakeKeys(db, config.jwtSecret)
  const files = await openFileStore(config)
  // Messages of other servers arrive from here on. Nothing is awaited before everything that they change exists.
  const clock = startPollClock(db, () => live.handle({ kind: 'stale', path: '/api/polls/' }))
  const onMessage = (message: Message, position?: string) => invalidateBy(app, clock, message, position)
  connectInvalidations(db, {
    onOwn: onMessage,
    needsPosition: config.replicaUrls.length > 0,
    publish: redis && ((lines) => redis.publish(invalidationChannel, lines)),
  })
  const live = openStream({
    databaseUrl,
    onConnect: lockSecret(config.jwtSecret),
    redis,
    onMessage,
    takeSlotOf: (userId) => limitStore.take('streams of', boundsOf(String(userId), streamsPerUser)),
    readCounts: (ids) => readCounts(db, ids),
    readContentCounts: (ids) => readContentCounts(db, ids),
    log: app.log,
    max: Math.ceil(config.liveStreams / config.processes),
  })
  app.decorate('config', config)
  app.decorate('db', db)
  app.decorate('keys', keys)
  app.decorate('tokens', createTokens(config.jwtSecret))
  app.decorate('draining', { is: false })
  app.decorate('live', live)
  app.decorate('reads', reads)
  app.decorate('cache', cache)
  app.decorate('limitStore', limitStore)
  app.decorate('sessionCache', new SessionCache(db, app.tokens, config))
  const { publicUrl } = config
  const push = new Push({ db, key: keys.push, publicUrl, isLocal: config.isLocal, log: app.log })
  app.decorate('push', push)
  app.decorate('unseenNews', new UnseenNews(db))
  app.decorate(
    'notifications',
    startNotifications({ db, keys, log: app.log, onDelivered: (delivered) => push.enqueue(delivered) }),
  )
  app.decorate('files', files)
  app.decorate('images', new ImageQueue())
  app.decorate(
    'outbox',
    openOutbox({
      db,
      cipher: keys.mail,
      transport: openTransport(config, app.log),
      prepare: (tx, mail) =>
        mail.ballot ? writeBallotMail(tx, { config, keys }, mail.ballot) : prepareMail(tx, { db, config, keys }, mail),
      async onUndelivered(tx, mail, failure) {
        const answer = failure.answer ?? 'No mail server took it before the ballot closed.'
        await recordBallotMails(tx, [{ ...mail, answer }], 'refused')
        await handleUndelivered(tx, mail, failure)
      },
      async onAccepted(tx, mails) {
        await recordBallotMails(tx, mails, 'accepted')
        // Without an SMTP server, mails are files on the server.
        if (config.smtpUrl !== undefined) await recordAccepted(tx, mails)
      },
      log: app.log,
    }),
  )
  app.decorate('voterKey', keys.voterKey)
  app.decorate('drawOf', keys.drawOf)
  app.decorate('pendingAnswers', new PendingAnswers(db))
  app.decorate('mailedAnswers', new MailedAnswers(app))
  app.decorate('pollOpenings', new PollOpenings(db))
  app.decorateRequest('viewerId', 0)
  app.decorateRequest('sessionId', '')
  app.decorateRequest('staffId', 0)
  app.decorateRequest('muterId', 0)
  app.decorateRequest('isMember', false)
  app.decorateRequest('draw', undefined)
  await Promise.all([loadIdentity(db), loadSettings({ db, keys, config })])
  app.addHook('onReady', () => live.ready)
  app.addHook('preClose', async () => void (await Promise.all([live.close(), app.notifications.close()])))
  app.addHook('onClose', async () => clock.close())
  app.addHook('onClose', async () => void (await Promise.all([app.images.close(), app.outbox.close()])))
  app.addHook('onClose', () => flushInvalidations(db))
  app.addHook('onClose', async () => void (await Promise.all([redis?.close() ?? Promise.resolve(), reads.close()])))

  if (config.metrics) measure(app)
  warnAboutMissingTrustProxy(app)
  handleErrors(app)
  setSecurityHeaders(app)
  rejectSeveralHosts(app)
  ignoreTypeOfNoBody(app)
  rejectUnstorableText(app)
  parseIntegers(app)
  registerConcurrencyLimit(app, limitStore)
  signMediaForMembers(app)
  compressTexts(app)
  limitConnections(app)
  watchConnectionQueue(app)
  closePartsThatAreOff(app)
  admitOnlyMembers(app)
  askForProof(app)
  const release = readRelease(web)
  setHeadersOfRoutes(app, release)
  await registerUploads(app)
  await collectDocs(app)

  liveRoutes(
    app,
    live,
    (request) => limitStore.take('streams', boundsOf(networkKey(request), streamsPerNetwork)),
    release,
  )
  healthRoutes(app)
  mediaRoutes(app, app.files, {
    publicAddress: config.mediaUrl,
    isWithheld: (name) => reads.run((from) => isWithheld(from, name)),
    isSigned: (signer, name, query) => isSignedMedia(config.jwtSecret, signer, name, query),
    preHandler: acquireSlot,
  })
  await app.register(async (features) => {
    features.addHook('preHandler', acquireSlot)
    // Called, because none needs a context of its own (docs/pitfalls.md).
    for (const routes of featureRoutes) await routes(features, {})
  })
  await siteRoutes(app, web)
  return app
}

const featureRoutes = [
  accountRoutes,
  boilerRoomRoutes,
  forumRoutes,
  politicianRoutes,
  pollRoutes,
  reasonRoutes,
  searchRoutes,
  notificationRoutes,
  moderationRoutes,
  adminRoutes,
  commonGroundRoutes,
  tallyRoutes,
]
