import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/common-ground'
import { downloadName } from '@wtpu/contract/site/download-name'
import { signedIn, viewerId } from '#http/auth.ts'
import { sendEntry, sent, shareRoute } from '#http/cache/shared-response.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { findCommonGround, findCommonGroundAsCsv, findLineAsCsv, findOwnGroup, findPollGroups } from './queries.ts'

/** Maximum age of a cached response. A run invalidates it; polls that close or are removed do not. */
const maxAgeSeconds = 10

const files = [
  { endpoint: contract.downloadCommonGround, file: 'common-ground.csv', find: findCommonGroundAsCsv },
  { endpoint: contract.downloadLine, file: 'common-ground-line.csv', find: findLineAsCsv },
]

export const commonGroundRoutes: FastifyPluginAsyncTypebox = async (app) => {
  shareRoute(app, contract.getCommonGround, { seconds: maxAgeSeconds, read: (db) => findCommonGround(db) })

  for (const { endpoint, file, find } of files) {
    app.route({
      ...endpoint,
      onRequest: limitTo(app, limits.publicFilesPerAddress),
      handler: async (request, reply) => {
        const cached = { seconds: maxAgeSeconds, isSearch: false }
        const entry = await app.cache.getOrCompute(endpoint.url, cached, find)
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${downloadName(file)}"`)
        return sent(await sendEntry(entry, request, reply))
      },
    })
  }

  app.route({
    ...contract.getOwnGroup,
    onRequest: signedIn,
    handler: (request) => findOwnGroup(app.db, viewerId(request)),
  })

  shareRoute(app, contract.getPollGroups, {
    seconds: maxAgeSeconds,
    read: (db, { params }) => findPollGroups(db, params.id),
  })
}
