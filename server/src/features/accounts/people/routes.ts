import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as mailDomains from '@wtpu/contract/accounts/mail-domains'
import * as contract from '@wtpu/contract/accounts/people'
import { getRetention, setRetention as setRetentionCall } from '@wtpu/contract/accounts/retention'
import { listSameNetwork } from '@wtpu/contract/accounts/same-network'
import type { FastifyRequest } from 'fastify'
import { byViewer } from '#community/by-viewer.ts'
import { onlyFor, viewerId, viewerKey } from '#http/auth.ts'
import { notFound } from '#http/errors.ts'
import { limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { findMailDomains, openMailDomain } from '#features/accounts/mail-domains.ts'
import { findRetention, setRetention } from '#features/accounts/retention/settings.ts'
import { deletePerson, endPersonSessions, exportPerson, resendPersonConfirmation } from './commands.ts'
import { findPeople, findPerson } from './queries.ts'
import { findSameNetwork } from './same-network.ts'

/** What admins do for the people of the site, with the functions by which people do it themselves. */
export const peopleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const onRequest = onlyFor('admin')
  const writes = { onRequest: [...onRequest, limitTo(app, limits.staffWrites, viewerKey)] }
  const actOf = (request: FastifyRequest<{ Params: { id: number } }>) => ({
    userId: request.params.id,
    by: byViewer(request),
  })

  app.route({ ...contract.listPeople, ...writes, handler: (request) => findPeople(app.db, request.query) })
  app.route({
    ...contract.getPerson,
    ...writes,
    handler: async (request) => {
      const person = await findPerson(app.db, request.params.id)
      if (!person) throw notFound('Account')
      return person
    },
  })
  app.route({
    ...contract.resendPersonConfirmation,
    ...writes,
    handler: async (request) => {
      await resendPersonConfirmation(app, { ...actOf(request), network: networkKey(request) })
      return { sent: true as const }
    },
  })
  app.route({
    ...contract.endPersonSessions,
    ...writes,
    handler: async (request) => ({ ended: await endPersonSessions(app, actOf(request)) }),
  })
  app.route({ ...listSameNetwork, ...writes, handler: (request) => findSameNetwork(app.db, request.params.id) })
  app.route({ ...mailDomains.listMailDomains, ...writes, handler: () => findMailDomains(app.db) })
  app.route({
    ...mailDomains.openMailDomain,
    ...writes,
    handler: async (request) => {
      const { domain, is_open: isOpen } = request.body
      await openMailDomain(app.db, { domain, isOpen, by: byViewer(request) })
      return findMailDomains(app.db)
    },
  })
  app.route({ ...getRetention, ...writes, handler: () => findRetention(app) })
  app.route({
    ...setRetentionCall,
    ...writes,
    handler: async (request) => {
      await setRetention(app.db, { ...request.body, by: byViewer(request) })
      return findRetention(app)
    },
  })
  app.route({ ...contract.exportPerson, ...writes, handler: (request) => exportPerson(app, actOf(request)) })
  app.route({
    ...contract.deletePerson,
    ...writes,
    handler: async (request) => {
      const { username } = request.body
      await deletePerson(app, { ...actOf(request), adminId: viewerId(request), username })
      return { deleted: true as const }
    },
  })
}
