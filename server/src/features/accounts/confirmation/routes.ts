import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as confirmation from '@wtpu/contract/accounts/confirmation'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { confirmEmail, resendConfirmation } from './commands.ts'

export const confirmationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...confirmation.confirmEmail,
    onRequest: limitTo(app, limits.confirmEmailPerAddress),
    handler: async (request) => {
      await confirmEmail(app.db, request.body.token)
      return { email_confirmed: true }
    },
  })

  app.route({
    ...confirmation.resendConfirmation,
    onRequest: [
      signedIn,
      limitTo(app, limits.resendConfirmationPerPerson, viewerKey),
      limitTo(app, limits.resendConfirmationPerAddress),
    ],
    handler: async (request) => {
      await resendConfirmation(app, viewerId(request))
      return { sent: true }
    },
  })
}
