import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { validate } from '@scalar/openapi-parser'
import { errors } from '@wtpu/contract/errors'
import { Errors } from 'typebox/value'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface DocumentedResponse {
  description: string
  headers?: object
  content: Record<string, Media>
}

interface Operation {
  operationId: string
  summary: string
  security: object[]
  parameters?: { name: string; schema: object; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, DocumentedResponse>
}

async function readOperations(): Promise<[call: string, operation: Operation][]> {
  await using t = await startTestApp()
  const { body } = await t.app.inject('/api/docs/openapi.json')
  const { schemas } = JSON.parse(body).components
  const resolve = (_key: string, value: { $ref?: string } | null): unknown => {
    const name = value?.$ref?.replace('#/components/schemas/', '')
    return name === undefined ? value : JSON.parse(JSON.stringify(schemas[name]), resolve)
  }
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(body, resolve)
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${url}`,
      operation,
    ]),
  )
}

const examplesOf = ({ example, examples = {} }: Media) =>
  example === undefined ? Object.values(examples).map(({ value }) => value) : [example]

/** What is wrong with the examples of a part: none, or the errors of each. */
const problemsOf = (part: string, { schema }: Media, examples: unknown[]) =>
  examples.length === 0
    ? [`${part} has no example`]
    : examples.flatMap((example) =>
        Errors(schema, example).map(({ instancePath, message }) => `${part}${instancePath} ${message}`),
      )

test('the document is valid OpenAPI 3.1', async () => {
  await using t = await startTestApp()

  const document = (await t.app.inject('/api/docs/openapi.json')).json()

  expect(await validate(document)).toMatchObject({ valid: true, version: '3.1' })
})

test('a call has the name of its endpoint, and shapes have the names of the contract', async () => {
  const operations = new Map(await readOperations())
  const ids = [...operations.values()].map(({ operationId }) => operationId)
  expect(ids.filter((id) => !/^[a-z]\w+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(operations.get('POST /api/polls/{id}/vote/')?.operationId).toBe('castVote')

  await using t = await startTestApp()
  const { paths, components } = (await t.app.inject('/api/docs/openapi.json')).json()
  const { schema } = paths['/api/polls/'].get.responses['200'].content['application/json']
  expect(schema.anyOf[0].items).toEqual({ $ref: '#/components/schemas/Poll' })
  expect(components.schemas.Poll.properties.options.items).toEqual({ $ref: '#/components/schemas/PollOption' })
})

test('every call has a summary of one sentence', async () => {
  for (const [call, { summary }] of await readOperations()) {
    expect(summary, call).toMatch(/^[A-Z].{8,78}\.$/)
  }
})

test('every part of every call has examples that fit its schema', async () => {
  const operations = await readOperations()

  const problems = operations.flatMap(([call, { parameters = [], requestBody, responses }]) => [
    ...parameters
      // Cursors are opaque.
      .filter(({ name }) => name !== 'cursor')
      .flatMap(({ name, schema, example }) =>
        problemsOf(`${call} ${name}`, { schema }, example === undefined ? [] : [example]),
      ),
    ...Object.values(requestBody?.content ?? {}).flatMap((media) =>
      problemsOf(`${call} body`, media, examplesOf(media)),
    ),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      Object.values(content).flatMap((media) => problemsOf(`${call} ${status}`, media, examplesOf(media))),
    ),
  ])

  expect(operations.length).toBeGreaterThan(80)
  expect(problems).toEqual([])
})

test('says which calls need a sign-in, from the guard of the route', async () => {
  const operations = new Map(await readOperations())

  expect(operations.get('GET /api/polls/')?.security).toEqual([])
  expect(operations.get('POST /api/polls/{id}/vote/')?.security).toEqual([{ bearer: [] }])
  expect(operations.get('GET /api/boilerroom/latest-posts/')?.security).toEqual([{ bearer: [] }])
  expect(operations.get('GET /auth/api/user/{id}/')?.security).toEqual([{}, { bearer: [] }])
})

test('lists the errors of a call, each with an example', async () => {
  const operations = new Map(await readOperations())
  const errorsOf = (call: string) =>
    Object.entries(operations.get(call)?.responses ?? {})
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, { content }]) => [status, Object.keys(content['application/json']?.examples ?? {})])

  expect(errorsOf('POST /api/polls/{id}/vote/')).toEqual([
    ['400', ['invalid']],
    ['401', ['not_signed_in']],
    ['403', ['suspended', 'email_not_confirmed', 'not_eligible']],
    ['404', ['not_found']],
    ['409', ['already_voted', 'poll_closed']],
    ['429', ['too_many_attempts']],
    ['503', ['unavailable', 'overloaded']],
  ])
  const unknown = operations.get('GET /api/roll-calls/{id}/')?.responses['404']?.content['application/json']?.examples
  expect(unknown?.['not_found']?.value).toMatchObject({ detail: 'Roll call not found.' })
  expect(errorsOf('GET /api/polls/summary/').map(([status]) => status)).toEqual(['429', '503'])
  expect(errorsOf('POST /api/boilerroom/posts/').map(([status]) => status)).toContain('413')
  expect(operations.get('GET /api/polls/')?.responses['429']?.headers).toHaveProperty('Retry-After')
})

test('every error of the table belongs to a call', async () => {
  const operations = await readOperations()
  const codes = operations.flatMap(([, { responses }]) => Object.values(responses).flatMap(codesOf))
  const documented = new Set([...codes, ...general])

  expect(Object.keys(errors).filter((code) => !documented.has(code))).toEqual([])
})

/** Codes of malformed requests and of failures that any call may meet; the introduction names them. */
const general = ['invalid_text', 'internal', 'storage_full', 'bad_request']

const codesOf = ({ content }: DocumentedResponse) => Object.keys(content['application/json']?.examples ?? {})

test('a form lists its files', async () => {
  const operations = new Map(await readOperations())

  const { content = {} } = operations.get('POST /api/boilerroom/posts/')?.requestBody ?? {}

  expect(Object.keys(content)).toEqual(['multipart/form-data'])
  expect(content['multipart/form-data']?.schema).toMatchObject({
    properties: { media_files: { type: 'array', items: { format: 'binary' } }, poster: { format: 'binary' } },
  })
})

test('makes each file once, compressed and with an ETag, and limits it', async () => {
  await using t = await startTestApp()
  const generate = vi.spyOn(t.app, 'swagger')
  const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })

  for (const file of ['', 'openapi.json', 'openapi.yaml', 'js/scalar.js']) {
    const plain = await get(`/api/docs/${file}`)
    expect([file, plain.statusCode]).toEqual([file, 200])
    const same = await get(`/api/docs/${file}`, { 'if-none-match': String(plain.headers.etag) })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    // Smaller than a packet.
    if (file === '') continue
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const small = await get(`/api/docs/${file}`, { 'accept-encoding': encoding })
      expect(small.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(small.headers['content-type']).toBe(plain.headers['content-type'])
      expect(decompress(small.rawPayload).equals(plain.rawPayload)).toBe(true)
    }
  }
  // Once for the page, the JSON and the YAML.
  expect(generate).toHaveBeenCalledTimes(3)

  const statuses = await Promise.all(
    Array.from({ length: 125 }, async () => (await get('/api/docs/openapi.json')).statusCode),
  )
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
})
