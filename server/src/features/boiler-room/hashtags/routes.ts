import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as postHashtags from '@wtpu/contract/boiler-room/hashtags'
import { signedIn } from '#http/auth.ts'
import { cachedReply, shareReply } from '#http/cache/shared-reply.ts'
import { findTrendingHashtags } from './queries.ts'

const maxAgeSeconds = 30

export const hashtagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...postHashtags.listTrendingHashtags,
    onRequest: [signedIn, cachedReply],
    handler: (request, reply) =>
      shareReply(postHashtags.listTrendingHashtags, maxAgeSeconds, request, reply, () => findTrendingHashtags(app.db)),
  })
}
