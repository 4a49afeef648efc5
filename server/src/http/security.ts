import { releaseHeader } from '@wtpu/contract/live'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
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

const isCall = /^\/(auth\/)?api\/(?!docs)/

/**
 * What a route sends with each response, found once. Calls send `no-store`, which routes that allow caching override
 * (http/cache/shared-response.ts), and the release, so that pages that were opened before it can offer to update.
 */
export function setHeadersOfRoutes(app: FastifyInstance, release: string): void {
  app.addHook('onRoute', (route) => {
    const headers = {
      ...(route.config?.open && { 'access-control-allow-origin': '*' }),
      ...(isCall.test(route.url) && { 'cache-control': 'no-store', ...(release && { [releaseHeader]: release }) }),
    }
    if (Object.keys(headers).length === 0) return
    const send: onRequestHookHandler = (_request, reply, done) => {
      reply.headers(headers)
      done()
    }
    route.onRequest = [send, ...[route.onRequest ?? []].flat()]
  })
}

/** Does not include sub-domains, because an organization may have others that lack https. */
export function setSecurityHeaders(app: FastifyInstance): void {
  const { publicUrl, hstsSeconds } = app.config
  const hsts = publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${hstsSeconds}` }
  const headers = { ...baseSecurityHeaders, ...hsts }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
