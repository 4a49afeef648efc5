import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { enterSite } from '@wtpu/contract/site/site'
import { isSameCode } from '#http/access-code.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

/** The site gate, which is not a security measure. Logs each attempt, as its notice announces. */
export const accessRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...enterSite,
    onRequest: limitTo(app, limits.siteAccess),
    handler: (request) => {
      const expected = app.config.siteAccessCode
      const granted = expected === '' || isSameCode(request.body.code, expected)
      request.log.info({ address: request.ip, granted }, 'site access attempt')
      return { granted }
    },
  })
}
