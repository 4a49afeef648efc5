import { once } from 'node:events'
import { open, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { BatchWriterFull } from '#db/batch-writer.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { handleErrors } from './errors.ts'

test.each<[string, () => Promise<void>]>([
  ['a full disk of the server process', () => writeFile('/dev/full', 'x')],
  [
    'a full disk of PostgreSQL',
    async () => {
      await using t = await startTestDatabase()
      await t.db.execute(sql`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`)
    },
  ],
  ...['EROFS', 'EACCES'].map((code): [string, () => Promise<void>] => [
    `a folder with ${code}`,
    async () => {
      throw Object.assign(new Error('image process: failed'), { code })
    },
  ]),
])('%s returns 503 with Retry-After', async (_, fail) => {
  const app = fastify()
  handleErrors(app)
  app.get('/', fail)

  const response = await app.inject('/')

  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
    503,
    'storage_full',
    '60',
  ])
})

test('too many writes that wait return 503 with Retry-After', async () => {
  const app = fastify()
  handleErrors(app)
  app.get('/', () => Promise.reject(new BatchWriterFull('Too many writes wait')))

  const response = await app.inject('/')

  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '2',
  ])
})

test.each([
  ['connected', 'request failed', 50],
  ['disconnected', 'the client disconnected', 30],
])('logs a missing file while the client is %s as "%s" at level %i', async (client, message, level) => {
  const logged: { msg: string; level: number }[] = []
  const app = fastify({ logger: { stream: { write: (line: string) => logged.push(JSON.parse(line)) } } })
  handleErrors(app)
  app.get('/', async (_request, response) => {
    if (client === 'disconnected') {
      socket.destroy()
      await once(response.raw, 'close')
    }
    await open('/nothing/here')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1')

  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')

  await expect.poll(() => logged.find(({ msg }) => msg === message)?.level).toBe(level)
  expect(logged.filter((entry) => entry.level > level)).toEqual([])
  socket.destroy()
  await app.close()
})

test('/readyz reports which part is not ready', async () => {
  await using ready = await startTestApp()
  await using t = await startTestApp({ dataDir: '/dev/null/data' })

  expect((await ready.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  const storage = await t.app.inject('/readyz')
  expect([storage.statusCode, storage.json().reason]).toEqual([503, 'storage'])
  expect(storage.headers['retry-after']).toBeDefined()
  expect((await t.app.inject('/healthz')).statusCode).toBe(200)
})
