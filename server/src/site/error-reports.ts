import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { reportError } from '@wtpu/contract/site/site'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

/** Logged per server and minute. The first ones tell what is wrong; more would only fill the disk. */
const maxPerMinute = 60
const minute = 60_000

/** Logs errors of browsers without anything that people typed, and without their address. */
export const errorReportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const known: ReadonlySet<string> = new Set(pages.map(({ path }) => path))
  let [logged, windowEnd] = [0, 0]
  app.route({
    ...reportError,
    onRequest: limitTo(app, limits.errorReportsPerAddress),
    handler: (request) => {
      const now = performance.now()
      if (now >= windowEnd) [logged, windowEnd] = [0, now + minute]
      if (logged >= maxPerMinute) return { logged: false }
      logged++
      const { page, name, message, places } = request.body
      const report = {
        page: known.has(page) ? page : 'unknown',
        name: /^[A-Za-z]+$/.test(name) ? name : 'Error',
        message: maskValues(message),
        places: places.filter((place) => /^\/assets\/[\w.-]+:\d+:\d+$/.test(place)),
      }
      // The parent logger: a request's log entries can be joined with its address.
      app.log.warn(report, 'error in a browser')
      return { logged: true }
    },
  })
}

/** Messages of browsers quote values and URLs, which may be about a person. */
export function maskValues(message: string): string {
  return (
    message
      .replace(/"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)/g, '<text>')
      // Not the apostrophe of "don't".
      .replace(/(?<![\p{L}\p{N}])['‘].*?(['’](?![\p{L}\p{N}])|$)/gsu, '<text>')
      .replace(/\b[a-z]+:\/\/\S+/gi, '<url>')
      .replace(/\S*@\S*/g, '<email>')
      .replace(/\d+/g, '<n>')
      .replace(/\s+/g, ' ')
  )
}
