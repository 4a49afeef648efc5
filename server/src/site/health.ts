import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Db, sinceSuccess, urgently } from '#db/client.ts'
import { isOutOfTime } from '#db/error-facts.ts'

/** Milliseconds. Limited because the endpoint is public and each check writes to the disk. */
const storageCheckInterval = 2_000
/** The database answers, although a query waits for a connection for too long, if another one succeeded within this many milliseconds. */
const recent = 5_000

const details = {
  database: 'The database does not answer.',
  storage: 'DATA_DIR cannot be written to.',
  stopping: 'The server is stopping.',
}
type Reason = keyof typeof details

/** @returns why the server should get no requests, or undefined if it is ready. */
export type FindUnreadiness = () => Promise<Reason | undefined>

interface Options {
  /** The primary. */
  db: Db
  /** Runs a read on the primary or a replica. */
  run?: (read: (db: Db) => Promise<unknown>) => Promise<unknown>
  dataDir: string
  isStopping: () => boolean
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Checks that the database or a replica of it responds and that DATA_DIR is writable. */
export function openReadiness({ db, run = (read) => read(db), dataDir, isStopping, log }: Options): FindUnreadiness {
  const checkStorage = atMostEvery(storageCheckInterval, () => writeAndRemove(dataDir))
  const checkDatabase = async () => {
    try {
      await run((from) => urgently(from).execute(sql`select 1`))
    } catch (error) {
      if (!isOutOfTime(error) || sinceSuccess(db) > recent) throw error
    }
  }
  const checks = [
    { reason: 'database', check: checkDatabase },
    { reason: 'storage', check: checkStorage },
  ] as const
  return async () => {
    if (isStopping()) return 'stopping'
    for (const { reason, check } of checks) {
      try {
        await check()
      } catch (error) {
        log.error({ err: error, reason }, 'not ready')
        return reason
      }
    }
    return undefined
  }
}

/** What /readyz answers; /healthz answers `alive` while the process runs. */
export function readinessResponse(reason: Reason | undefined): { code: number; headers: object; body: object } {
  if (!reason) return { code: 200, headers: {}, body: { status: 'ready' } }
  const body = { status: 'unavailable', code: 'unavailable', reason, detail: details[reason] }
  return { code: 503, headers: { 'retry-after': 2, 'cache-control': 'no-store' }, body }
}

export const alive = { status: 'up' }

/** The same paths are on the METRICS_PORT (metrics.ts), where no visitor waits. */
export function healthRoutes(app: FastifyInstance): void {
  const { db, reads, draining, log } = app
  const run = (read: (from: Db) => Promise<unknown>) => reads.run(read)
  const { dataDir } = app.config
  app.decorate('findUnreadiness', openReadiness({ db, run, dataDir, isStopping: () => draining.is, log }))
  app.get('/healthz', { schema: { hide: true } }, () => alive)
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { code, headers, body } = readinessResponse(await app.findUnreadiness())
    return reply.code(code).headers(headers).send(body)
  })
}

/** Only a write detects a full disk, a used up quota or a read-only file system. */
async function writeAndRemove(folder: string): Promise<void> {
  const file = path.join(folder, `.ready-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(file, Buffer.alloc(4_096), { flag: 'wx' })
  } finally {
    await rm(file, { force: true })
  }
}

function atMostEvery(milliseconds: number, check: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | undefined
  let until = 0
  return () => {
    if (last && until > performance.now()) return last
    until = performance.now() + milliseconds
    last = check()
    return last
  }
}
