import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { googleId } from '@wtpu/contract/accounts/accounts'
import * as contract from '@wtpu/contract/site/invitations'
import {
  acceptInvitation,
  closeRegistration,
  createInviteLink,
  findInvitation,
  findInvitations,
  inviteStaff,
  revokeInvitation,
} from '#community/invitations.ts'
import { isRegistrationClosed } from '#db/site.ts'
import { onlyFor, signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { byViewer } from '#community/by-viewer.ts'

/** Who may join the site: invitations, and the registration itself. */
export const invitationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const onRequest = onlyFor('admin')
  const writes = { onRequest: [...onRequest, limitTo(app, limits.staffWrites, viewerKey)] }
  const opening = limitTo(app, limits.invitationsPerAddress)

  const { providers, onlyProviders } = app.config
  const others = providers.filter(({ id }) => id !== googleId).map(({ id, label, logo }) => ({ id, label, logo }))
  app.route({
    ...contract.getRegistration,
    handler: async () => ({
      is_closed: await isRegistrationClosed(app.db),
      providers: others,
      only_providers: onlyProviders,
    }),
  })
  app.route({
    ...contract.openInvitation,
    onRequest: opening,
    handler: (request) => findInvitation(app.db, request.body.token),
  })
  app.route({
    ...contract.acceptInvitation,
    onRequest: [opening, signedIn],
    handler: (request) => acceptInvitation(app, { userId: viewerId(request), token: request.body.token }),
  })

  app.route({ ...contract.listInvitations, onRequest, handler: () => findInvitations(app.db) })
  app.route({
    ...contract.inviteStaff,
    onRequest: [...onRequest, limitTo(app, limits.invitationMailsPerUser, viewerKey)],
    handler: async (request) => {
      await inviteStaff(app, { ...request.body, by: byViewer(request) })
      return findInvitations(app.db)
    },
  })
  app.route({
    ...contract.createInviteLink,
    ...writes,
    handler: async (request) => {
      const { max_uses: maxUses, days } = request.body
      return { url: await createInviteLink(app, { maxUses, days, by: byViewer(request) }) }
    },
  })
  app.route({
    ...contract.revokeInvitation,
    ...writes,
    handler: async (request) => {
      await revokeInvitation(app.db, { id: request.params.id, by: byViewer(request) })
      return findInvitations(app.db)
    },
  })
  app.route({
    ...contract.closeRegistration,
    ...writes,
    handler: async (request) => {
      await closeRegistration(app.db, { isClosed: request.body.is_closed, by: byViewer(request) })
      return findInvitations(app.db)
    },
  })
}
