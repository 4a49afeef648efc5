import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as accounts from '@wtpu/contract/accounts'
import { readId } from '@wtpu/contract/text'
import type { FastifyRequest } from 'fastify'
import { maybeSignedIn } from '#http/auth.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { byNetwork, counter, limits, limitTo } from '#http/rate-limit.ts'
import { registerUser } from './commands.ts'
import { googleRoutes } from './google-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { passwordMatches } from './passwords.ts'
import { accountExists, findCredentials, findUser } from './queries.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { closeSession, openSession, rotateSession } from './sessions.ts'

export const accountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(googleRoutes)
  await app.register(recoveryRoutes)
  await app.register(ownAccountRoutes)
  const countTry = counter(app, limits.signInPerAccount)

  app.route({
    ...accounts.createToken,
    onRequest: limitTo(app, limits.signInPerAddress),
    handler: async (request) => {
      const { username, password, remember = false } = request.body
      const login = username.trim()
      const account = await findCredentials(app.db, login)
      // The same account by its email and by its username, and none that does not exist is told apart.
      await countTry(request, account ? `account ${account.userId}` : login.toLowerCase())
      const matches = await passwordMatches(account?.passwordHash, password)
      const userAgent = request.headers['user-agent']
      const tokens = account && matches && (await openSession(app, { ...account, remember, userAgent }))
      if (!tokens) throw new ApiError(401, 'invalid_credentials', 'No active account found with the given credentials')
      return tokens
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
    onRequest: limitTo(app, limits.registerPerAddress),
    handler: async (request, reply) => reply.code(201).send(await registerUser(app.db, request.body)),
  })

  app.route({
    ...accounts.getUser,
    onRequest: maybeSignedIn,
    preHandler: limitTo(app, limits.lookUpPerAddress, (request) =>
      asksForEmail(request) ? byNetwork(request) : undefined,
    ),
    handler: async (request) => {
      const { id } = request.params
      if (asksForEmail(request)) {
        if (await accountExists(app.db, id.trim())) return { exists: true }
        throw notFound('User')
      }
      const number = readId(id)
      const wanted = number === undefined ? { username: id } : { id: number }
      const user = await findUser(app.db, wanted, request.viewerId)
      if (!user) throw notFound('User')
      return user
    },
  })
}

function asksForEmail(request: FastifyRequest): boolean {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- behind the endpoint's schema
  const { id } = request.params as { id: string }
  return id.includes('@')
}
