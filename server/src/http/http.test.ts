import net from 'node:net'
import * as accounts from '@wtpu/contract/accounts'
import pg from 'pg'
import { Type } from 'typebox'
import { expect, inject, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'
import { createTokens } from './tokens.ts'
import { startTestApp } from '#testing/test-app.ts'

test('what was not foreseen is a 500 without any detail, and logged', async () => {
  await using t = await startTestApp()
  await t.pool.query('drop table sessions cascade')
  const citizen = await t.make.user({ password: 'a long password' })

  const reply = await t.call(accounts.createToken, {
    body: { username: citizen.username, password: 'a long password' },
  })

  expect(reply.statusCode).toBe(500)
  expect(reply.body).not.toMatch(/sessions|select|insert/)
})

test('a database that went away is a quick 503 with Retry-After, and the process lives', async () => {
  await using t = await startTestApp()
  const name = new URL(t.url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await t.app.inject('/readyz')
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])

  const reply = await t.app.inject('/readyz')

  expect([reply.statusCode, reply.json().code, reply.json().reason]).toEqual([503, 'unavailable', 'database'])
  expect(reply.headers['retry-after']).toBeDefined()
  await admin.query(`alter database ${name} allow_connections true`)
  await admin.end()
  await expect.poll(async () => (await t.app.inject('/readyz')).statusCode).toBe(200)
})

test(
  'a query that hangs is cut after four seconds, by PostgreSQL, and the connection is usable again',
  { timeout: 15_000 },
  async () => {
    await using t = await startTestApp()

    await expect(t.pool.query('select pg_sleep(8)')).rejects.toThrow('statement timeout')

    expect((await t.app.inject('/readyz')).statusCode).toBe(200)
  },
)

test('malformed bodies are the sender’s fault', async () => {
  await using t = await startTestApp()
  const post = (payload: string, type = 'application/json') =>
    t.app.inject({ method: 'POST', url: '/auth/api/token/', payload, headers: { 'content-type': type } })

  expect((await post('{"username":')).statusCode).toBe(400)
  expect((await post('')).statusCode).toBe(400)
  expect((await post('<a/>', 'text/xml')).statusCode).toBe(415)
  expect((await post(`{"username":"${'x'.repeat(300_000)}"}`)).statusCode).toBe(413)
  expect((await post('{"password":"x"}')).json()).toMatchObject({
    code: 'invalid',
    fields: { username: ['username is required'] },
  })
})

test('an unknown call is a 404 in JSON', async () => {
  await using t = await startTestApp()

  const reply = await t.app.inject('/api/nothing/')

  expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
})

test.each([
  ['cannot be decoded', '/auth/api/user/%ff/', 400, 'The address is not valid.'],
  ['is too long', `/auth/api/user/${'x'.repeat(300)}/`, 414, 'The address is too long.'],
])('an address that %s is refused as any other bad request is', async (_, url, status, detail) => {
  await using t = await startTestApp()

  const reply = await t.app.inject(url)

  expect([reply.statusCode, reply.json()]).toEqual([
    status,
    { code: 'bad_request', detail, error: detail, message: detail },
  ])
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
})

test('every reply carries the security headers', async () => {
  await using t = await startTestApp()

  const { headers } = await t.app.inject('/healthz')

  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

test('a sender who stops in mid-header is cut off', { timeout: 40_000 }, async () => {
  await using t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const started = performance.now()
  const closed = await Promise.all(
    Array.from({ length: 20 }, () => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '))
      socket.on('error', () => undefined)
      socket.resume()
      return new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)))
    }),
  )

  expect(closed).toHaveLength(20)
  expect(performance.now() - started).toBeLessThan(30_000)
})

test('only what the response schema names leaves the server', async () => {
  await using t = await startTestApp()
  const { default: fastify } = await import('fastify')
  const app = fastify()
  app.get('/', { schema: { response: { 200: Type.Object({ id: Type.Integer() }) } } }, () => ({
    id: 1,
    password_hash: 'x',
  }))

  expect((await app.inject('/')).json()).toEqual({ id: 1 })
  expect(t.app).toBeDefined()
})

test('the same arguments give the same refresh token; kinds and algorithms are not mixed up', () => {
  const tokens = createTokens('a secret that only tests know, 32 characters and more')
  const [from, to] = [new Date(1_000_000), new Date(Date.now() + 1_000_000)]
  const sign = () => tokens.signRefresh({ sid: 'a', gen: 1 }, from, to)

  expect(sign()).toBe(sign())
  expect(tokens.readRefresh(sign())).toEqual({ sid: 'a', gen: 1 })
  expect(() => tokens.readAccess(sign())).toThrow()
  expect(() => tokens.readRefresh(tokens.signAccess({ user_id: 1, sid: 'a' }))).toThrow()
  expect(() => createTokens('another secret, just as long as the first one').readRefresh(sign())).toThrow()
})

test('a cursor reads back what was written, and refuses anything of another shape', () => {
  const kinds = ['boolean', 'text', 'integer'] as const
  const cursor = writeCursor([true, 'adams', 7])

  expect(readCursor(cursor, kinds)).toEqual([true, 'adams', 7])
  expect(readCursor(undefined, ['integer'])).toBeUndefined()
  for (const bad of ['x', writeCursor([1]), writeCursor(['a', true, 7]), writeCursor([true, 'a\0', 7])]) {
    expect(() => readCursor(bad, kinds)).toThrow('cursor is not valid')
  }
})

test.each(['2026-11-21T07:00:00.123Z', '2026-11-21 07:00:00.123456+00', '2026-11-21T07:00:00.123456+00:00'])(
  'an instant in a cursor is read as PostgreSQL and JavaScript write it: %s',
  (instant) => {
    expect(readCursor(writeCursor([instant, 1]), ['instant', 'integer'])).toEqual([instant, 1])
  },
)

test.each([
  ['x', 1],
  ['', 1],
  ['2026-99-01T00:00:00Z', 1],
  ['2026-01-01T00:00:00Z', 1.5],
  ['2026-01-01T00:00:00Z', 1e30],
  ['2026-01-01T00:00:00Z', -1],
])('a cursor of %j and %j, which the database would stumble over, is refused', (instant, id) => {
  expect(() => readCursor(writeCursor([instant, id]), ['instant', 'integer'])).toThrow('cursor is not valid')
})

test('a body nested deeper than the stack is high is an ordinary bad request', async () => {
  await using t = await startTestApp()
  const deep = `{"question":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const headers = { 'content-type': 'application/json' }

  const reply = await t.app.inject({ method: 'POST', url: '/auth/api/token/', payload: deep, headers })

  expect(reply.statusCode).toBe(400)
})
