import { randomBytes } from 'node:crypto'
import { parseId } from '@wtpu/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { acquireSlot } from '#http/concurrency-limit.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { findPublicPoll } from '../public-poll.ts'
import { embedPage, type EmbedTheme, missingEmbedPage } from './embed-page.ts'

/** GET /embed/polls/{id}: a poll for frames on other sites. `theme` is light, dark or, by default, the reader's. */
export function embedRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string }; Querystring: { theme?: string } }>(
    '/embed/polls/:id',
    { schema: { hide: true }, onRequest: limitTo(app, limits.embedsPerAddress), preHandler: acquireSlot },
    async (request, reply) => {
      const id = parseId(request.params.id)
      const poll = id === undefined ? undefined : await findPublicPoll(app.db, id)
      const nonce = randomBytes(16).toString('base64')
      const place = { origin: app.config.publicUrl, theme: themeOf(request.query.theme), nonce }
      return reply
        .code(poll ? 200 : 404)
        .headers({
          'content-security-policy': policyOf(nonce),
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
          // The nonce must not be reused, so the page must not be cached.
          'cache-control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(poll ? embedPage(poll, place) : missingEmbedPage(place))
    },
  )
}

const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; ')

const themeOf = (theme: unknown): EmbedTheme => (theme === 'light' || theme === 'dark' ? theme : 'auto')
