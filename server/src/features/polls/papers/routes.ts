import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as ballot from '@wtpu/contract/circles/on-demand/ballots'
import * as contract from '@wtpu/contract/circles/on-demand/papers'
import * as sheet from '@wtpu/contract/circles/on-demand/sheets'
import type { Input } from '@wtpu/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { byViewer } from '#community/by-viewer.ts'
import { forKeepers } from '#community/circle-keepers.ts'
import { onlyFor, signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { ApiError, limitReached } from '#http/errors.ts'
import { type Limit, limits, limitTo } from '#http/limits/rate-limit.ts'
import { receiveForm } from '#http/uploads/uploads.ts'
import { answerBallot, type BallotKey, findOwnBallots, openBallot, requireBallot } from './ballots.ts'
import { deliveryAsCsv, findDelivery } from './delivery.ts'
import { addToKit, removeFromKit } from './kit.ts'
import { createPaper, deletePaper, findPaper, remindPaper, sendPaper } from './papers.ts'
import { enterSheet, findSheets, printSheets } from './sheets.ts'

/** Questions that a circle answers together, and the ballots of its rows. */
export const paperRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limit = limitTo(app, limits.staffWrites, viewerKey)
  const writes = { onRequest: [...onlyFor('admin'), limit] }
  const find = async (request: FastifyRequest, id: number) => ({
    ...(await findPaper(app.db, { id, viewer: request })),
    sends_mail: app.config.smtpUrl !== undefined,
  })

  app.route({
    ...contract.createPaper,
    ...writes,
    handler: async (request, reply) => {
      const id = await createPaper(app.db, { ...request.body, by: byViewer(request) })
      return reply.code(201).send(await find(request, id))
    },
  })
  app.route({
    ...contract.getPaper,
    onRequest: forKeepers,
    handler: (request) => find(request, request.params.id),
  })
  app.route({
    ...contract.deletePaper,
    ...writes,
    handler: async (request) => {
      await deletePaper(app, { id: request.params.id, by: byViewer(request) })
      return { deleted: true }
    },
  })
  app.route({
    ...contract.addToKit,
    onRequest: writes.onRequest,
    preValidation: receiveForm(contract.addToKit),
    handler: async (request) => {
      const { id } = request.params
      const [file] = request.uploads['file'] ?? []
      await addToKit(app, { ...request.body, id, file, by: byViewer(request) })
      return find(request, id)
    },
  })
  app.route({
    ...contract.removeFromKit,
    ...writes,
    handler: async (request) => {
      await removeFromKit(app, { ...request.params, ...request.query, by: byViewer(request) })
      return find(request, request.params.id)
    },
  })
  app.route({
    ...contract.sendPaper,
    ...writes,
    handler: async (request) => {
      await sendPaper(app, { id: request.params.id, by: byViewer(request) })
      return find(request, request.params.id)
    },
  })
  app.route({
    ...contract.remindPaper,
    onRequest: [...forKeepers, limit],
    handler: async (request) => {
      await remindPaper(app, { id: request.params.id, viewer: request })
      return find(request, request.params.id)
    },
  })
  app.route({
    ...contract.listDelivery,
    onRequest: forKeepers,
    handler: async (request) => {
      const { id } = await find(request, request.params.id)
      return findDelivery(app.db, { paperId: id, ...request.query })
    },
  })
  app.route({
    ...contract.downloadDelivery,
    onRequest: forKeepers,
    handler: async (request) => {
      const { id } = await find(request, request.params.id)
      return { csv: await deliveryAsCsv(app.db, { paperId: id, filter: request.query.filter }) }
    },
  })

  app.route({
    ...sheet.listSheets,
    onRequest: forKeepers,
    handler: (request) => findSheets(app, { id: request.params.id, viewer: request }),
  })
  app.route({
    ...sheet.printSheets,
    onRequest: [...forKeepers, limit],
    handler: (request) => printSheets(app, { ...request.body, id: request.params.id, viewer: request }),
  })
  app.route({
    ...sheet.enterSheet,
    onRequest: [...forKeepers, limit],
    handler: (request) => enterSheet(app, { ...request.body, id: request.params.id, viewer: request }),
  })

  const onRequest = limitTo(app, limits.ballotsPerAddress)
  const count = async ({ what, max, window }: Limit, of: string) => {
    const wait = await app.limitStore.count(what, [{ key: of, max }], window)
    if (wait !== undefined) throw limitReached(wait / 1_000)
  }
  /** Codes can be guessed, unlike tokens: wrong ones are counted for the whole site, right ones for their paper. */
  const enter = async (key: BallotKey) => {
    if ([key.token, key.code, key.own].filter(Boolean).length !== 1) throw new ApiError('ballot_unknown')
    try {
      const found = await requireBallot(app, key)
      if (key.code !== undefined) await count(limits.codesOfPaper, String(found.paperId))
      return found
    } catch (error) {
      if (key.code !== undefined && error instanceof ApiError && error.code === 'ballot_unknown')
        await count(limits.wrongBallotCodes, 'all')
      throw error
    }
  }
  /** A link or code needs no session, because another person may be signed in on the device. */
  const keyOf = async (request: FastifyRequest, { token, code, paper }: Input<typeof ballot.openBallot>['body']) => {
    if (paper === undefined || code !== undefined) return { token, code, paper }
    await signedIn(request)
    return { token, code, own: { paper, userId: viewerId(request) } }
  }
  app.route({
    ...ballot.listOwnBallots,
    onRequest: signedIn,
    handler: (request) => findOwnBallots(app.db, viewerId(request)),
  })
  app.route({
    ...ballot.openBallot,
    onRequest,
    handler: async (request) => {
      const key = await keyOf(request, request.body)
      return openBallot(app, await enter(key), key)
    },
  })
  app.route({
    ...ballot.answerBallot,
    onRequest,
    handler: async (request) => {
      const { answers, idempotency_key: idempotencyKey, ...by } = request.body
      const key = await keyOf(request, by)
      await enter(key)
      return answerBallot(app, { key, answers, idempotencyKey })
    },
  })
}
