import net from 'node:net'
import * as accounts from '@wtpu/contract/accounts/accounts'
import type { Endpoint } from '@wtpu/contract/endpoint'
import { likePost, unlikePost } from '@wtpu/contract/boiler-room/likes'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { Type } from 'typebox'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { connect } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { createTokens } from './tokens.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'

test('an unexpected error is a 500 without details', async () => {
  await using t = await startTestApp()
  await t.pool.query('alter table sessions rename to gone')
  const citizen = await t.make.user({ password: 'a long password' })

  const response = await t.call(accounts.createToken, {
    body: { username: citizen.username, password: 'a long password' },
  })

  expect(response.statusCode).toBe(500)
  expect(response.body).not.toMatch(/sessions|select|insert/)
})

test('an unavailable database is a 503 with Retry-After, and the server recovers', async () => {
  await using t = await startTestApp()
  const name = new URL(t.url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await t.app.inject('/readyz')
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])

  const response = await t.app.inject('/readyz')

  expect([response.statusCode, response.json().code, response.json().reason]).toEqual([503, 'unavailable', 'database'])
  expect(response.headers['retry-after']).toBeDefined()
  await admin.query(`alter database ${name} allow_connections true`)
  await admin.end()
  await expect.poll(async () => (await t.app.inject('/readyz')).statusCode).toBe(200)
})

