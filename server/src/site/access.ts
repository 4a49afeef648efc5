import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { enterSite } from '@wtpu/contract/site'
import { limits, limitTo } from '#http/rate-limit.ts'

/** The site gate: a curtain, not security. Each attempt is logged, as its notice says (decision 1). */
export const accessRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...enterSite,
    onRequest: limitTo(app, limits.siteAccess),
    handler: (request) => {
      const expected = app.config.siteAccessCode
      const granted = expected === '' || same(request.body.code.trim(), expected)
      request.log.info({ address: request.ip, granted }, 'site access attempt')
      return { granted }
    },
  })
}

function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
