import type { FastifyInstance } from 'fastify'

const options = { schema: { hide: true } }
const day = 24 * 60 * 60_000

/** Addresses that browsers, password managers and researchers of security ask every site for. */
export function wellKnownRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.config

  app.get('/.well-known/change-password', options, (_request, reply) => reply.redirect('/forgot-password', 302))

  // RFC 9116. The date must be less than a year away.
  app.get('/.well-known/security.txt', options, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${publicUrl}/support`,
          `Expires: ${new Date(Date.now() + 180 * day).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  )
}
