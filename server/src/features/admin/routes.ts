import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/on-demand/admin'
import * as questions from '@wtpu/contract/polls/on-demand/question-queue'
import * as identity from '@wtpu/contract/site/identity'
import * as officials from '@wtpu/contract/site/officials'
import * as parts from '@wtpu/contract/site/on-demand/part-facts'
import * as setup from '@wtpu/contract/site/on-demand/setup'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import * as sitePages from '@wtpu/contract/site/site-pages'
import type { SiteState } from '@wtpu/contract/on-demand/admin'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { changeAccount } from '#community/roles.ts'
import { findIdentity } from '#db/identity.ts'
import { isoTime } from '#db/iso-time.ts'
import { findParts } from '#db/parts.ts'
import { canReadTally } from '#db/site-keys.ts'
import { onlyFor, signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { receiveForm } from '#http/uploads/uploads.ts'
import { version } from '#http/version.ts'
import { findAccount, findAccounts, findStaff } from './accounts.ts'
import { byViewer } from '#community/by-viewer.ts'
import { createCategory, deleteCategory, findManagedCategories, moveCategory, renameCategory } from './categories.ts'
import { circleRoutes } from './circles/routes.ts'
import { closeSetup, findSetup } from './checklist.ts'
import { changeIdentity } from './identity.ts'
import { changeLogo } from './logo.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { claimSite } from './setup.ts'
import { findFeatured, setFeatured } from './featured-polls.ts'
import { findOfficials, networkSources, PhotoFetcher, runImport, stopImport } from './officials.ts'
import { changeParts, findManagedParts } from './parts.ts'
import { findQuestionQueue, moveQuestion, queueQuestion, unqueueQuestion } from './question-queue.ts'
import { changeAccessCode, changeMailServer } from './settings.ts'
import { findSitePage, publishSitePage, seeTerms } from './site-pages.ts'
import { sendTestMail } from './test-mail.ts'

interface StateRow {
  database_version: string
  bytes: number
  waiting: number
  retried: number
  last_import: string | null
  last_backup: string | null
  open_cases: number
}

async function findSiteState({ db, config, keys }: FastifyInstance): Promise<SiteState> {
  const { rows } = await db.execute<StateRow>(sql`select
    split_part(current_setting('server_version'), ' ', 1) as database_version,
    pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from mails) as waiting, (select count(*)::int from mails where attempts > 0) as retried,
    (select ${isoTime('max(created_at)')} from moderation_actions
      where action = 'import' and subject_kind = 'politician') as last_import,
    (select ${isoTime('finished_at')} from last_backup) as last_backup,
    (select count(*)::int from (select 1 from moderation_cases where closed_at is null limit 1000) counted) as open_cases`)
  const [row] = rows
  if (!row) throw new Error('A select without from returned no row')
  return {
    version,
    database: { version: row.database_version, bytes: row.bytes },
    mail: { is_sent: config.smtpUrl !== undefined, waiting: row.waiting, retried: row.retried },
    last_import: row.last_import,
    last_backup: row.last_backup,
    can_seal: await canReadTally(db, keys.tally),
    open_cases: row.open_cases,
  }
}

export const adminRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await invitationRoutes(app, {})
  await circleRoutes(app, {})
  const onRequest = onlyFor('admin')
  const writes = { onRequest: [...onRequest, limitTo(app, limits.staffWrites, viewerKey)] }

  app.route({ ...contract.getSiteState, onRequest, handler: () => findSiteState(app) })
  app.route({
    ...setup.claimSite,
    onRequest: [limitTo(app, limits.setupPerAddress), signedIn],
    handler: async (request) => {
      await claimSite(app, { userId: viewerId(request), token: request.body.token })
      return { role: 'admin' as const }
    },
  })
  app.route({ ...setup.getSetup, onRequest, handler: () => findSetup(app) })
  app.route({
    ...setup.closeSetup,
    ...writes,
    handler: async (request) => {
      await closeSetup(app.db, { isClosed: request.body.is_closed, by: byViewer(request) })
      return findSetup(app)
    },
  })
  // After the check of the body, so that only mails count.
  const testsMail = { ...writes, preHandler: limitTo(app, limits.testMailsPerUser, viewerKey) }
  app.route({ ...setup.sendTestMail, ...testsMail, handler: (request) => sendTestMail(app, viewerId(request)) })
  app.route({
    ...setup.changeMailServer,
    ...testsMail,
    handler: (request) => {
      const { version: basedOn, ...typed } = request.body
      return changeMailServer(app, { typed, version: basedOn, userId: viewerId(request), by: byViewer(request) })
    },
  })
  app.route({
    ...setup.changeAccessCode,
    ...writes,
    handler: async (request) => {
      await changeAccessCode(app, { ...request.body, by: byViewer(request) })
      return findSetup(app)
    },
  })
  app.route({ ...identity.getSiteIdentity, onRequest, handler: () => findIdentity(app.db) })
  app.route({
    ...identity.changeSiteIdentity,
    ...writes,
    handler: async (request) => {
      await changeIdentity(app.db, { ...request.body, by: byViewer(request) })
      return findIdentity(app.db)
    },
  })
  app.route({
    ...identity.changeSiteLogo,
    ...writes,
    preValidation: receiveForm(identity.changeSiteLogo, limitTo(app, limits.uploadsPerUser, viewerKey)),
    handler: async (request) => {
      const [file] = request.uploads['logo'] ?? []
      const basedOn = Number(request.body.version)
      await changeLogo(app.db, app.images, { file, version: basedOn, by: byViewer(request) })
      return findIdentity(app.db)
    },
  })
  shareRoute(app, getSiteParts, { seconds: 60, read: findParts })
  app.route({ ...parts.getManagedParts, onRequest, handler: () => findManagedParts(app.db) })
  app.route({
    ...parts.changeSiteParts,
    ...writes,
    handler: async (request) => {
      await changeParts(app.db, { ...request.body, by: byViewer(request) })
      return findParts(app.db)
    },
  })
  shareRoute(app, sitePages.getSitePage, {
    seconds: 60,
    read: (db, { params, query }) => findSitePage(db, params.name, query.version),
  })
  app.route({
    ...sitePages.seeTerms,
    config: { whileSuspended: true },
    onRequest: [signedIn, limitTo(app, limits.marksPerUser, viewerKey)],
    handler: async (request) => {
      await seeTerms(app.db, { userId: viewerId(request), version: request.body.version })
      return { seen: true as const }
    },
  })
  app.route({
    ...sitePages.publishSitePage,
    ...writes,
    handler: async (request) => {
      const { name } = request.params
      await publishSitePage(app.db, { ...request.body, name, by: byViewer(request) })
      const published = await findSitePage(app.db, name)
      if (!published) throw notFound('Page')
      return published
    },
  })
  const photos = new PhotoFetcher(app)
  app.addHook('preClose', () => photos.close())
  app.route({ ...officials.getOfficials, onRequest, handler: () => findOfficials(app.db) })
  app.route({
    ...officials.importOfficials,
    ...writes,
    preValidation: receiveForm(officials.importOfficials),
    handler: async (request) => {
      const { from, checksum, names = '' } = request.body
      const { congress = [], governors = [], own = [] } = request.uploads
      const files = [...congress, ...governors, ...own]
      if (from === 'files' && files.length === 0) throw new ApiError('import_failed', { detail: 'Choose a file.' })
      const given = names.split('/')
      const report = await runImport(app, {
        sources:
          from === 'network'
            ? networkSources
            : { congress: congress[0], governors: governors.length > 0 ? governors : undefined, own: own[0] },
        checksum,
        names: new Map(files.map((file, index) => [file, given[index] || `File ${index + 1}`])),
        by: byViewer(request),
      })
      if (report.is_imported) photos.start()
      return report
    },
  })
  app.route({
    ...officials.stopImport,
    ...writes,
    handler: async (request) => {
      await stopImport(app.db, byViewer(request))
      return { stopped: true as const }
    },
  })
  app.route({ ...contract.listStaff, onRequest, handler: () => findStaff(app.db) })
  app.route({
    ...contract.findManagedAccount,
    ...writes,
    handler: (request) => findAccounts(app.db, request.query.q),
  })
  app.route({
    ...contract.updateManagedAccount,
    ...writes,
    handler: async (request) => {
      const { id } = request.params
      await changeAccount(app, { userId: id, change: request.body, by: byViewer(request) })
      app.outbox.wake()
      const [account] = await findAccount(app.db, id)
      if (!account) throw notFound('Account')
      return account
    },
  })

  app.route({ ...contract.listManagedPolls, onRequest, handler: () => findFeatured(app.db) })
  for (const [endpoint, featured] of [
    [contract.featurePoll, true],
    [contract.unfeaturePoll, false],
  ] as const) {
    app.route({
      ...endpoint,
      ...writes,
      handler: async (request) => {
        await setFeatured(app.db, { pollId: request.params.id, featured, by: byViewer(request) })
        return findFeatured(app.db)
      },
    })
  }

  app.route({ ...questions.getQuestionQueue, onRequest, handler: () => findQuestionQueue(app.db) })
  for (const [endpoint, write] of [
    [questions.queueQuestion, queueQuestion],
    [questions.unqueueQuestion, unqueueQuestion],
  ] as const) {
    app.route({
      ...endpoint,
      ...writes,
      handler: async (request) => {
        await write(app.db, { pollId: request.params.id, by: byViewer(request) })
        return findQuestionQueue(app.db)
      },
    })
  }
  app.route({
    ...questions.moveQuestion,
    ...writes,
    handler: async (request) => {
      await moveQuestion(app.db, { pollId: request.params.id, ...request.body, by: byViewer(request) })
      return findQuestionQueue(app.db)
    },
  })

  app.route({ ...contract.listManagedCategories, onRequest, handler: () => findManagedCategories(app.db) })
  app.route({
    ...contract.createCategory,
    ...writes,
    handler: async (request) => {
      await createCategory(app.db, { name: request.body.name, by: byViewer(request) })
      return findManagedCategories(app.db)
    },
  })
  app.route({
    ...contract.renameCategory,
    ...writes,
    handler: async (request) => {
      await renameCategory(app.db, { id: request.params.id, name: request.body.name, by: byViewer(request) })
      return findManagedCategories(app.db)
    },
  })
  app.route({
    ...contract.moveCategory,
    ...writes,
    handler: async (request) => {
      await moveCategory(app.db, { id: request.params.id, ...request.body, by: byViewer(request) })
      return findManagedCategories(app.db)
    },
  })
  app.route({
    ...contract.deleteCategory,
    ...writes,
    handler: async (request) => {
      await deleteCategory(app.db, { id: request.params.id, by: byViewer(request) })
      return findManagedCategories(app.db)
    },
  })
}
