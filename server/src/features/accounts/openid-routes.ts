import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import * as accounts from '@wtpu/contract/accounts/accounts'
import { ApiError, notFound } from '#http/errors.ts'
import { networkKey, limits, limitTo } from '#http/limits/rate-limit.ts'
import { hashOfRegistration } from '#community/new-voters.ts'
import {
  createProviderClient,
  findOrCreateByProvider,
  loginFailed,
  type ProviderClient,
  transactionFailed,
} from './openid.ts'
import { findUser } from './queries.ts'
import { assertComplete, openSession } from './sessions.ts'

type Answer = Parameters<ProviderClient['finish']>[0] & { transaction: string; invitation?: string }

/** Sign-in with Google, whose routes the specification names, and with the other providers. */
export const openidRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const clients = app.config.providers.map((provider) => createProviderClient(provider, app.log))
  const clientOf = (id: string) => clients.find(({ provider }) => provider.id === id)
  const google = () => {
    const client = clientOf(accounts.googleId)
    if (!client) throw new ApiError('google_not_set_up')
    return client
  }
  const other = (id: string) => {
    const client = id === accounts.googleId ? undefined : clientOf(id)
    if (!client) throw notFound('Provider')
    return client
  }
  const limit = { onRequest: limitTo(app, limits.signInPerAddress) }

  app.route({
    ...accounts.startGoogle,
    ...limit,
    handler: ({ body }) => begin(google(), body.redirect_uri),
  })
  app.route({
    ...accounts.signInWithGoogle,
    ...limit,
    handler: (request) => finish(google(), answerIn(request.body), request),
  })
  app.route({
    ...accounts.startProvider,
    ...limit,
    handler: ({ params, body }) => begin(other(params.id), body.redirect_uri),
  })
  app.route({
    ...accounts.signInWithProvider,
    ...limit,
    handler: (request) => finish(other(request.params.id), answerIn(request.body), request),
  })

  /** Providers may redirect users to the login page only. */
  function assertOwn(redirectUri: string, { provider: { label } }: ProviderClient) {
    const { publicUrl } = app.config
    if (redirectUri === `${publicUrl}/login`) return
    const detail = `${label} sign-in works at ${publicUrl} only. Please open the site there.`
    throw new ApiError('redirect_uri', { detail, fields: { redirect_uri: ['is not allowed'] } })
  }

  async function begin(client: ProviderClient, redirectUri: string) {
    assertOwn(redirectUri, client)
    const { url, transaction } = await client.begin(redirectUri)
    return {
      authorization_url: url,
      transaction: app.tokens.signTransaction(transaction),
      sign_out_url: await client.signOutUrl(`${app.config.publicUrl}/`),
    }
  }

  async function finish(
    client: ProviderClient,
    { transaction, invitation, ...callback }: Answer,
    request: FastifyRequest,
  ) {
    const { label } = client.provider
    assertOwn(callback.redirectUri, client)
    const account = await client.finish(callback, readTransaction(transaction, label))
    const network = networkKey(request)
    const { userId, isNew } = await findOrCreateByProvider(app, account, {
      invitation,
      registeredFrom: hashOfRegistration(app, network),
    })
    app.sessionCache.end(userId)
    const opened = await openSession(app, {
      userId,
      remember: true,
      userAgent: request.headers['user-agent'],
      network,
    })
    // The account was deleted after it was found.
    if (!opened) throw loginFailed(label, 'provider_refused')
    const tokens = assertComplete(opened)
    const user = await findUser(app.db, { id: userId }, userId)
    return {
      ...tokens,
      is_new: isNew,
      unknown_state: (isNew && account.unknown_state) || null,
      user: user ?? { first_name: '', last_name: '', avatar: null },
    }
  }

  function readTransaction(token: string, label: string) {
    try {
      return app.tokens.readTransaction(token)
    } catch {
      throw transactionFailed(label)
    }
  }
}

const answerIn = ({ redirect_uri: redirectUri, ...body }: Omit<Answer, 'redirectUri'> & { redirect_uri: string }) => ({
  ...body,
  redirectUri,
})
