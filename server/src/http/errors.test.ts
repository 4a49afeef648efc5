import { writeFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp, startTestDatabase } from '#testing/test-app.ts'
import { handleErrors } from './errors.ts'

test.each([
  ['the server process', () => writeFile('/dev/full', 'x')],
  [
    'PostgreSQL',
    async () => {
      await using t = await startTestDatabase()
      await t.db.execute(sql`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`)
    },
  ],
])('a full disk of %s returns 503 with Retry-After', async (_, fail) => {
  const app = fastify()
  handleErrors(app)
  app.get('/', fail)

  const reply = await app.inject('/')

  expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'storage_full', '60'])
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
