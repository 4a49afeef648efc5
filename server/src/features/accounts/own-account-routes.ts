import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as accounts from '@wtpu/contract/accounts'
import { byViewer, signedIn, viewer } from '#http/auth.ts'
import { byNetwork, limits, limitTo } from '#http/rate-limit.ts'
import { receiveForm } from '#http/uploads/uploads.ts'
import { collectAccountData } from './account-data.ts'
import { deleteAccount, findAccount, updateAccount } from './account.ts'
import { updateProfile } from './profile.ts'
import { endSessions, findDevices } from './sessions.ts'

/** What people do with their own account. */
export const ownAccountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerPerson, byViewer)]
  const withSettings = (account: Awaited<ReturnType<typeof findAccount>>) => ({
    ...account,
    confirmation_required: app.config.votesNeedConfirmedEmail,
  })

  app.route({
    ...accounts.updateProfile,
    onRequest: writes,
    preValidation: receiveForm(accounts.updateProfile, limitTo(app, limits.uploadsPerPerson, byViewer)),
    handler: (request) => {
      const { first_name, last_name, bio, remove_avatar } = request.body
      const avatar = request.uploads['avatar']?.[0]
      const removeAvatar = remove_avatar === 'true'
      return updateProfile(app.db, app, {
        userId: viewer(request),
        first_name,
        last_name,
        bio,
        avatar,
        removeAvatar,
      })
    },
  })

  app.route({
    ...accounts.getAccount,
    onRequest: signedIn,
    handler: async (request) => withSettings(await findAccount(app.db, viewer(request))),
  })

  app.route({
    ...accounts.updateAccount,
    onRequest: writes,
    handler: async (request) => withSettings(await updateAccount(app.db, { userId: viewer(request), ...request.body })),
  })

  app.route({
    ...accounts.listSessions,
    onRequest: signedIn,
    handler: (request) => findDevices(app.db, viewer(request), request.sessionId),
  })

  app.route({
    ...accounts.endOtherSessions,
    onRequest: writes,
    handler: async (request) => {
      const ended = await endSessions(app.db, viewer(request), request.sessionId)
      app.liveSessions.forget()
      return { ended }
    },
  })

  app.route({
    ...accounts.deleteAccount,
    onRequest: writes,
    handler: async (request) => {
      await deleteAccount(app, {
        userId: viewer(request),
        network: byNetwork(request),
        ...request.body,
      })
      app.liveSessions.forget()
      return { deleted: true }
    },
  })

  app.route({
    ...accounts.getAccountData,
    onRequest: writes,
    handler: (request) => collectAccountData(app.db, viewer(request), request.sessionId),
  })
}
