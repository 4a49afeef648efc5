import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#config.ts'
import { countForWorkers } from '#http/limits/limit-store.ts'

/** A process that ends is replaced after this time, so that one that always fails does not take all of the machine. */
const replaceMilliseconds = 1_000

/**
 * Starts the processes that share the port, and replaces those that die. Resolves once all of them listen.
 * @returns a function that stops them.
 * @throws Error if one of them cannot start.
 */
export async function startWorkers(config: Config, databaseUrl: string): Promise<() => Promise<void>> {
  const env = { DATABASE_URL: databaseUrl, JWT_SECRET: config.jwtSecret }
  let isStopping = false
  countForWorkers()
  const workers = Array.from({ length: config.processes }, () => cluster.fork(env))
  await Promise.all(workers.map(untilListening))
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return
    console.error(`  A server process ended (${signal || `code ${code}`}). Starting another one.`)
    void sleep(replaceMilliseconds).then(() => isStopping || cluster.fork(env))
  })
  return async () => {
    isStopping = true
    await Promise.all(
      Object.values(cluster.workers ?? {}).map(async (worker) => {
        // A process that has ended stays in the list until its channel is closed, and would never end again.
        if (!worker || worker.isDead()) return
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await ended
      }),
    )
  }
}

/** The process has said why it cannot start. */
async function untilListening(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  worker.once('listening', () => resolve())
  worker.once('exit', () => reject(new Error('A server process could not start.')))
  await promise
}
