import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/accounts/on-demand/factors'
import * as passkeys from '@wtpu/contract/accounts/on-demand/passkeys'
import { signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { ownSignIn } from '#features/accounts/own-sign-in.ts'
import { confirmApp, findFactors, removeApp, renewRecoveryCodes, startApp } from './factors.ts'
import { finishSignIn, signInByPasskey } from './finish-sign-in.ts'
import { addPasskey, removePasskey, startPasskey, startPasskeyProof } from './passkeys.ts'

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
      await app.db.transaction((tx) => removeApp(tx, viewerId(request)))
      app.sessionCache.end(viewerId(request))
      return { removed: true as const }
    },
  })
  app.route({ ...passkeys.startPasskey, ...writes, handler: (request) => startPasskey(app, viewerId(request)) })
  app.route({
    ...passkeys.addPasskey,
    ...writes,
    handler: async (request, reply) => {
      const { sessionId, body } = request
      const codes = await addPasskey(app, { ...body, userId: viewerId(request), sessionId })
      app.sessionCache.end(viewerId(request))
      return reply.code(201).send({ recovery_codes: codes })
    },
  })
  app.route({
    ...passkeys.removePasskey,
    ...writes,
    handler: async (request) => {
      await removePasskey(app.db, { userId: viewerId(request), id: request.params.id })
      app.sessionCache.end(viewerId(request))
      return { removed: true as const }
    },
  })
  app.route({
    ...passkeys.startPasskeySignIn,
    onRequest: limitTo(app, limits.signInPerAddress),
    handler: () => startPasskeyProof(app),
  })
  app.route({
    ...passkeys.signInByPasskey,
    onRequest: [ownSignIn(app), limitTo(app, limits.signInPerAddress)],
    handler: (request) =>
      signInByPasskey(app, {
        ...request.body,
        network: networkKey(request),
        userAgent: request.headers['user-agent'],
      }),
  })
  app.route({
    ...contract.renewRecoveryCodes,
    ...writes,
    handler: async (request) => ({ recovery_codes: await renewRecoveryCodes(app.db, viewerId(request)) }),
  })
}
