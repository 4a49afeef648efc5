import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of other sites may read it, without credentials. */
    open?: true
  }
}

/** Content security policy of HTML pages, with the hashes of their inline scripts and styles. */
export function contentSecurityPolicy(
  { scripts, styles }: Record<'scripts' | 'styles', readonly string[]>,
  { publicUrl, mediaUrl }: Pick<Config, 'publicUrl' | 'mediaUrl'>,
): string {
  const uploads = mediaUrl === undefined ? '' : ` ${new URL(mediaUrl).origin}`
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    `img-src 'self' data: blob:${uploads}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `media-src 'self' blob:${uploads}`,
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Additional headers of HTML pages. */
export const pageHeaders = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Headers of every response, so keep them short. The policy blocks everything; pages override it. */
export const baseSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export const isCall = /^\/(auth\/)?api\/(?!docs)/

/** Sends `no-store` with responses of the API. Routes that allow caching override it (http/cache/shared-response.ts). */
export function disableApiCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isCall.test(request.routeOptions.url ?? '')) reply.header('cache-control', 'no-store')
    done()
  })
}

/** Does not include sub-domains, because an organization may have others that lack https. */
export function setSecurityHeaders(app: FastifyInstance): void {
  const { publicUrl, hstsSeconds } = app.config
  const hsts = publicUrl.startsWith('https:') ? `max-age=${hstsSeconds}` : undefined
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(baseSecurityHeaders)
    if (request.routeOptions.config.open) reply.header('access-control-allow-origin', '*')
    if (hsts) reply.header('strict-transport-security', hsts)
    done()
  })
}
