import type { FastifyRequest } from 'fastify'

/** Programs that say in their name what they are. Link previews and crawlers are not readers. */
const bots = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|curl|wget/i

export function isBot(userAgent: string | undefined): boolean {
  return bots.test(userAgent ?? '')
}

/** Whether a person asks in order to read now. */
export function isRead({ method, headers }: FastifyRequest): boolean {
  const isPrefetch = String(headers['sec-purpose'] ?? '').includes('prefetch')
  return method === 'GET' && !isPrefetch && !isBot(headers['user-agent'])
}
