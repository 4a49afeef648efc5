import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as accounts from '@wtpu/contract/accounts/accounts'
import { parseId } from '@wtpu/contract/schemas'
import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import type { FastifyRequest } from 'fastify'
import { assertMember, viewerKey, maybeSignedIn } from '#http/auth.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { networkKey, limits, limitTo } from '#http/limits/rate-limit.ts'
import { registerUser } from './commands.ts'
import { confirmationRoutes } from './confirmation.ts'
import { factorRoutes } from './factors/routes.ts'
import { openidRoutes } from './openid-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { ownSignIn } from './own-sign-in.ts'
import { peopleRoutes } from './people/routes.ts'
import { accountExists, findUser } from './queries.ts'
import { recoveryRoutes } from './recovery.ts'
import { closeSession, rotateSession } from './sessions.ts'
import { signInByPassword } from './sign-in.ts'

export const accountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const routes of [openidRoutes, recoveryRoutes, confirmationRoutes, ownAccountRoutes, factorRoutes, peopleRoutes])
    await routes(app, {})

  app.route({
    ...accounts.createToken,
    onRequest: [ownSignIn(app), limitTo(app, limits.signInPerAddress)],
    handler: (request) => {
      const { username, password, remember = false } = request.body
      const userAgent = request.headers['user-agent']
      return signInByPassword(app, {
        login: username.trim(),
        password,
        remember,
        userAgent,
        network: networkKey(request),
      })
    },
  })

  app.route({
    ...accounts.refreshToken,
    handler: (request) => rotateSession(app, request.body.refresh),
  })

  app.route({
    ...accounts.logout,
    handler: async (request) => {
      await closeSession(app, request.body.refresh)
      return { signed_out: true }
    },
  })

  app.route({
    ...accounts.register,
    onRequest: [ownSignIn(app), limitTo(app, limits.registerPerAddress), limitTo(app, limits.registerPerAddressPerDay)],
    handler: async (request, reply) => {
      const from = { network: networkKey(request), userAgent: request.headers['user-agent'] }
      return reply.code(201).send(await registerUser(app, request.body, from))
    },
  })

  app.route({
    ...accounts.getUser,
    onRequest: maybeSignedIn,
    preHandler: [
      limitTo(app, limits.lookUpPerAddress, (request) => (asksForEmail(request) ? networkKey(request) : undefined)),
      limitTo(app, limits.profilesPerAddress, (request) => (request.viewerId === 0 ? networkKey(request) : undefined)),
      limitTo(app, limits.profilesPerUser, (request) => (request.viewerId === 0 ? undefined : viewerKey(request))),
    ],
    handler: async (request) => {
      const { id } = request.params
      if (asksForEmail(request)) {
        if (await accountExists(app.db, id.trim())) return { exists: true }
        throw notFound('User')
      }
      const number = parseId(id)
      const lookup = number === undefined ? { username: id } : { id: number }
      if (site.forVisitors && id !== String(request.viewerId)) await assertMember(request)
      const user = await findUser(app.db, lookup, request.viewerId)
      if (!user) throw notFound('User')
      // One's own is read by the settings, too.
      if (!isOn('profiles') && user.id !== request.viewerId) throw new ApiError('part_off')
      return user
    },
  })
}

function asksForEmail(request: FastifyRequest): boolean {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- behind the endpoint's schema
  const { id } = request.params as { id: string }
  return id.includes('@')
}
