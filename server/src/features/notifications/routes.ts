import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listMentionable, listMentioned } from '@wtpu/contract/mentions'
import * as contract from '@wtpu/contract/notifications/notifications'
import * as settings from '@wtpu/contract/notifications/settings'
import { signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { publish } from '#live/publish.ts'
import { findNotifications } from '#notifications/list.ts'
import { markRead } from '#notifications/read.ts'
import { findSettings, updateSettings } from '#notifications/settings.ts'
import { unsubscribe } from '#notifications/unsubscribe.ts'
import { findMentioned } from './mentioned.ts'
import { findFollowedPoliticians, findMentionable, toggleFollow, watchDiscussion } from './people-and-places.ts'

export const notificationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  void app.register(unsubscribeRoutes)
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]
  // Each page that is opened may mark notifications as read, and each tab may identify its stream.
  const marks = [signedIn, limitTo(app, limits.marksPerUser, viewerKey)]
  /** Suspended users still manage what they receive. */
  const config = { whileSuspended: true }

  app.route({
    ...contract.listNotifications,
    onRequest: signedIn,
    handler: (request) => findNotifications(app.db, { ...request.query, userId: viewerId(request) }),
  })

  app.route({
    ...contract.getNotificationSummary,
    onRequest: signedIn,
    handler: (request) => app.unseenNews.find(viewerId(request)),
  })

  app.route({
    ...contract.markNotificationsRead,
    config,
    onRequest: marks,
    handler: async (request) => {
      const userId = viewerId(request)
      await markRead(app.db, { userId, which: request.body })
      return app.unseenNews.find(userId)
    },
  })

  app.route({
    ...contract.identifyStream,
    config,
    onRequest: marks,
    handler: async (request) => {
      publish(app.db, { kind: 'ticket', ticket: request.body.ticket, userId: viewerId(request) })
      return { sent: true }
    },
  })

  app.route({
    ...contract.watchDiscussion,
    config,
    onRequest: writes,
    handler: (request) =>
      watchDiscussion(app.db, {
        discussionId: request.params.id,
        userId: viewerId(request),
        level: request.body.level,
      }),
  })

  app.route({
    ...contract.followPolitician,
    onRequest: writes,
    handler: (request) => toggleFollow(app.db, { politicianId: request.params.id, userId: viewerId(request) }),
  })

  app.route({
    ...contract.listFollowedPoliticians,
    onRequest: signedIn,
    handler: (request) => findFollowedPoliticians(app.db, viewerId(request)),
  })

  app.route({
    ...listMentionable,
    onRequest: [signedIn, limitTo(app, limits.searchesPerUser, viewerKey)],
    handler: (request) => findMentionable(app.db, { userId: viewerId(request), q: request.query.q ?? '' }),
  })

  app.route({
    ...listMentioned,
    onRequest: [signedIn, limitTo(app, limits.searchesPerUser, viewerKey)],
    handler: (request) => findMentioned(app.db, request.query.names ?? ''),
  })

  app.route({
    ...settings.getNotificationSettings,
    onRequest: signedIn,
    handler: (request) => findSettings(app.db, viewerId(request), app.push.publicKey),
  })

  app.route({
    ...settings.updateNotificationSettings,
    config,
    onRequest: writes,
    handler: async (request) => {
      const userId = viewerId(request)
      await updateSettings(app.db, { ...request.body, userId })
      return findSettings(app.db, userId, app.push.publicKey)
    },
  })

  app.route({
    ...settings.subscribeToPush,
    config,
    onRequest: writes,
    handler: async (request) => {
      const userId = viewerId(request)
      await app.push.subscribe(userId, request.body)
      return { push_devices: await app.push.countDevices(userId) }
    },
  })

  app.route({
    ...settings.unsubscribeFromPush,
    config,
    onRequest: writes,
    handler: async (request) => {
      const userId = viewerId(request)
      await app.push.unsubscribe(userId, request.body.endpoint)
      return { push_devices: await app.push.countDevices(userId) }
    },
  })
}

/** Takes any body: mail programs send a form (RFC 8058). */
const unsubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) => done(null))

  app.route({
    ...settings.unsubscribe,
    onRequest: limitTo(app, limits.mailLinksPerAddress),
    handler: (request) => unsubscribe(app.db, { token: request.params.token, secret: app.config.jwtSecret }),
  })
}
