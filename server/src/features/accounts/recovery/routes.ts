import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as accounts from '@wtpu/contract/accounts'
import { networkKey, limits, limitTo } from '#http/rate-limit.ts'
import { confirmReset, requestReset } from './reset-codes.ts'

export const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...accounts.requestPasswordReset,
    onRequest: limitTo(app, limits.resetRequestPerAddress),
    handler: async (request) => {
      await requestReset(app, { email: request.body.email.trim(), network: networkKey(request) })
      return { detail: 'A verification code is on its way.' }
    },
  })

  app.route({
    ...accounts.confirmPasswordReset,
    onRequest: limitTo(app, limits.resetConfirmPerAddress),
    handler: async (request) => {
      await confirmReset(app, { ...request.body, email: request.body.email.trim(), network: networkKey(request) })
      app.sessionCache.invalidate()
      return { detail: 'The password was changed.' }
    },
  })
}
