import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import * as reasons from '@wtpu/contract/polls/on-demand/reasons'
import { signedIn, viewerId, viewerKey, writerOf } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { judgeReason } from './judge.ts'
import { findBestReasons, findOwnReason, findReasons, findReasonsToJudge, type Own } from './queries.ts'
import { createReason, deleteReason, editReason } from './write.ts'

/** A reason appears at a full hour, which no write invalidates. */
const maxAgeSeconds = 60

const ownOf = (request: FastifyRequest<{ Params: { id: number }; Querystring: { side?: reasons.Side } }>): Own => ({
  pollId: request.params.id,
  userId: viewerId(request),
  side: request.query.side,
})

export const reasonRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]
  const shared = { seconds: maxAgeSeconds, leavesOutMuted: true, guard: signedIn } as const

  shareRoute(app, reasons.listBestReasons, {
    ...shared,
    read: (db, { params }, muterId) => findBestReasons(db, params.id, muterId),
  })

  shareRoute(app, reasons.listReasons, {
    ...shared,
    read: (db, { params, query }, muterId) => findReasons(db, { pollId: params.id, muterId, ...query }),
  })

  app.route({
    ...reasons.getOwnReason,
    onRequest: signedIn,
    handler: (request) => findOwnReason(app.db, ownOf(request)),
  })

  app.route({
    ...reasons.createReason,
    onRequest: writes,
    handler: async (request, reply) => {
      const { is_named: isNamed, other_side: otherSide, idempotency_key: idempotencyKey, ...text } = request.body
      const reason = { pollId: request.params.id, ...text, isNamed, otherSide, idempotencyKey, ...writerOf(request) }
      return reply.code(201).send(await createReason(app.db, reason))
    },
  })

  app.route({
    ...reasons.editReason,
    onRequest: writes,
    handler: (request) => editReason(app.db, ownOf(request), request.body),
  })

  app.route({
    ...reasons.deleteReason,
    onRequest: writes,
    handler: (request) => deleteReason(app.db, ownOf(request)),
  })

  app.route({
    ...reasons.listReasonsToJudge,
    onRequest: signedIn,
    handler: (request) => findReasonsToJudge(app.db, { pollId: request.params.id, userId: viewerId(request) }),
  })

  app.route({
    ...reasons.judgeReason,
    onRequest: writes,
    handler: (request) => {
      const { is_fair: isFair, version } = request.body
      return judgeReason(app.db, { reasonId: request.params.id, isFair, version, ...writerOf(request) })
    },
  })
}
