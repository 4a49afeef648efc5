import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { circles, papers } from '#db/schema/circles.ts'
import { sitePages } from '#db/schema/site.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Schema = {
  type?: string
  minimum?: number
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
}
type Operation = {
  parameters?: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface IntegerField {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  where: 'path' | 'query' | 'body'
  name: string
  operation: Operation
}

/** Invalid integers in a path or query string. */
const badText = [
  '1e999',
  'Infinity',
  '-Infinity',
  'NaN',
  '9'.repeat(309),
  '9'.repeat(90),
  '9'.repeat(17),
  '2147483648',
  '9007199254740993',
  ' 5 ',
  '0x10',
  '0b1',
  '5.0',
  '5.5',
  '+5',
  '1e2',
  '-1',
  'true',
  'null',
  '[1]',
  '٣',
]
/** Invalid integers in a JSON body. */
const badJson = [
  '1e999',
  '-1e999',
  '9'.repeat(309),
  '2147483648',
  '-1',
  '5.5',
  '"5"',
  '" 5 "',
  '"0x10"',
  'true',
  'false',
  '[]',
  '[1]',
  '{}',
]

const isInteger = (schema: Schema): boolean =>
  schema.type === 'integer' || (schema.anyOf?.some((part) => isInteger(part)) ?? false)

/** Every integer that a mounted route accepts, read from the published OpenAPI schemas. */
function integerFields(t: TestApp): IntegerField[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- OpenAPI, written by the swagger plugin
  const paths = t.app.swagger().paths as Record<string, Record<string, Operation>>
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const body = operation.requestBody?.content['application/json']?.schema.properties ?? {}
      const found = [
        ...(operation.parameters ?? []).filter((parameter) => isInteger(parameter.schema)),
        ...Object.entries(body).flatMap(([name, schema]) => (isInteger(schema) ? [{ name, in: 'body' as const }] : [])),
      ]
      return found.map((match) => ({
        method: method.toUpperCase() as IntegerField['method'],
        url,
        where: match.in,
        name: match.name,
        operation,
      }))
    }),
  )
}

/** A value that the schema accepts, as JSON. */
function valid(schema: Schema): string {
  const part = schema.anyOf?.[0] ?? schema
  if (part.const !== undefined) return JSON.stringify(part.const)
  if (part.enum) return JSON.stringify(part.enum[0])
  return part.type === 'integer' ? '1' : part.type === 'string' ? '"some text"' : '[]'
}

let requests = 0

/** Calls the route with valid values for all required fields, except one. */
async function send(
  t: TestApp,
  user: { id: number },
  { method, url, where, name, operation }: IntegerField,
  bad: string,
  twice = false,
) {
  const parameters = operation.parameters ?? []
  const asText = (schema: Schema) => encodeURIComponent(String(JSON.parse(valid(schema))))
  const path = url.replace(/\{(\w+)\}/g, (_all, key: string) => {
    const schema = parameters.find((parameter) => parameter.name === key)?.schema ?? {}
    return where === 'path' && key === name ? encodeURIComponent(bad) : asText(schema)
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required && parameter.name !== name)
    .map((parameter) => {
      const isAddress = parameter.name === 'url'
      return `${parameter.name}=${isAddress ? `${t.config.publicUrl}/polls/1` : asText(parameter.schema)}`
    })
  if (where === 'query') query.push(`${name}=${encodeURIComponent(bad)}`)
  if (twice) query.push(`${name}=2`)
  const body = operation.requestBody?.content['application/json']?.schema
  const fields = Object.entries(body?.properties ?? {})
    .filter(([key]) => body?.required?.includes(key) || key === name)
    .map(([key, schema]) => `"${key}":${where === 'body' && key === name ? bad : valid(schema)}`)
  return t.app.inject({
    // Each from an address of its own, because some calls have a low limit by address.
    remoteAddress: `10.0.${(++requests >> 8) & 255}.${requests & 255}`,
    method,
    url: `${path}?${query.join('&')}`,
    headers: {
      authorization: await t.as(user).authorization(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: `{${fields.join(',')}}` }),
  })
}

describe('integers', () => {
  let t: TestApp
  /** Calls of moderators do not exist for others. */
  const makeAdmin = () => t.make.user({ role: 'admin' })
  beforeAll(async () => {
    t = await startTestApp()
    const author = await t.make.user()
    // The id of each is 1.
    await t.make.post({ author })
    await t.make.forumComment({ discussion: await t.make.discussion({ author }), author })
    const politician = await t.make.politician()
    await t.make.rollCall({ positions: [{ politician, position: 'yea' }] })
    await t.make.poll()
    const by = { createdBy: author.id }
    await t.db.insert(circles).values({ name: 'Members', ...by })
    const paper = { circleId: 1, title: 'Dues', questions: [], categoryId: 1, closesAt: new Date(), ...by }
    await t.db.insert(papers).values({ ...paper, reveal: 'always' })
    await t.db.insert(sitePages).values({ name: 'terms', version: 1, text: '', whatChanged: '' })
  })
  afterAll(() => t[Symbol.asyncDispose]())

  test('are found in the paths, queries and bodies of many routes', () => {
    const found = new Set(integerFields(t).map((field) => field.where))
    expect(found).toEqual(new Set(['path', 'query', 'body']))
    expect(integerFields(t).length).toBeGreaterThan(15)
  })

  test('are rejected in every field of every route unless they are plain digits', async () => {
    const wrong: string[] = []
    for (const field of integerFields(t)) {
      // Each field gets an account of its own, because accounts have limits.
      const user = await makeAdmin()
      const check = async (bad: string) => {
        const { statusCode } = await send(t, user, field, bad)
        // 414: the router limits the length of a path segment. 415: a call that takes a form asks for one first.
        if (![400, 404, 414, 415].includes(statusCode)) {
          wrong.push(`${field.method} ${field.url} ${field.where} ${field.name}=${bad}: ${statusCode}`)
        }
      }
      await Promise.all((field.where === 'body' ? badJson : badText).map(check))
    }
    expect(wrong).toEqual([])
  })

  test('are rejected when a query contains them twice', async () => {
    for (const field of integerFields(t).filter((candidate) => candidate.where === 'query')) {
      expect((await send(t, await makeAdmin(), field, '1', true)).statusCode, `${field.url} ${field.name}`).toBe(400)
    }
  })

  test('are accepted as plain digits', async () => {
    for (const field of integerFields(t).filter((candidate) => candidate.where === 'query')) {
      expect((await send(t, await makeAdmin(), field, '1')).statusCode, `${field.url} ${field.name}`).toBe(200)
    }
  })

  test.each(badText)('never cause a server error in a page URL: %s', async (bad) => {
    for (const page of ['polls', 'politicians', 'user']) {
      const { statusCode } = await t.app.inject(`/${page}/${encodeURIComponent(bad)}`)
      expect([200, 404, 503]).toContain(statusCode)
    }
    for (const call of ['/auth/api/user/', '/api/boilerroom/following/?user=', '/api/polls/?category=']) {
      expect((await t.app.inject(`${call}${encodeURIComponent(bad)}`)).statusCode).toBeLessThan(500)
    }
  })
})
