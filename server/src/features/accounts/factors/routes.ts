import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/accounts/factors'
import { signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { confirmApp, findFactors, removeFactors, renewRecoveryCodes, startApp } from './factors.ts'
import { finishSignIn } from './finish-sign-in.ts'

export const factorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = { onRequest: [signedIn, limitTo(app, limits.writesPerUser, viewerKey)] }

  app.route({
    ...contract.finishSignIn,
    onRequest: limitTo(app, limits.signInPerAddress),
    handler: (request) =>
      finishSignIn(app, {
        ...request.body,
        network: networkKey(request),
        userAgent: request.headers['user-agent'],
      }),
  })
  app.route({
    ...contract.getFactors,
    onRequest: signedIn,
    handler: (request) => findFactors(app.db, viewerId(request)),
  })
  app.route({ ...contract.startApp, ...writes, handler: (request) => startApp(app, viewerId(request)) })
  app.route({
    ...contract.confirmApp,
    ...writes,
    handler: async (request) => {
      const { sessionId } = request
      const codes = await confirmApp(app, { userId: viewerId(request), sessionId, code: request.body.code })
      app.sessionCache.end(viewerId(request))
      return { recovery_codes: codes }
    },
  })
  app.route({
    ...contract.removeApp,
    ...writes,
    handler: async (request) => {
      await app.db.transaction((tx) => removeFactors(tx, viewerId(request)))
      app.sessionCache.end(viewerId(request))
      return { removed: true as const }
    },
  })
  app.route({
    ...contract.renewRecoveryCodes,
    ...writes,
    handler: async (request) => ({ recovery_codes: await renewRecoveryCodes(app.db, viewerId(request)) }),
  })
}
