import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/forums/discussions'
import { signedIn } from '#http/auth.ts'
import { cachedReply, shareReply } from '#http/cache/shared-reply.ts'
import { findForumCategories, findForumStats } from './queries.ts'

const maxAgeSeconds = 10

export const forumStatsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...contract.getForumStats,
    onRequest: [signedIn, cachedReply],
    handler: (request, reply) =>
      shareReply(contract.getForumStats, maxAgeSeconds, request, reply, () => findForumStats(app.db)),
  })

  app.route({
    ...contract.listForumCategories,
    onRequest: [signedIn, cachedReply],
    handler: (request, reply) =>
      shareReply(contract.listForumCategories, maxAgeSeconds, request, reply, () => findForumCategories(app.db)),
  })
}
