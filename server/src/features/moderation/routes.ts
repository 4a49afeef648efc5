import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as mailDomains from '@wtpu/contract/accounts/mail-domains'
import { suspendPeople } from '@wtpu/contract/accounts/same-network'
import * as appeals from '@wtpu/contract/moderation/appeals'
import * as contract from '@wtpu/contract/moderation/cases'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { downloadModerationLog, getModerationFigures } from '@wtpu/contract/moderation/figures'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import { createReport as createReportEndpoint } from '@wtpu/contract/moderation/reports'
import { downloadName } from '@wtpu/contract/site/download-name'
import { byViewer } from '#community/by-viewer.ts'
import { maybeSignedIn, onlyFor, signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { sendEntry, sent, shareRoute } from '#http/cache/shared-response.ts'
import { keyedHash } from '#http/keyed-hash.ts'
import { limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { widestOf } from '#http/network.ts'
import { readAppealLink } from './appeal-link.ts'
import { createAppeal, decideAppeal, findOwnDecisions } from './appeals.ts'
import { claimCase, createCaseNote, findCase, findCases } from './cases.ts'
import { decideCase, decideContent, undoAction } from './decisions.ts'
import { findFigures } from './figures.ts'
import { findHeld } from './held.ts'
import { findLog, findLogAsCsv, findLoggedAccounts } from './log.ts'
import { createReport } from './reports.ts'
import { sanctionPeople } from './sanction-people.ts'
import { countRecentAccounts, takeOutDomain } from './take-out.ts'

const maxAgeSeconds = 30
/** How long an answer may be kept that reads the whole log. */
const maxAgeOfFiguresSeconds = 300

export const moderationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]
  const staff = onlyFor('moderator', 'admin')
  const staffWrites = [...staff, limitTo(app, limits.staffWrites, viewerKey)]
  const adminWrites = [...onlyFor('admin'), limitTo(app, limits.staffWrites, viewerKey)]

  app.route({
    ...createReportEndpoint,
    onRequest: writes,
    handler: async (request, reply) => {
      const network = keyedHash(app.config.jwtSecret, 'reports', widestOf(networkKey(request)))
      const { id, isNew } = await createReport(app.db, request.body, { id: viewerId(request), network })
      return reply.code(isNew ? 201 : 200).send({ id })
    },
  })

  app.route({
    ...contract.listCases,
    onRequest: staff,
    handler: (request) =>
      findCases(app.db, { ...request.query, status: request.query.status ?? 'open', viewerId: viewerId(request) }),
  })

  app.route({
    ...contract.getCase,
    onRequest: staff,
    handler: (request) =>
      findCase(app.db, { ...request.params, viewerId: viewerId(request), secret: app.config.jwtSecret }),
  })

  app.route({
    ...contract.claimCase,
    onRequest: staffWrites,
    handler: (request) => claimCase(app.db, { caseId: request.params.id, moderatorId: request.staffId }),
  })

  app.route({
    ...contract.createCaseNote,
    onRequest: staffWrites,
    handler: async (request, reply) => {
      const note = { caseId: request.params.id, moderatorId: request.staffId, text: request.body.text }
      return reply.code(201).send(await createCaseNote(app.db, note))
    },
  })

  app.route({
    ...contract.decideCase,
    onRequest: staffWrites,
    handler: (request) => decideCase(app, { ...request.body, caseId: request.params.id, moderatorId: request.staffId }),
  })

  app.route({
    ...contract.decideContent,
    onRequest: staffWrites,
    handler: (request) => decideContent(app, { ...request.body, moderatorId: request.staffId }),
  })

  app.route({
    ...suspendPeople,
    onRequest: adminWrites,
    handler: async (request) => ({
      suspended: await sanctionPeople(app, { ...request.body, action: 'suspend', moderatorId: request.staffId }),
    }),
  })

  app.route({
    ...mailDomains.getRecentAccounts,
    onRequest: adminWrites,
    handler: (request) => countRecentAccounts(app.db, request.params.domain),
  })

  app.route({
    ...mailDomains.takeOutRecentAccounts,
    onRequest: adminWrites,
    handler: (request) => {
      const { domain } = request.params
      return takeOutDomain(app, { ...request.body, domain, adminId: request.staffId, by: byViewer(request) })
    },
  })

  app.route({
    ...contract.undoAction,
    onRequest: staffWrites,
    handler: (request) =>
      undoAction(app, { ...request.body, actionId: request.params.id, moderatorId: request.staffId }),
  })

  app.route({
    ...appeals.decideAppeal,
    onRequest: staffWrites,
    handler: (request) =>
      decideAppeal(app, { ...request.body, appealId: request.params.id, moderatorId: request.staffId }),
  })

  app.route({
    ...appeals.createAppeal,
    config: { whileSuspended: true },
    onRequest: writes,
    handler: async (request, reply) => {
      const appeal = { actionId: request.params.id, userId: viewerId(request), text: request.body.text }
      return reply.code(201).send(await createAppeal(app.db, appeal))
    },
  })

  app.route({
    ...appeals.createAppealByLink,
    onRequest: limitTo(app, limits.mailLinksPerAddress),
    handler: async (request, reply) => {
      const { token, text } = request.body
      return reply.code(201).send(await createAppeal(app.db, { ...readAppealLink(app.config.jwtSecret, token), text }))
    },
  })

  app.route({
    ...getHeldContent,
    onRequest: maybeSignedIn,
    handler: (request) => findHeld(app.db, request.params, request),
  })

  app.route({
    ...listOwnDecisions,
    onRequest: signedIn,
    handler: (request) => findOwnDecisions(app.db, viewerId(request)),
  })

  shareRoute(app, contract.listModerationLog, { seconds: maxAgeSeconds, read: (db, { query }) => findLog(db, query) })

  app.route({
    ...contract.listLoggedAccounts,
    onRequest: staff,
    handler: ({ query }) => findLoggedAccounts(app.db, query.ids.split(',').map(Number)),
  })

  shareRoute(app, getModerationFigures, { seconds: maxAgeOfFiguresSeconds, read: findFigures })

  app.route({
    ...downloadModerationLog,
    onRequest: limitTo(app, limits.publicFilesPerAddress),
    handler: async (request, reply) => {
      const cached = { seconds: maxAgeOfFiguresSeconds, isSearch: false }
      const entry = await app.cache.getOrCompute(downloadModerationLog.url, cached, findLogAsCsv)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${downloadName('moderation-log.csv')}"`)
      return sent(await sendEntry(entry, request, reply))
    },
  })
}
