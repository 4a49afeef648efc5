import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as politicians from '@wtpu/contract/politicians'
import { listComments } from '#community/list-comments.ts'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { createComment, likeComment, unlikeComment } from './commands.ts'
import { toPoliticianComment } from './queries.ts'

/** /api/comments/ and /api/comment-likes/: the discussion wall on an official's profile. */
export const wallRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerPerson, viewerKey)]

  app.route({
    ...politicians.listComments,
    onRequest: signedIn,
    handler: (request) => {
      const { politician, ...page } = request.query
      const on = { kind: 'politician', id: politician } as const
      return listComments(app.db, { on, viewerId: viewerId(request), ...page }, toPoliticianComment)
    },
  })

  app.route({
    ...politicians.createComment,
    onRequest: writes,
    handler: async (request, reply) =>
      reply.code(201).send(
        await createComment(app.db, {
          politicianId: request.body.politician,
          userId: viewerId(request),
          confirmedOnly: app.config.votesNeedConfirmedEmail,
          text: request.body.text,
          requestKey: request.body.request_key,
        }),
      ),
  })

  app.route({
    ...politicians.likeComment,
    onRequest: writes,
    handler: (request) => likeComment(app.db, { commentId: request.body.comment, userId: viewerId(request) }),
  })

  app.route({
    ...politicians.unlikeComment,
    onRequest: writes,
    handler: (request) => unlikeComment(app.db, { likeId: request.params.id, userId: viewerId(request) }),
  })
}
