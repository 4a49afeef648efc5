import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdir, statfs } from 'node:fs/promises'
import http from 'node:http'
import { liveUrl } from '@wtpu/contract/live'
import { max, min, sql, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import {
  AggregatorRegistry,
  type Aggregator,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  register,
} from 'prom-client'
import type pg from 'pg'
import type { Config } from '#config.ts'
import { BatchWriter } from '#db/batch-writer.ts'
import { commonGround } from '#db/schema/common-ground.ts'
import { mails } from '#db/schema/mails.ts'
import { notificationEvents } from '#db/schema/notifications.ts'
import { lastBackup } from '#db/schema/operation.ts'
import { canReadTally } from '#db/site-keys.ts'
import { findDue } from '#features/tally/seal.ts'
import { alive, type FindUnreadiness, readinessResponse } from './site/health.ts'

/** No label is about a person: no id, no address, no URL with its values. */
const requestSeconds = new Histogram({
  name: 'wtpu_request_duration_seconds',
  help: 'Requests by method, route and status. Rejected ones have the status 429 or 503.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
})

const batchSizes = new Histogram({
  name: 'wtpu_batch_size',
  help: 'Writes that one transaction commits.',
  labelNames: ['writer'],
  buckets: [1, 2, 5, 10, 20, 50, 100],
})

/** Measures an app. Values that it already has are read when they are asked for. */
export function measure(app: FastifyInstance): void {
  collectDefaultMetrics()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { elapsedTime, statusCode: status } = reply
    // A live stream lasts for hours.
    const isStream = route === liveUrl && status === 200
    if (!isStream) requestSeconds.observe({ method: request.method, route, status }, elapsedTime / 1_000)
    done()
  })
  BatchWriter.onBatch = (writer, size) => batchSizes.observe({ writer }, size)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's database is a pool
  const pool = app.db.$client as pg.Pool
  gauge('wtpu_database_connections', 'Open connections to the primary.', () => pool.totalCount)
  gauge('wtpu_database_waiting', 'Queries that wait for a connection.', () => pool.waitingCount)
  gauge('wtpu_batch_waiting', 'Writes that wait for a batch.', () => BatchWriter.waiting(app.db))
  const waiting = 'Connections that wait to be accepted (Linux).'
  gauge('wtpu_connections_waiting', waiting, () => app.connectionQueue.waiting, 'max')
  gauge('wtpu_streams', 'Browsers with an open live stream.', () => app.live.browsers())
  gauge('wtpu_images_waiting', 'Uploads that wait to be decoded.', () => app.images.waiting)
  counter('wtpu_cache_hits_total', 'Responses that were sent from memory.', () => app.cache.hits)
  counter('wtpu_cache_misses_total', 'Shared responses that were computed.', () => app.cache.misses)
  gauge('wtpu_cache_bytes', 'Memory of shared responses.', () => app.cache.size.bytes)
  measureSite(app)
  const lag = new Gauge({
    name: 'wtpu_replica_lag_bytes',
    help: 'How far a replica is behind. -1 if it is not used.',
    labelNames: ['replica'],
    collect: () => {
      for (const replica of app.reads.lags()) lag.set({ replica: replica.name }, replica.lag)
    },
  })
}

/** Values that all processes and servers of the site share. */
function measureSite({ db, config, keys }: FastifyInstance): void {
  gauge('wtpu_outbox_mails', 'Mails that wait to be sent.', () => db.$count(mails), 'max')
  const secondsSince = (time: SQLWrapper) =>
    sql<number>`coalesce(extract(epoch from now() - least(now(), ${time})), 0)::float8`
  const age = (name: string, help: string, table: PgTable, oldest: SQLWrapper) =>
    gauge(
      name,
      help,
      async () => (await db.select({ seconds: secondsSince(oldest) }).from(table))[0]?.seconds ?? 0,
      'max',
    )
  age('wtpu_outbox_age_seconds', 'How long the oldest mail has been due.', mails, min(mails.createdAt))
  age(
    'wtpu_notifications_age_seconds',
    'How long the oldest event has been due of which people were not notified.',
    notificationEvents,
    min(notificationEvents.dueAt),
  )
  age(
    'wtpu_common_ground_age_seconds',
    'Time since Common Ground was computed; 0 before the first time.',
    commonGround,
    max(commonGround.computedAt),
  )
  const readBackupAge = async () => {
    const [row] = await db.select({ seconds: secondsSince(lastBackup.finishedAt) }).from(lastBackup)
    return row?.seconds ?? -1
  }
  gauge('wtpu_backup_age_seconds', 'Since `npm run backup` last succeeded. -1: never.', readBackupAge, 'max')
  const readTallyKey = async () => Number(await canReadTally(db, keys.tally))
  gauge('wtpu_tally_key_readable', '0: closed polls are not sealed, as JWT_SECRET is wrong.', readTallyKey, 'min')
  gauge(
    'wtpu_unsealed_polls',
    'Closed polls that wait for their seal; 50 or more count as 50.',
    async () => (await findDue(db)).length,
    'max',
  )
  gauge(
    'wtpu_disk_free_bytes',
    'Free space of DATA_DIR.',
    async () => {
      // Missing where nothing was stored yet.
      await mkdir(config.dataDir, { recursive: true })
      const { bavail, bsize } = await statfs(config.dataDir)
      return bavail * bsize
    },
    'min',
  )
}

/** `aggregator`: how the values of several processes become one. */
function gauge(name: string, help: string, read: () => number | Promise<number>, aggregator: Aggregator = 'sum'): void {
  const collect = async (): Promise<void> => value.set(await read())
  const value: Gauge = new Gauge({ name, help, aggregator, collect })
}

/** For a number that the app counts itself. */
function counter(name: string, help: string, read: () => number): void {
  const value: Counter = new Counter({
    name,
    help,
    collect: () => {
      value.reset()
      value.inc(read())
    },
  })
}

/**
 * Serves /metrics, /healthz and /readyz on a port of their own, where no visitor waits. With several processes, the first one serves
 * the sums of all.
 */
export async function serveMetrics(
  { port, host }: NonNullable<Config['metrics']>,
  findUnreadiness: FindUnreadiness,
): Promise<() => Promise<void>> {
  const all = cluster.isPrimary ? new AggregatorRegistry() : undefined
  const read = () => (Object.keys(cluster.workers ?? {}).length > 0 ? all?.clusterMetrics() : register.metrics())
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const send = (code: number, headers: object, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (request.url === '/metrics') return response.setHeader('content-type', register.contentType).end(await read())
    if (request.url === '/healthz') return send(200, {}, alive)
    if (request.url !== '/readyz') return response.writeHead(404).end()
    const { code, headers, body } = readinessResponse(await findUnreadiness())
    return send(code, headers, body)
  }
  // Without a database, some values cannot be read.
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(503).end())
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`METRICS_PORT ${port} cannot be used on ${host} (${error.code}).`, { cause: error })
  })
  return async () => {
    server.closeAllConnections()
    await once(server.close(), 'close')
  }
}

/** In the processes that serve: answers the first one when it collects the metrics of all. */
export function shareMetrics(): void {
  // The registry listens for its questions.
  void new AggregatorRegistry()
}
