import { findRevisions } from '#writing/revise.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/forums/discussions'
import type { FastifyRequest } from 'fastify'
import { setSlow } from '#community/slow-mode.ts'
import { toggleReaction } from '#community/reactions.ts'
import { signedIn, viewerId, viewerKey, writerOf } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { deleteDiscussion, editDiscussion, unlockDiscussion } from './commands.ts'
import { createDiscussion } from './create-discussion.ts'
import { findDiscussions } from './list.ts'
import { findDiscussion, findDiscussionState } from './queries.ts'
import { isRead } from '#http/is-read.ts'
import { isDue, type StoredVisit, visitWriter } from './visits.ts'

/** Maximum age of a cached response. Other people's comments, likes and views do not invalidate lists. */
const maxAgeSeconds = 5

export const discussionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]
  app.addHook('onClose', () => visitWriter.flush(app.db))

  shareRoute(app, contract.listDiscussions, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    leavesOutMuted: true,
    read: (db, { query }, muterId) => findDiscussions(db, { ...query, muterId }),
  })

  app.route({
    ...contract.getDiscussion,
    onRequest: signedIn,
    handler: async (request) => {
      const found = await findDiscussion(app.db, request.params.id, request)
      if (!found) throw notFound('Discussion')
      visit(request, found)
      return found.discussion
    },
  })

  shareRoute(app, contract.getDiscussionState, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    read: (db, { params }) => findDiscussionState(db, params.id),
  })

  app.route({
    ...contract.listDiscussionRevisions,
    onRequest: signedIn,
    handler: (request) => findRevisions(app.db, { kind: 'discussion', id: request.params.id }),
  })

  app.route({
    ...contract.createDiscussion,
    onRequest: writes,
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await createDiscussion(app.db, { ...request.body, ...writerOf(request), staffId: request.staffId })),
  })

  app.route({
    ...contract.editDiscussion,
    onRequest: writes,
    handler: (request) =>
      editDiscussion(app.db, {
        ...request.body,
        discussionId: request.params.id,
        userId: viewerId(request),
        staffId: request.staffId,
      }),
  })

  app.route({
    ...contract.deleteDiscussion,
    onRequest: writes,
    handler: (request) => deleteDiscussion(app.db, { discussionId: request.params.id, userId: viewerId(request) }),
  })

  app.route({
    ...contract.likeDiscussion,
    onRequest: writes,
    handler: async (request) => {
      const to = { kind: 'discussion', id: request.params.id } as const
      const { value, likeCount } = await toggleReaction(app.db, { to, userId: viewerId(request), value: 1 })
      return { liked: value === 1, like_count: likeCount }
    },
  })

  app.route({
    ...contract.unlockDiscussion,
    onRequest: writes,
    handler: (request) => unlockDiscussion(app.db, { discussionId: request.params.id, moderatorId: request.staffId }),
  })

  for (const isSlow of [true, false]) {
    app.route({
      ...(isSlow ? contract.startSlowDiscussion : contract.endSlowDiscussion),
      onRequest: writes,
      handler: (request) =>
        setSlow(app.db, { kind: 'discussion', id: request.params.id, moderatorId: request.staffId, isSlow }),
    })
  }
}

/** Stores the visit after the discussion was read. A failure is logged, because the reader gets the discussion anyway. */
function visit(
  request: FastifyRequest,
  { discussion, visit: stored }: { discussion: contract.Discussion; visit: StoredVisit | null },
): void {
  const userId = viewerId(request)
  const isAuthor = discussion.user === userId
  if (!isRead(request) || !isDue(stored, isAuthor)) return
  visitWriter.enqueue(request.server.db, { discussionId: discussion.id, userId, isAuthor }).catch((error: unknown) => {
    request.log.warn({ err: error }, 'a visit was not stored')
  })
}
