import http from 'node:http'
import type net from 'node:net'
import { identifyStream } from '@wtpu/contract/notifications/notifications'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import type { TestApp } from './test-app.ts'

/** Opens a live stream as a browser does. `received` returns the text so far. */
export async function openStream({ app }: { app: FastifyInstance }, options: http.RequestOptions = {}) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const chunks: Buffer[] = []
  const request = http.request({ port, host: '127.0.0.1', path: '/api/live/', ...options }).end()
  const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
  response.on('data', (part: Buffer) => chunks.push(part))
  response.on('error', () => undefined)
  const received = () => Buffer.concat(chunks).toString()
  return {
    response,
    received,
    chunks: () => chunks,
    tickets: () => [...received().matchAll(/event: ticket\ndata: ([\w-]+)\n\n/g)].map(([, ticket = '']) => ticket),
    cut: () => request.destroy(),
    [Symbol.dispose]: () => void request.destroy(),
  }
}

/** A stream that has received the ticket by which a user can identify it. */
export async function openStreamWithTicket(t: { app: FastifyInstance }) {
  const stream = await openStream(t)
  await expect.poll(stream.tickets).toHaveLength(1)
  return stream
}

export const identify = (t: TestApp, user: { id: number }, ticket = '') =>
  t.as(user).call(identifyStream, { body: { ticket } })

/** Waits until all servers of a database listen. On a busy machine the first attempt may fail, and then an invalidation is missed. */
export async function untilListening({ db }: { db: Db }, servers = 1): Promise<void> {
  const listening = sql`select from pg_stat_activity where datname = current_database() and query like 'listen%'`
  await expect.poll(async () => (await db.execute(listening)).rowCount).toBe(servers)
}
