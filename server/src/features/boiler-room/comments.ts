import { writtenOf } from '@wtpu/contract/schemas'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import type { PostComment } from '@wtpu/contract/boiler-room/comments'
import { assertVisible } from '#writing/content.ts'
import { type CommentRow, listComments, toSharedWire, findComment } from '#community/list-comments.ts'
import { shareComments } from '#community/share-comments.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createComment } from '#writing/comments.ts'
import { deleteComment } from '#writing/delete-comments.ts'
import { viewerId, viewerKey, signedIn, writerOf } from '#http/auth.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

function toPostComment(row: CommentRow): PostComment {
  return {
    ...toSharedWire(row),
    post: row.parentId,
    likes_count: row.likeCount,
    user_has_liked: row.likeId !== null,
  }
}

/** /api/boilerroom/post-comments/: comments on posts. */
export const postCommentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]

  app.route({
    ...postComments.listPostComments,
    onRequest: signedIn,
    handler: (request, reply) => {
      const { post, ...page } = request.query
      const on = { kind: 'post', id: post } as const
      return shareComments(postComments.listPostComments, { on, request, reply }, async (db, viewer) => {
        await assertVisible(db, on)
        return listComments(db, { on, viewerId: viewer, ...page }, toPostComment)
      })
    },
  })

  app.route({
    ...postComments.createPostComment,
    onRequest: writes,
    handler: async (request, reply) => {
      const { id } = await createComment(app.db, {
        on: { kind: 'post', id: request.body.post },
        ...writerOf(request),
        text: request.body.text,
        ...writtenOf(request.body),
        idempotencyKey: request.body.idempotency_key,
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
