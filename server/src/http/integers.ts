import type { FastifyInstance, preValidationHookHandler } from 'fastify'

/** At most 15 digits, which fit a JavaScript number exactly. The schema checks the range afterwards. */
const digits = /^-?\d{1,15}$/

/**
 * Converts digits in paths and query strings to numbers where the route's schema requires an integer. Any other text
 * stays text, and the schema rejects it with 400. app.ts disables Ajv's own coercion, because it also accepts " 5 ", 0x10,
 * 1e999 and true.
 */
export function parseIntegers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const [params, query] = [integersOf(route.schema?.params), integersOf(route.schema?.querystring)]
    if (params.length + query.length === 0) return
    const convertBoth: preValidationHookHandler = (request, _reply, done) => {
      convert(params, request.params)
      convert(query, request.query)
      done()
    }
    route.preValidation = [convertBoth, ...[route.preValidation ?? []].flat()]
  })
}

function convert(names: readonly string[], part: unknown): void {
  if (!isRecord(part)) return
  for (const name of names) {
    const value = part[name]
    if (typeof value === 'string' && digits.test(value)) part[name] = Number(value)
  }
}

function integersOf(schema: unknown): string[] {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? Object.entries(schema['properties']) : []
  return properties.filter(([, field]) => isRecord(field) && field['type'] === 'integer').map(([name]) => name)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
