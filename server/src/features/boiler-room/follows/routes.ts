import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as boilerRoom from '@wtpu/contract/boiler-room/follows'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { toggleFollow } from './commands.ts'
import { findFollowing, findSuggestedUsers } from './queries.ts'

export const followRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...boilerRoom.followUser,
    onRequest: [signedIn, limitTo(app, limits.writesPerPerson, viewerKey)],
    handler: (request) => toggleFollow(app.db, { userId: viewerId(request), wanted: request.params.user }),
  })

  app.route({
    ...boilerRoom.listFollowing,
    onRequest: signedIn,
    handler: (request) => findFollowing(app.db, viewerId(request), request.query),
  })

  app.route({
    ...boilerRoom.listSuggestedUsers,
    onRequest: signedIn,
    handler: (request) => findSuggestedUsers(app.db, viewerId(request)),
  })
}
