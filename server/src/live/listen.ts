import pg from 'pg'
import { invalidationChannel } from './publish.ts'

const probeMilliseconds = 15_000

export interface Log {
  warn(object: object, message: string): void
}

/**
 * Listens for invalidations on a dedicated database connection and reconnects if it is lost. Invalidations sent while disconnected are
 * missed, so a reconnect reports everything as stale. `onConnect` is a statement whose effect lasts as long as the connection.
 */
export function listen(databaseUrl: string, onConnect: string, receive: (message: string) => void, log: Log) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let wasLost = false

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 2_000,
      query_timeout: 4_000,
      keepAlive: true,
    })
    client = fresh
    fresh.on('notification', ({ payload }) => payload && receive(payload))
    fresh.on('error', () => undefined)
    fresh.on('end', () => reconnect(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${invalidationChannel}; ${onConnect}`)
      if (wasLost) receive('/api/')
      wasLost = false
    } catch (error) {
      log.warn({ err: error }, 'the live stream cannot reach the database, trying again')
      await fresh.end().catch(() => undefined)
      reconnect(fresh)
    }
  }
  const reconnect = (from: pg.Client) => {
    if (closed || client !== from) return
    client = undefined
    wasLost = true
    retry = setTimeout(() => void connect(), 1_000)
  }
  // Detects connections that a router or firewall dropped silently.
  const probe = setInterval(() => {
    const probed = client
    probed?.query('select 1').catch(() => {
      reconnect(probed)
      probed.end().catch(() => undefined)
    })
  }, probeMilliseconds)
  const ready = connect()

  return {
    ready,
    async close() {
      closed = true
      clearInterval(probe)
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
