import { logout, refreshToken } from '@wtpu/contract/accounts/accounts'
import { site } from '@wtpu/contract/site/name'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertMember, maybeSignedIn } from './auth.ts'

/**
 * What visitors of a site for members only can use: their own account, the way in, links of mails, the operator's pages, files of
 * the build, and what checks these things itself: profiles, uploads and the live stream.
 */
const forVisitors = [
  /^\/auth\/api\//,
  /^\/api\/(ballots|invitation|pages|registration|setup|site-access)\//,
  /^\/api\/(live|moderation\/appeals)\/$/,
  /^\/(assets|logo|media|unsubscribe)\//,
  /^\/\.well-known\/(change-password|security)/,
  /^\/(healthz|readyz|metrics)$/,
  /^\/[\w.-]+\.(css|html|ico|js|png|svg|txt|webmanifest)$/,
]

/** On a site for members only, all other routes answer 401 to visitors, and no cache keeps what they answer to members. */
export function admitOnlyMembers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (endSessions.has(route.url)) route.onSend = [...[route.onSend ?? []].flat(), clearBrowser]
    if (forVisitors.some((open) => open.test(route.url))) return
    route.onRequest = [admit, ...[route.onRequest ?? []].flat()]
    route.onSend = [...[route.onSend ?? []].flat(), keepFromCaches]
  })
}

const endSessions = new Set<string>([logout.url, refreshToken.url])

/** The browser of a member who is signed out forgets pages and files of the site. */
function clearBrowser(
  { routeOptions: { url } }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (site.forVisitors && (url === logout.url || reply.statusCode === 401)) reply.header('clear-site-data', '"cache"')
  done(null, payload)
}

/** Fastify waits for `done` or the promise. Most sites need no promise. */
function admit(request: FastifyRequest, _reply: unknown, done: () => void): void | Promise<void> {
  return site.forVisitors ? maybeSignedIn(request).then(() => assertMember(request)) : done()
}

function keepFromCaches(
  _request: unknown,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (site.forVisitors) reply.headers({ 'cache-control': 'private, no-store', vary: 'authorization, accept-encoding' })
  done(null, payload)
}