test('PostgreSQL cancels a query that exceeds the statement timeout', async () => {
  await using t = await startTestDatabase()
  const usual = connect(t.url)
  const limited = connect(t.url, { statement: 100 })
  const { rows } = await usual.pool.query('show statement_timeout')
  const running = () => t.db.$count(sql`pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`)

  await expect(limited.pool.query('select pg_sleep(3600)')).rejects.toThrow('timeout')

  await expect.poll(running).toBe(0)
  expect((await limited.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(rows).toEqual([{ statement_timeout: '4s' }])
  await Promise.all([usual.close(), limited.close()])
})

test('malformed bodies return 4xx', async () => {
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

test.each(['application/json', 'application/x-www-form-urlencoded'])(
  'a call that takes no body accepts an empty one of type %s',
  async (type) => {
    await using t = await startTestApp()
    const [user, post] = [await t.make.user(), await t.make.post({ author: await t.make.user() })]
    const headers = { authorization: await t.as(user).authorization(), 'content-type': type, 'content-length': '0' }
    const send = ({ method, url }: Endpoint) =>
      t.app.inject({ method, url: url.replace(':id', String(post.id)), headers })

    expect((await send(likePost)).json()).toEqual({ user_has_liked: true, likes_count: 1 })
    expect((await send(unlikePost)).json()).toEqual({ user_has_liked: false, likes_count: 0 })
  },
)

test('an unknown API path is a 404 in JSON', async () => {
  await using t = await startTestApp()

  const response = await t.app.inject('/api/nothing/')

  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})

test.each([
  ['cannot be decoded', '/auth/api/user/%ff/', 400, 'The address is not valid.'],
  ['is too long', `/auth/api/user/${'x'.repeat(300)}/`, 414, 'The address is too long.'],
])('a URL that %s is rejected with the usual error body', async (_, url, status, detail) => {
  await using t = await startTestApp()

  const response = await t.app.inject(url)

  expect([response.statusCode, response.json()]).toEqual([
    status,
    { code: 'bad_request', detail, error: detail, message: detail },
  ])
  expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
})

test('every response has the security headers', async () => {
  await using t = await startTestApp()

  const { headers } = await t.app.inject('/healthz')

  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

test('disconnects a client that stops sending in the middle of its headers', async () => {
  await using t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '))
      let response = ''
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => (response += chunk.toString()))
      return new Promise<string>((resolve) => socket.on('close', () => resolve(response)))
    }),
  )

  for (const response of responses) expect(response).toMatch(/^HTTP\/1.1 408 /)
})

test('does not send fields that are not in the response schema', async () => {
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

test('refresh tokens are deterministic, and a token of another kind or secret is rejected', () => {
  const tokens = createTokens('a secret that only tests know, 32 characters and more')
  const [from, to] = [new Date(1_000_000), new Date(Date.now() + 1_000_000)]
  const sign = () => tokens.signRefresh({ sid: 'a', gen: 1 }, from, to)

  expect(sign()).toBe(sign())
  expect(tokens.readRefresh(sign())).toEqual({ sid: 'a', gen: 1 })
  expect(() => tokens.readAccess(sign())).toThrow()
  expect(() => tokens.readRefresh(tokens.signAccess({ user_id: 1, sid: 'a' }))).toThrow()
  expect(() => createTokens('another secret, just as long as the first one').readRefresh(sign())).toThrow()
})

test('a remembered access token expires on time, and a changed one is rejected', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  await t.as(user).authorization()
  const [session] = await t.db.select().from(sessions)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { tokens, sessionCache } = t.app
  const token = tokens.signAccess({ user_id: user.id, sid: session!.id })

  vi.advanceTimersByTime(60 * 60_000 - 5_000)
  expect(await sessionCache.find(token)).toMatchObject({ id: user.id })
  const [header, , signature] = token.split('.')
  const payload = Buffer.from(JSON.stringify({ user_id: user.id, sid: session!.id, aud: 'access', exp: 9_999_999_999 }))
  expect(await sessionCache.find(`${header}.${payload.toString('base64url')}.${signature}`)).toBeNull()
  vi.advanceTimersByTime(6_000)
  expect(await sessionCache.find(token)).toBeNull()
})

test('decodes a cursor to its keys, and rejects other shapes', () => {
  const kinds = ['boolean', 'text', 'integer'] as const
  const cursor = encodeCursor([true, 'adams', 7])

  expect(decodeCursor(cursor, kinds)).toEqual([true, 'adams', 7])
  expect(decodeCursor(undefined, ['integer'])).toBeUndefined()
  for (const bad of ['x', encodeCursor([1]), encodeCursor(['a', true, 7]), encodeCursor([true, 'a\0', 7])]) {
    expect(() => decodeCursor(bad, kinds)).toThrow('cursor is not valid')
  }
})

test.each(['2026-11-21T07:00:00.123Z', '2026-11-21 07:00:00.123456+00', '2026-11-21T07:00:00.123456+00:00'])(
  'a cursor accepts instants in the formats of PostgreSQL and JavaScript: %s',
  (instant) => {
    expect(decodeCursor(encodeCursor([instant, 1]), ['instant', 'integer'])).toEqual([instant, 1])
  },
)

test.each([
  ['x', 1],
  ['', 1],
  ['2026-99-01T00:00:00Z', 1],
  ['2026-02-30T00:00:00Z', 1],
  ['0000-01-01T00:00:00Z', 1],
  ['2026-01-01T00:00:00+23:59', 1],
  ['2026-01-01T00:00:00Z', 1.5],
  ['2026-01-01T00:00:00Z', 1e30],
  ['2026-01-01T00:00:00Z', -1],
])('rejects a cursor of %j and %j, which are invalid in the database', (instant, id) => {
  expect(() => decodeCursor(encodeCursor([instant, id]), ['instant', 'integer'])).toThrow('cursor is not valid')
})

test('a deeply nested body is a bad request', async () => {
  await using t = await startTestApp()
  const deep = `{"question":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const headers = { 'content-type': 'application/json' }

  const response = await t.app.inject({ method: 'POST', url: '/auth/api/token/', payload: deep, headers })

  expect(response.statusCode).toBe(400)
})

test.each([
  ['https://wtpu.example', 31_536_000, 'max-age=31536000'],
  ['https://wtpu.example', 0, 'max-age=0'],
  ['http://localhost:3000', 31_536_000, undefined],
])('at %s with HSTS_SECONDS=%s, the header is %s, without sub-domains', async (publicUrl, hstsSeconds, header) => {
  await using t = await startTestApp({ publicUrl, hstsSeconds })

  const response = await t.app.inject('/healthz')

  expect(response.headers['strict-transport-security']).toBe(header)
})

test('a request with two Host headers is rejected', async () => {
  await using t = await startTestApp()
  const { port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }))
  const ask = async (hosts: string) => {
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.end(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    const chunks = await Array.fromAsync(socket)
    return Buffer.concat(chunks).toString().split('\r\n')[0]
  }
  expect(await ask('Host: a.example\r\n')).toBe('HTTP/1.1 200 OK')
  expect(await ask('Host: a.example\r\nhost: b.example\r\n')).toBe('HTTP/1.1 400 Bad Request')
})
