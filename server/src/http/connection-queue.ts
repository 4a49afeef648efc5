import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    connectionQueue: ConnectionQueue
  }
}

interface ConnectionQueue {
  /** Connections that wait to be accepted. */
  waiting: number
  /** How long a new one will wait, at the rate of the last second. */
  seconds: number
}

const interval = 1_000
/** Listening sockets come first, so the rest of the thousands of lines is not read. */
const maxBytes = 64 * 1024
const listening = /:([0-9A-F]{4}) [0-9A-F]+:0000 0A [0-9A-F]{8}:([0-9A-F]{8}) /g

/** Connections that wait on a port, as Linux counts them; 0 where that cannot be read. */
export async function countWaiting(port: number, files = ['/proc/net/tcp', '/proc/net/tcp6']): Promise<number> {
  const counts = await Promise.all(
    files.map(async (file) => {
      await using handle = await open(file)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes))
      const text = buffer.toString('latin1', 0, bytesRead)
      const own = [...text.matchAll(listening)].filter(([, found = '']) => parseInt(found, 16) === port)
      return own.reduce((sum, [, , count = '']) => sum + parseInt(count, 16), 0)
    }),
  ).catch(() => [0])
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Measures once a second how many connections wait. The delay of the event loop does not show that. */
export function watchConnectionQueue(app: FastifyInstance): void {
  const queue: ConnectionQueue = { waiting: 0, seconds: 0 }
  app.decorate('connectionQueue', queue)
  let accepted = 0
  let since = performance.now()
  let timer: NodeJS.Timeout | undefined
  const measure = async () => {
    const address = app.server.address()
    if (typeof address !== 'object' || address === null) return
    queue.waiting = await countWaiting(address.port)
    const now = performance.now()
    // The processes share the port.
    const rate = (accepted * app.config.processes * 1_000) / (now - since)
    queue.seconds = queue.waiting / Math.max(1, rate)
    accepted = 0
    since = now
  }
  app.server.on('connection', () => accepted++)
  app.addHook('onListen', async () => {
    timer = setInterval(() => void measure(), interval).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
