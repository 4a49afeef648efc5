import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isOpenKind, publicSearchKinds, searchSite as endpoint } from '@wtpu/contract/site/search'
import { assertSignedIn, maybeSignedIn, viewerKey } from '#http/auth.ts'
import { shareUnlessMuting } from '#http/cache/shared-response.ts'
import { ApiError, invalidInput } from '#http/errors.ts'
import { limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { searchSite } from './search.ts'

/** Maximum age of a cached response. Writes on other servers do not invalidate searches. */
const maxAgeSeconds = 5

export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...endpoint,
    onRequest: [
      maybeSignedIn,
      limitTo(app, limits.searchesPerAddress, (request) => (request.viewerId === 0 ? networkKey(request) : undefined)),
      limitTo(app, limits.searchesPerUser, (request) => (request.viewerId === 0 ? undefined : viewerKey(request))),
    ],
    handler: (request, reply) => {
      const { kind, cursor } = request.query
      const isPublic = kind === undefined || publicSearchKinds.some((publicKind) => publicKind === kind)
      // With an expired token, the browser gets a new one instead of a response for visitors.
      if (!isPublic || request.headers.authorization !== undefined) assertSignedIn(request)
      if (kind !== undefined && !isOpenKind(kind)) throw new ApiError('part_off')
      if (cursor !== undefined && kind === undefined) {
        throw invalidInput({ cursor: ['needs a kind'] }, 'cursor needs a kind')
      }
      const isMember = request.viewerId !== 0
      // Members with the same query share one response, visitors another.
      return shareUnlessMuting(
        endpoint,
        maxAgeSeconds,
        request,
        reply,
        (db, muterId) => searchSite(db, { ...request.query, isMember, muterId }),
        isMember ? 'member' : 'visitor',
      )
    },
  })
}
