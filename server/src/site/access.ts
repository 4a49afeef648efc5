import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { toSingleLine, withoutInvisible } from '@wtpu/contract/schemas'
import { enterSite } from '@wtpu/contract/site/site'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

/** The site gate, which is not a security measure. Logs each attempt, as its notice announces. */
export const accessRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...enterSite,
    onRequest: limitTo(app, limits.siteAccess),
    handler: (request) => {
      const expected = app.config.siteAccessCode
      const granted = expected === '' || isEqual(asTyped(request.body.code), asTyped(expected))
      request.log.info({ address: request.ip, granted }, 'site access attempt')
      return { granted }
    },
  })
}

/** Keyboards differ in the Unicode form of letters, and phones write curly quotes and long dashes. Capitals count. */
function asTyped(code: string): string {
  return toSingleLine(withoutInvisible(code.normalize('NFKC')))
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—―−-]+/g, '-')
}

function isEqual(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
