import http from 'node:http'
import type net from 'node:net'
import { castVote } from '@wtpu/contract/polls'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changed, changedOnCommit } from './changed.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** A browser's stream: what has arrived so far, and a way to cut it. */
async function openStream(t: TestApp) {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const received: string[] = []
  const request = http.get({ port, host: '127.0.0.1', path: '/api/live/' })
  const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
  response.setEncoding('utf8').on('data', (text: string) => received.push(text))
  response.on('error', () => undefined)
  return { received: () => received.join(''), response, cut: () => request.destroy() }
}

test('a committed vote reaches an open stream as the path that went stale', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)
  const citizen = await t.make.user()
  const poll = await t.make.poll()

  await t.as(citizen).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

  await expect.poll(stream.received).toContain('data: /api/polls/\n\n')
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
  })
  stream.cut()
})

test('what is rolled back is never told', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)

  await t.db
    .transaction(async (tx) => {
      await changedOnCommit(tx, '/api/politicians/')
      tx.rollback()
    })
    .catch(() => undefined)
  await t.db.transaction((tx) => changedOnCommit(tx, '/api/polls/'))

  await expect.poll(stream.received).toContain('/api/polls/')
  expect(stream.received()).not.toContain('/api/politicians/')
  stream.cut()
})

test('a hundred changes in a moment are told at most once a second', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)

  await Promise.all(Array.from({ length: 100 }, () => changedOnCommit(t.db, '/api/polls/')))
  await expect.poll(stream.received).toContain('/api/polls/')

  expect(stream.received().match(/data:/g)?.length).toBeLessThanOrEqual(2)
  stream.cut()
})

test('hints go on after the listening connection was lost, and everything counts as stale in between', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)
  const listening = sql`datname = current_database() and query like 'listen%'`
  await expect
    .poll(async () => (await t.db.execute(sql`select pid from pg_stat_activity where ${listening}`)).rows.length)
    .toBe(1)
  await t.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`)

  await expect.poll(stream.received, { timeout: 5_000 }).toContain('data: /api/\n\n')
  changed(t.db, '/api/polls/')

  await expect.poll(stream.received, { timeout: 5_000 }).toContain('data: /api/polls/')
  stream.cut()
})

test('closing the server ends open streams', async () => {
  const t = await startTestApp()
  const stream = await openStream(t)
  const ended = new Promise((resolve) => stream.response.on('close', resolve))

  const started = performance.now()
  await t[Symbol.asyncDispose]()
  await ended

  expect(performance.now() - started).toBeLessThan(3_000)
})
