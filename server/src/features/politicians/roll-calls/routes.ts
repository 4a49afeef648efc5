import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { downloadRollCall, getRollCallFile } from '@wtpu/contract/roll-call-files'
import { getPollComparison } from '@wtpu/contract/roll-call-comparison'
import * as myPoliticians from '@wtpu/contract/my-politicians'
import * as rollCalls from '@wtpu/contract/roll-calls'
import { downloadName } from '@wtpu/contract/site/download-name'
import type { Db } from '#db/client.ts'
import { maybeSignedIn, signedIn, viewerId } from '#http/auth.ts'
import { shareExceptOwn, shareResponse, shareRoute } from '#http/cache/shared-response.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { findAgreement } from './agreement.ts'
import { findComparison } from './comparison.ts'
import { findPositions, findRollCalls } from './list.ts'
import { addAgreements, findDistricts, findHome, findOfficials, type Home } from './my-politicians.ts'
import { findRollCall, findRollCallFile, rollCallAsCsv } from './roll-call.ts'
import { findVotingSummary } from './summary.ts'
import { findVotes } from './votes.ts'

/** Imports invalidate what is cached. */
const maxAgeSeconds = 300
/** For responses that show polls, which open, close and are removed. */
const maxAgeWithPolls = 30

/** All people of a district share one response. */
const audienceOf = ({ state, district }: Home) => `${state}-${district}`

/** /api/roll-calls/, and what officials' profiles, polls and the dashboard show of roll calls. */
export const rollCallRoutes: FastifyPluginAsyncTypebox = async (app) => {
  shareRoute(app, rollCalls.listRollCalls, {
    seconds: maxAgeWithPolls,
    read: (db, { query }) => findRollCalls(db, query),
  })

  shareRoute(app, rollCalls.getRollCall, {
    seconds: maxAgeWithPolls,
    read: (db, { params }) => findRollCall(db, params.id),
  })

  shareRoute(app, rollCalls.listPositions, {
    seconds: maxAgeSeconds,
    read: (db, { params, query }) => findPositions(db, params.id, query),
  })

  const findFile = (db: Db, id: number) => findRollCallFile(db, id, app.config.publicUrl)

  shareRoute(app, getRollCallFile, { seconds: maxAgeSeconds, read: (db, { params }) => findFile(db, params.id) })

  app.route({
    ...downloadRollCall,
    onRequest: limitTo(app, limits.publicFilesPerAddress),
    handler: async (request, reply) => {
      const file = await app.reads.run((db) => findFile(db, request.params.id))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${downloadName(`roll-call-${file.id}.csv`)}"`)
        .header('cache-control', 'no-cache')
        .send(rollCallAsCsv(file))
    },
  })

  shareRoute(app, rollCalls.listPoliticianVotes, {
    seconds: maxAgeSeconds,
    read: (db, { params, query }) => findVotes(db, params.id, query),
  })

  shareRoute(app, rollCalls.getVotingSummary, {
    seconds: maxAgeSeconds,
    read: (db, { params }) => findVotingSummary(db, params.id),
  })

  app.route({
    ...rollCalls.getAgreement,
    onRequest: signedIn,
    handler: (request) =>
      findAgreement(app.db, { ...request.query, userId: viewerId(request), politicianId: request.params.id }),
  })

  app.route({
    ...myPoliticians.listMyPoliticians,
    onRequest: signedIn,
    handler: async (request, reply) => {
      const userId = viewerId(request)
      const home = await findHome(app.db, userId)
      return shareExceptOwn(
        myPoliticians.listMyPoliticians,
        maxAgeWithPolls,
        request,
        reply,
        (db) => findOfficials(db, home),
        (officials) => addAgreements(app.db, userId, officials),
        audienceOf(home),
      )
    },
  })

  shareRoute(app, myPoliticians.listDistricts, {
    seconds: maxAgeSeconds,
    read: (db, { query }) => findDistricts(db, query.state),
  })

  app.route({
    ...getPollComparison,
    onRequest: maybeSignedIn,
    handler: async (request, reply) => {
      const home = request.viewerId === 0 ? { state: null, district: null } : await findHome(app.db, viewerId(request))
      return shareResponse(
        getPollComparison,
        maxAgeWithPolls,
        request,
        reply,
        (db) => findComparison(db, request.params.id, home),
        audienceOf(home),
      )
    },
  })
}
