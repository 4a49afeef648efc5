import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as politicians from '@wtpu/contract/politicians'
import { getRatingHistory } from '@wtpu/contract/rating-history'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { cachedResponse, shareResponse } from '#http/cache/shared-response.ts'
import { notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { ratePolitician } from './commands.ts'
import { contactOffice } from './contact.ts'
import { findFilterOptions, findMyRatings, findPolitician, findPoliticianByName, findPoliticians } from './queries.ts'
import { findRatingHistory } from './rating-history.ts'

export const politicianRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const confirmedOnly = app.config.votesNeedConfirmedEmail

  app.route({
    ...politicians.listPoliticians,
    onRequest: cachedResponse,
    handler: (request, reply) =>
      shareResponse(politicians.listPoliticians, 30, request, reply, (db) => {
        const { cursor, limit, ...filter } = request.query
        return findPoliticians(db, filter, { cursor, limit })
      }),
  })

  app.route({
    ...politicians.listFilterOptions,
    onRequest: cachedResponse,
    handler: (request, reply) =>
      shareResponse(politicians.listFilterOptions, 300, request, reply, (db) => findFilterOptions(db)),
  })

  app.route({
    ...politicians.findPoliticianByName,
    onRequest: cachedResponse,
    handler: (request, reply) =>
      shareResponse(politicians.findPoliticianByName, 30, request, reply, async (db) => {
        const politician = await findPoliticianByName(db, request.query.name)
        if (!politician) throw notFound('Politician')
        return politician
      }),
  })

  app.route({
    ...politicians.getPolitician,
    onRequest: cachedResponse,
    handler: (request, reply) =>
      shareResponse(politicians.getPolitician, 30, request, reply, async (db) => {
        const politician = await findPolitician(db, request.params.id)
        if (!politician) throw notFound('Politician')
        return politician
      }),
  })

  app.route({
    ...getRatingHistory,
    onRequest: cachedResponse,
    handler: (request, reply) =>
      shareResponse(getRatingHistory, 300, request, reply, async (db) => {
        const history = await findRatingHistory(db, request.params.id)
        if (!history) throw notFound('Politician')
        return history
      }),
  })

  app.route({
    ...politicians.ratePolitician,
    onRequest: signedIn,
    handler: (request) =>
      ratePolitician(app.db, {
        politicianId: request.params.id,
        userId: viewerId(request),
        type: request.body.type,
        confirmedOnly,
      }),
  })

  app.route({
    ...politicians.contactOffice,
    onRequest: [signedIn, limitTo(app, limits.writesPerUser, viewerKey)],
    handler: (request) =>
      contactOffice(app.db, app.outbox, {
        politicianId: request.params.id,
        userId: viewerId(request),
        confirmedOnly,
        publicUrl: app.config.publicUrl,
        canMail: app.config.smtpUrl !== undefined,
        ...request.body,
      }),
  })

  app.route({
    ...politicians.listMyRatings,
    onRequest: signedIn,
    handler: (request) => findMyRatings(app.db, viewerId(request)),
  })
}
