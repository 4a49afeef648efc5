import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as accounts from '@wtpu/contract/accounts/accounts'
import { prove } from '@wtpu/contract/accounts/proof'
import * as settings from '@wtpu/contract/accounts/settings'
import type { FastifyRequest } from 'fastify'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { networkKey, limits, limitTo } from '#http/limits/rate-limit.ts'
import { receiveForm } from '#http/uploads/uploads.ts'
import { collectAccountData } from './account-data.ts'
import { deleteAccount, findAccount, updateAccount } from './account.ts'
import { updateProfile } from './profile.ts'
import { proveOwner } from './proof.ts'
import { endSessions } from '#http/session-cache.ts'
import { findDevices } from './sessions.ts'

/** Endpoints for the signed-in user's own account. */
export const ownAccountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]
  const withSettings = (
    { staffId }: FastifyRequest,
    { role, ...account }: Awaited<ReturnType<typeof findAccount>>,
  ) => ({
    ...account,
    role: staffId === 0 ? ('user' as const) : role,
    waiting_role: staffId === 0 && role !== 'user' ? role : null,
    confirmation_required: app.config.votesNeedConfirmedEmail,
    sends_mail: app.config.smtpUrl !== undefined,
  })

  app.route({
    ...settings.updateProfile,
    onRequest: writes,
    preValidation: receiveForm(settings.updateProfile, limitTo(app, limits.uploadsPerUser, viewerKey)),
    handler: (request) => {
      const { remove_avatar, ...text } = request.body
      const avatar = request.uploads['avatar']?.[0]
      return updateProfile(app.db, app, {
        ...text,
        userId: viewerId(request),
        avatar,
        removeAvatar: remove_avatar === 'true',
      })
    },
  })

  app.route({
    ...accounts.getAccount,
    onRequest: signedIn,
    handler: async (request) => withSettings(request, await findAccount(app.db, viewerId(request))),
  })

  app.route({
    ...settings.updateAccount,
    onRequest: writes,
    handler: async (request) =>
      withSettings(request, await updateAccount(app.db, { userId: viewerId(request), ...request.body })),
  })

  app.route({
    ...settings.listSessions,
    onRequest: signedIn,
    handler: (request) => findDevices(app.db, viewerId(request), request.sessionId),
  })

  app.route({
    ...settings.endOtherSessions,
    config: { whileSuspended: true },
    onRequest: writes,
    handler: async (request) => {
      const ended = await endSessions(app.db, viewerId(request), request.sessionId)
      app.sessionCache.end(viewerId(request))
      return { ended }
    },
  })

  app.route({
    ...settings.deleteAccount,
    config: { whileSuspended: true },
    onRequest: writes,
    handler: async (request) => {
      await deleteAccount(app, {
        ...request.body,
        userId: viewerId(request),
        sessionId: request.sessionId,
        network: networkKey(request),
      })
      app.sessionCache.end(viewerId(request))
      return { deleted: true }
    },
  })

  app.route({
    ...prove,
    onRequest: writes,
    handler: async (request) => {
      const { viewerId: userId, sessionId } = request
      await proveOwner(app, { userId, sessionId, network: networkKey(request), ...request.body })
      return { proved: true as const }
    },
  })

  app.route({
    ...settings.getAccountData,
    onRequest: writes,
    handler: (request) => collectAccountData(app.db, viewerId(request), request.sessionId),
  })
}
