import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as accounts from '@wtpu/contract/accounts/accounts'
import { ApiError } from '#http/errors.ts'
import { networkKey, limits, limitTo } from '#http/limits/rate-limit.ts'
import { hashOfRegistration } from '#community/new-voters.ts'
import { findOrCreateByGoogle, createGoogleClient } from './google.ts'
import { findUser } from './queries.ts'
import { assertComplete, openSession } from './sessions.ts'

export const googleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const google = app.config.google && createGoogleClient(app.config.google, app.log)
  // Google may redirect users to this URL only.
  const allowedRedirects = new Set([`${app.config.publicUrl}/login`])
  const limit = limitTo(app, limits.signInPerAddress)

  const clientFor = (redirectUri: string) => {
    if (!google) throw new ApiError('google_not_set_up')
    if (allowedRedirects.has(redirectUri)) return google
    const detail = `Google sign-in works at ${app.config.publicUrl} only. Please open the site there.`
    throw new ApiError('redirect_uri', { detail, fields: { redirect_uri: ['is not allowed'] } })
  }

  app.route({
    ...accounts.startGoogle,
    onRequest: limit,
    handler: async (request) => {
      const { url, transaction } = await clientFor(request.body.redirect_uri).begin(request.body.redirect_uri)
      return { authorization_url: url, transaction: app.tokens.signTransaction(transaction) }
    },
  })

  app.route({
    ...accounts.signInWithGoogle,
    onRequest: limit,
    handler: async (request) => {
      const { redirect_uri: redirectUri, transaction, code, state, iss, invitation } = request.body
      const provider = clientFor(redirectUri)
      const account = await provider.finish({ redirectUri, code, state, iss }, readTransaction(transaction))
      const { userId, isNew } = await findOrCreateByGoogle(app, account, {
        invitation,
        registeredFrom: hashOfRegistration(app, networkKey(request)),
      })
      app.sessionCache.end(userId)
      const userAgent = request.headers['user-agent']
      const opened = await openSession(app, { userId, remember: true, userAgent, network: networkKey(request) })
      // The account was deleted after it was found.
      if (!opened) throw new ApiError('google_refused')
      const tokens = assertComplete(opened)
      const user = await findUser(app.db, { id: userId }, userId)
      return { ...tokens, is_new: isNew, user: user ?? { first_name: '', last_name: '', avatar: null } }
    },
  })

  function readTransaction(token: string) {
    try {
      return app.tokens.readTransaction(token)
    } catch {
      throw new ApiError('google_transaction')
    }
  }
}
