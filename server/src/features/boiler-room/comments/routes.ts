import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import { createComment, deleteComment } from '#community/comments.ts'
import { findComment } from '#community/list-comments.ts'
import { viewerId, viewerKey, signedIn } from '#http/auth.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { findPostComments, toPostComment } from './queries.ts'

/** /api/boilerroom/post-comments/: comments on posts. */
export const postCommentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerPerson, viewerKey)]

  app.route({
    ...postComments.listPostComments,
    onRequest: signedIn,
    handler: (request) => findPostComments(app.db, { viewerId: viewerId(request), ...request.query }),
  })

  app.route({
    ...postComments.createPostComment,
    onRequest: writes,
    handler: async (request, reply) => {
      const { id } = await createComment(app.db, {
        on: { kind: 'post', id: request.body.post },
        userId: viewerId(request),
        text: request.body.text,
        requestKey: request.body.request_key,
        maxLength: postComments.postCommentMaxLength,
        confirmedOnly: app.config.votesNeedConfirmedEmail,
      })
      return reply.code(201).send(toPostComment(await findComment(app.db, id, viewerId(request))))
    },
  })

  app.route({
    ...postComments.deletePostComment,
    onRequest: writes,
    handler: (request) =>
      deleteComment(app.db, { commentId: request.params.id, on: 'post', userId: viewerId(request) }),
  })
}
