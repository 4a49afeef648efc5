import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Milliseconds. Limited because the endpoint is public and each check writes to the disk. */
const storageCheckInterval = 2_000

/**
 * /healthz: the process is running. /readyz: the database or a replica of it responds and DATA_DIR is writable, otherwise 503
 * with `reason` `database` or `storage`; `stopping` after SIGTERM.
 */
export function healthRoutes(app: FastifyInstance): void {
  const checkStorage = atMostEvery(storageCheckInterval, () => writeAndRemove(app.config.dataDir))

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (app.draining.is) return reject(reply, 'stopping')
    const checks = [
      { reason: 'database', check: () => app.reads.run((db) => db.execute(sql`select 1`)) },
      { reason: 'storage', check: checkStorage },
    ] as const
    for (const { reason, check } of checks) {
      try {
        await check()
      } catch (error) {
        request.log.error({ err: error, reason }, 'not ready')
        return reject(reply, reason)
      }
    }
    return { status: 'ready' }
  })
}

const details = {
  database: 'The database does not answer.',
  storage: 'DATA_DIR cannot be written to.',
  stopping: 'The server is stopping.',
}
type Reason = keyof typeof details

function reject(reply: FastifyReply, reason: Reason): FastifyReply {
  return reply
    .code(503)
    .headers({ 'retry-after': 2, 'cache-control': 'no-store' })
    .send({ status: 'unavailable', code: 'unavailable', reason, detail: details[reason] })
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
