import { writtenOf } from '@wtpu/contract/schemas'
import { findRevisions } from '#writing/revise.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/forums/comments'
import { createComment } from '#writing/comments.ts'
import { deleteComment } from '#writing/delete-comments.ts'
import { toggleReaction } from '#community/reactions.ts'
import { signedIn, viewerId, viewerKey, writerOf } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { editForumComment, setPinned } from './commands.ts'
import { findCommentPage } from './list.ts'
import { findAncestors, findForumComment, findReactions } from './queries.ts'

/** Maximum age of a cached response. Names, roles and blocked authors of discussions change without an invalidation. */
const maxAgeSeconds = 5

/** Comments on discussions. */
export const forumCommentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]

  shareRoute(app, contract.listDiscussionComments, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    leavesOutMuted: true,
    read: (db, { params, query }, muterId) => findCommentPage(db, { ...query, discussionId: params.id, muterId }),
  })

  app.route({
    ...contract.listCommentAncestors,
    onRequest: signedIn,
    handler: (request) => findAncestors(app.db, request.params.id, request.muterId),
  })

  app.route({
    ...contract.listForumCommentRevisions,
    onRequest: signedIn,
    handler: (request) => findRevisions(app.db, { kind: 'comment', id: request.params.id }),
  })

  app.route({
    ...contract.listMyReactions,
    onRequest: signedIn,
    handler: (request) => findReactions(app.db, { ids: request.query.comments, userId: viewerId(request) }),
  })

  app.route({
    ...contract.createDiscussionComment,
    onRequest: writes,
    handler: async (request, reply) => {
      const on = { kind: 'discussion', id: request.params.id } as const
      const { id } = await createComment(app.db, {
        on,
        parentId: request.body.parent,
        ...writerOf(request),
        text: request.body.content,
        ...writtenOf(request.body),
        idempotencyKey: request.body.idempotency_key,
      })
      return reply.code(201).send(await findForumComment(app.db, id))
    },
  })

  app.route({
    ...contract.editForumComment,
    onRequest: writes,
    handler: async (request) => {
      const { content: text, ...written } = request.body
      const edit = { commentId: request.params.id, userId: viewerId(request), text, ...written }
      await editForumComment(app.db, edit)
      return findForumComment(app.db, edit.commentId)
    },
  })

  app.route({
    ...contract.deleteForumComment,
    onRequest: writes,
    handler: (request) =>
      deleteComment(app.db, { commentId: request.params.id, on: 'discussion', userId: viewerId(request) }),
  })

  const reactions = { 1: contract.likeForumComment, [-1]: contract.dislikeForumComment } as const
  for (const wanted of [1, -1] as const) {
    app.route({
      ...reactions[wanted],
      onRequest: writes,
      handler: async (request) => {
        const to = { kind: 'comment', id: request.params.id, on: 'discussion' } as const
        const { value, likeCount, dislikeCount } = await toggleReaction(app.db, {
          to,
          userId: viewerId(request),
          value: wanted,
        })
        const counts = { like_count: likeCount, dislike_count: dislikeCount }
        return { value, liked: value === 1, disliked: value === -1, ...counts }
      },
    })
  }

  for (const isPinned of [true, false]) {
    app.route({
      ...(isPinned ? contract.pinForumComment : contract.unpinForumComment),
      onRequest: writes,
      handler: async (request) => {
        await setPinned(app.db, { commentId: request.params.id, userId: request.staffId, isPinned })
        return { isPinned }
      },
    })
  }
}
