import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/circles/on-demand/circles'
import { byViewer } from '#community/by-viewer.ts'
import { forKeepers } from '#community/circle-keepers.ts'
import { onlyFor, viewerKey } from '#http/auth.ts'
import { ApiError } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { receiveForm } from '#http/uploads/uploads.ts'
import { changeCircle, createCircle, deleteCircle, findCircle, findCircles } from './circles.ts'
import { replaceList } from './lists.ts'

/** Lists of people who are invited to answer. */
export const circleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limit = limitTo(app, limits.staffWrites, viewerKey)
  const writes = { onRequest: [...onlyFor('admin'), limit] }

  app.route({
    ...contract.listCircles,
    onRequest: forKeepers,
    handler: (request) => findCircles(app.db, request),
  })
  app.route({
    ...contract.createCircle,
    ...writes,
    handler: async (request, reply) => {
      const id = await createCircle(app.db, { ...request.body, by: byViewer(request) })
      return reply.code(201).send(await findCircle(app.db, { id, viewer: request }))
    },
  })
  app.route({
    ...contract.getCircle,
    onRequest: forKeepers,
    handler: (request) => findCircle(app.db, { id: request.params.id, viewer: request }),
  })
  app.route({
    ...contract.changeCircle,
    ...writes,
    handler: async (request) => {
      const { id } = request.params
      await changeCircle(app.db, { ...request.body, id, by: byViewer(request) })
      return findCircle(app.db, { id, viewer: request })
    },
  })
  app.route({
    ...contract.deleteCircle,
    ...writes,
    handler: async (request) => {
      await deleteCircle(app, { id: request.params.id, by: byViewer(request) })
      return { deleted: true }
    },
  })
  app.route({
    ...contract.replaceList,
    onRequest: [...forKeepers, limit],
    preValidation: receiveForm(contract.replaceList),
    handler: (request) => {
      const [source] = request.uploads['list'] ?? []
      if (source === undefined) throw new ApiError('list_failed', { detail: 'Choose a file.' })
      const isCheck = request.query.check === 'true'
      return replaceList(app, { circleId: request.params.id, viewer: request, source, isCheck })
    },
  })
}
