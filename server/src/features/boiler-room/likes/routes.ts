import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as postLikes from '@wtpu/contract/boiler-room/likes'
import { viewerId, viewerKey, signedIn } from '#http/auth.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { like, unlike } from './commands.ts'

/** Likes of posts and of their comments. */
export const likeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerPerson, viewerKey)]
  const post = (id: number) => ({ kind: 'post', id }) as const
  const comment = (id: number) => ({ kind: 'comment', id, on: 'post' }) as const

  app.route({
    ...postLikes.likePost,
    onRequest: writes,
    handler: (request) => like(app.db, { to: post(request.params.id), userId: viewerId(request) }),
  })

  app.route({
    ...postLikes.unlikePost,
    onRequest: writes,
    handler: (request) => unlike(app.db, { to: post(request.params.id), userId: viewerId(request) }),
  })

  app.route({
    ...postLikes.likePostComment,
    onRequest: writes,
    handler: (request) => like(app.db, { to: comment(request.params.id), userId: viewerId(request) }),
  })

  app.route({
    ...postLikes.unlikePostComment,
    onRequest: writes,
    handler: (request) => unlike(app.db, { to: comment(request.params.id), userId: viewerId(request) }),
  })
}
