import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '@wtpu/contract/tally/tally'
import { downloadName } from '@wtpu/contract/site/download-name'
import type { Db } from '#db/client.ts'
import { sent, shareRoute } from '#http/cache/shared-response.ts'
import { notFound } from '#http/errors.ts'
import { hasVersion } from '#http/etag.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { findLog, findPublicKey, findSeal, readBallots } from './queries.ts'

/** Maximum age of a cached response. Seals never change. */
const maxAgeSeconds = 5

export const tallyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  shareRoute(app, contract.getPollSeal, {
    seconds: maxAgeSeconds,
    read: (db, { params }) => findSeal(db, params.id),
  })

  app.route({
    ...contract.listTallyLog,
    onRequest: limitTo(app, limits.publicFilesPerAddress),
    // Neither cached nor from a replica, so that it has every seal that the client has seen.
    handler: async (request, reply) =>
      reply.header('cache-control', 'no-cache').send(await findLog(app.db, request.query.after ?? 0)),
  })

  app.route({
    ...contract.downloadBallots,
    onRequest: limitTo(app, limits.publicFilesPerAddress),
    handler: async (request, reply) => sent(await sendBallots(app.db, request.params.id, request, reply)),
  })

  app.get(contract.tallyKeyPath, { schema: { hide: true }, config: { open: true } }, async (_request, reply) => {
    const publicKey = await findPublicKey(app.db)
    if (publicKey === undefined) throw notFound('Key')
    const key = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', x: publicKey }
    return reply.header('cache-control', 'no-cache').send(key)
  })
}

/** Never changes, so its version is the seal. */
async function sendBallots(
  db: Db,
  pollId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const seal = await findSeal(db, pollId)
  if (!seal?.ballots) throw notFound('Ballots')
  const etag = `"${seal.hash}"`
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (hasVersion(request, etag)) return reply.code(304).send()
  return reply
    .type('text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="${downloadName(`poll-${pollId}-ballots${seal.is_sample ? '-sample-data' : ''}.csv`)}"`,
    )
    .send(Readable.from(readBallots(db, pollId), { objectMode: false }))
}
