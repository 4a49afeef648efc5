import type { FastifyInstance, FastifyRequest } from 'fastify'

/** At most 15 digits, which fit a JavaScript number exactly. The schema checks the range afterwards. */
const digits = /^-?\d{1,15}$/

const names = new WeakMap<object, string[]>()

/**
 * Converts digits in paths and query strings to numbers where the route's schema requires an integer. Any other text
 * stays text, and the schema rejects it with 400. app.ts disables Ajv's own coercion, because it also accepts " 5 ", 0x10,
 * 1e999 and true.
 */
export function parseIntegers(app: FastifyInstance): void {
  app.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
    const { schema } = request.routeOptions
    convert(schema?.params, request.params)
    convert(schema?.querystring, request.query)
    done()
  })
}

function convert(schema: unknown, part: unknown): void {
  if (!isRecord(schema) || !isRecord(part)) return
  for (const name of integersOf(schema)) {
    const value = part[name]
    if (typeof value === 'string' && digits.test(value)) part[name] = Number(value)
  }
}

function integersOf(schema: Record<string, unknown>): string[] {
  const known = names.get(schema)
  if (known) return known
  const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : []
  const found = properties.filter(([, field]) => isRecord(field) && field['type'] === 'integer').map(([name]) => name)
  names.set(schema, found)
  return found
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
