import type { FastifyInstance } from 'fastify'

/**
 * Warns once per process when a proxy seems to be in front of a server that does not know of it: all visitors would then
 * share the limits of one address.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  if (app.config.trustedProxies > 0) return
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true
      app.log.warn(
        'A request carries X-Forwarded-For while TRUST_PROXY is off. Behind a proxy, all visitors count as one address: ' +
          'set TRUST_PROXY to the number of proxies.',
      )
    }
    done()
  })
}
