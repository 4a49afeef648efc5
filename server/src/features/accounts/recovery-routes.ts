import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as accounts from '@wtpu/contract/accounts'
import type { FastifyRequest } from 'fastify'
import { limits, limitTo } from '#http/rate-limit.ts'
import { confirmReset, requestReset } from './reset-codes.ts'

export const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...accounts.requestPasswordReset,
    onRequest: limitTo(app, limits.resetRequestPerAddress),
    preHandler: limitTo(app, limits.resetRequestPerEmail, emailOf),
    handler: async (request) => {
      await requestReset(app.db, app.outbox, request.body.email.trim())
      return { detail: 'A verification code is on its way.' }
    },
  })

  app.route({
    ...accounts.confirmPasswordReset,
    onRequest: limitTo(app, limits.resetConfirmPerAddress),
    handler: async (request) => {
      await confirmReset(app.db, { ...request.body, email: request.body.email.trim() })
      app.liveSessions.forget()
      return { detail: 'The password was changed.' }
    },
  })
}

function emailOf(request: FastifyRequest): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- behind the endpoint's schema
  const { email } = request.body as { email: string }
  return email.trim().toLowerCase()
}
