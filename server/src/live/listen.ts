import pg from 'pg'
import { channel } from './changed.ts'

const probeMilliseconds = 15_000

export interface Log {
  warn(object: object, message: string): void
}

/**
 * Listens for hints on a connection of its own, which is opened again whenever it is lost. Hints that were sent in
 * between may concern everything, so then everything counts as stale.
 */
export function listen(databaseUrl: string, hint: (path: string) => void, log: Log) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let lost = false

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 2_000,
      query_timeout: 4_000,
      keepAlive: true,
    })
    client = fresh
    fresh.on('notification', ({ payload }) => payload && hint(payload))
    fresh.on('error', () => undefined)
    fresh.on('end', () => again(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (lost) hint('/api/')
      lost = false
    } catch (error) {
      log.warn({ err: error }, 'the live stream cannot reach the database, trying again')
      await fresh.end().catch(() => undefined)
      again(fresh)
    }
  }
  const again = (from: pg.Client) => {
    if (closed || client !== from) return
    client = undefined
    lost = true
    retry = setTimeout(() => void connect(), 1_000)
  }
  // A connection that a router or firewall cut without a word is noticed by asking.
  const probe = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => {
      again(asked)
      asked.end().catch(() => undefined)
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
