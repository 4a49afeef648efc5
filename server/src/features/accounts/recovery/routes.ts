import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as recovery from '@wtpu/contract/accounts/recovery'
import { networkKey, limits, limitTo } from '#http/limits/rate-limit.ts'
import { confirmReset, requestReset } from './reset-codes.ts'

export const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...recovery.requestPasswordReset,
    onRequest: limitTo(app, limits.resetRequestPerAddress),
    handler: async (request) => {
      await requestReset(app, { email: request.body.email.trim(), network: networkKey(request) })
      return { detail: 'A verification code is on its way.' }
    },
  })

  app.route({
    ...recovery.confirmPasswordReset,
    onRequest: limitTo(app, limits.resetConfirmPerAddress),
    handler: async (request) => {
      await confirmReset(app, { ...request.body, email: request.body.email.trim(), network: networkKey(request) })
      app.sessionCache.invalidate()
      return { detail: 'The password was changed.' }
    },
  })
}
