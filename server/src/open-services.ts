import { type FastifyInstance } from 'fastify'
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
import { startPollClock } from './features/polls/clock.ts'
import { MailedAnswers } from './features/polls/mailed-answers.ts'
import { PendingAnswers } from './features/polls/pending-answers.ts'
import { PollOpenings } from './features/polls/poll-openings.ts'
import { SessionCache } from './http/session-cache.ts'
import { boundsOf } from './http/network.ts'
import { type LimitStore, openLimitStore } from './http/limits/limit-store.ts'
import { ResponseCache } from './http/cache/response-cache.ts'
import { createTokens, type Tokens } from './http/tokens.ts'
import { invalidateBy } from './on-message.ts'
import { connectInvalidations, flushInvalidations, invalidationChannel } from './live/publish.ts'
import type { Message } from './live/messages.ts'
import { readContentCounts } from './live/content-counts.ts'
import { readCounts } from './live/counts.ts'
import { openStream, type LiveStream } from './live/stream.ts'
import { recordAccepted } from './mail/deliveries.ts'
import { openTransport } from './mail/transport.ts'
import { openOutbox, type Outbox } from './mail/outbox.ts'
import { openFileStore } from './media/open-file-store.ts'
import type { FileStore } from './media/file-store.ts'
import { ImageQueue } from '#media/image-queue.ts'
import { handleUndelivered, prepareMail } from './notifications/prepare-mail.ts'
import { Push } from './notifications/push.ts'
import { UnseenNews } from './notifications/read.ts'
import { type NotificationWorker, startNotifications } from './notifications/worker.ts'
import { type FindUnreadiness } from './site/health.ts'
import type { Dependencies } from './open-server.ts'

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

const streamsPerUser = 20

/** Opens what requests use, names it on `app`, and closes it with the server. */
export async function openServices(
  app: FastifyInstance,
  { config, db, databaseUrl }: Dependencies,
): Promise<{ limitStore: LimitStore; live: LiveStream }> {
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
  return { limitStore, live }
}
