import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as politicians from '@wtpu/contract/politicians'
import { getRatingHistory } from '@wtpu/contract/rating-history'
import { undoRating as undoRatingCall } from '@wtpu/contract/undo-rating'
import { viewerKey, signedIn, viewerId, writerOf } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { limitRejected, limits, limitTo } from '#http/limits/rate-limit.ts'
import { ratePolitician, undoRating } from './commands.ts'
import { contactOffice } from './contact.ts'
import { findFilterOptions, findMyRatings, findPolitician, findPoliticianByName, findPoliticians } from './queries.ts'
import { findRatingHistory } from './rating-history.ts'
import { rollCallRoutes } from './roll-calls/routes.ts'
import { wallRoutes } from './wall.ts'

export const politicianRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const routes of [wallRoutes, rollCallRoutes]) await routes(app, {})

  shareRoute(app, politicians.listPoliticians, {
    seconds: 30,
    read: (db, { query }) => {
      const { cursor, limit, ...filter } = query
      return findPoliticians(db, filter, { cursor, limit })
    },
  })

  shareRoute(app, politicians.listFilterOptions, { seconds: 300, read: (db) => findFilterOptions(db) })

  shareRoute(app, politicians.findPoliticianByName, {
    seconds: 30,
    read: (db, { query }) => findPoliticianByName(db, query.name),
  })

  shareRoute(app, politicians.getPolitician, {
    seconds: 30,
    read: (db, { params }) => findPolitician(db, params.id),
  })

  shareRoute(app, getRatingHistory, {
    seconds: 300,
    read: (db, { params }) => findRatingHistory(db, params.id),
  })

  app.route({
    ...politicians.ratePolitician,
    ...limitRejected(app, limits.rejectedPerUser),
    handler: (request) =>
      ratePolitician(app.db, {
        politicianId: request.params.id,
        ...writerOf(request),
        type: request.body.type,
        isRepetition: request.body.is_repetition,
      }),
  })

  app.route({
    ...undoRatingCall,
    ...limitRejected(app, limits.rejectedPerUser),
    handler: (request) => undoRating(app.db, { politicianId: request.params.id, userId: viewerId(request) }),
  })

  app.route({
    ...politicians.contactOffice,
    onRequest: [signedIn, limitTo(app, limits.writesPerUser, viewerKey)],
    handler: (request) =>
      contactOffice(app.db, app.outbox, {
        ...request.body,
        politicianId: request.params.id,
        ...writerOf(request),
        publicUrl: app.config.publicUrl,
        canMail: app.config.smtpUrl !== undefined,
      }),
  })

  app.route({
    ...politicians.listMyRatings,
    onRequest: signedIn,
    handler: (request) => findMyRatings(app.db, viewerId(request)),
  })
}
