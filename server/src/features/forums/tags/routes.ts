import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/forums/tags'
import { signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { cachedReply, shareReply } from '#http/cache/shared-reply.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { createTag } from './create-tag.ts'
import { mergeTags } from './merge-tags.ts'
import { findTags } from './queries.ts'

const maxAgeSeconds = 30

export const tagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerPerson, viewerKey)]

  app.route({
    ...contract.listTags,
    onRequest: [signedIn, cachedReply],
    handler: (request, reply) =>
      shareReply(contract.listTags, maxAgeSeconds, request, reply, () => findTags(app.db, request.query)),
  })

  app.route({
    ...contract.createTag,
    onRequest: writes,
    handler: async (request, reply) => {
      const confirmedOnly = app.config.votesNeedConfirmedEmail
      const { tag, isNew } = await createTag(app.db, { ...request.body, userId: viewerId(request), confirmedOnly })
      return reply.code(isNew ? 201 : 200).send(tag)
    },
  })

  app.route({
    ...contract.mergeTags,
    onRequest: writes,
    handler: (request) =>
      mergeTags(app.db, { tagId: request.params.id, into: request.body.into, moderatorId: viewerId(request) }),
  })
}
