import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connect, sqlStateOf, type Connection, type Db } from './client.ts'
import { isAway } from './error-facts.ts'

/** A place in the write-ahead log. A replica shows what was committed before the place up to which it has replayed the log. */
type Position = bigint

interface Replica extends Connection {
  /** Host and port, for the log. */
  name: string
  replayed: Position
  isUsable: boolean
}

interface Log {
  warn(object: object, message: string): void
}

interface Options {
  primary: Db
  urls: readonly string[]
  log: Log
}

const probeMilliseconds = 1_000
/** A replica that is further behind is not read from. */
const maxLagMilliseconds = 5_000
/** How often and with which pause a read asks whether a replica has replayed what it must show, before it goes to the primary. */
const maxTries = 5
const pauseMilliseconds = 10

/** Reads that everyone shares. They go to replicas if there are any, otherwise to the primary. */
export class SharedReads {
  readonly #primary: Db
  readonly #replicas: Replica[]
  readonly #log: Log
  readonly #probing: Promise<void>
  /** The primary's positions of the last seconds. */
  #positions: { at: number; position: Position }[] = []
  /** What a shared response must show: all that this server was told of. */
  #required: Position = 0n
  /** Something was committed whose position is not known yet. */
  #isBehind = false
  #catchingUp: Promise<void> | undefined
  #turn = 0
  #closed = false

  constructor({ primary, urls, log }: Options) {
    this.#primary = primary
    this.#log = log
    this.#replicas = urls.map((url) => ({
      ...connect(url),
      name: new URL(url).host,
      replayed: 0n,
      isUsable: true,
    }))
    this.#probing = urls.length > 0 ? this.#probe() : Promise.resolve()
  }

  /** Later reads show what was committed before this position of the primary's log; without one, all that is committed now. */
  require(position?: string): void {
    if (this.#replicas.length === 0) return
    if (position) this.#required = later(this.#required, parsePosition(position))
    else this.#isBehind = true
  }

  /** Runs a read on a replica that shows all that is required, otherwise on the primary. It may run twice. */
  async run<T>(read: (db: Db) => Promise<T>): Promise<T> {
    const replica = this.#replicas.length > 0 ? await this.#pick() : undefined
    if (!replica) return read(this.#primary)
    try {
      return await read(replica.db)
    } catch (error) {
      // A replica also ends queries that keep it from replaying the log.
      if (!isAway(error) && sqlStateOf(error) !== '40001') throw error
      this.#use(replica, false, error)
      return read(this.#primary)
    }
  }

  /** How many bytes of the log each replica is behind, or -1 for one that is not used. */
  lags(): { name: string; lag: number }[] {
    const { position = 0n } = this.#positions.at(-1) ?? {}
    return this.#replicas.map(({ name, replayed, isUsable }) => ({
      name,
      lag: isUsable ? Math.max(0, Number(position - replayed)) : -1,
    }))
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#probing
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  async #pick(): Promise<Replica | undefined> {
    if (this.#isBehind) {
      this.#isBehind = false
      this.#catchingUp = this.#catchUp()
    }
    await this.#catchingUp
    const usable = this.#replicas.filter(({ isUsable }) => isUsable)
    const replica = usable[this.#turn++ % usable.length]
    return replica && (await this.#hasReplayed(replica, this.#required)) ? replica : undefined
  }

  /** Asks the primary where it is. Without a primary, nothing new is committed, and replicas are all there is. */
  async #catchUp(): Promise<void> {
    const position = await positionOf(this.#primary).catch(() => 0n)
    this.#required = later(this.#required, position)
  }

  async #hasReplayed(replica: Replica, required: Position): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries++) {
      if (replica.replayed >= required) return true
      if (tries > 0) await sleep(pauseMilliseconds)
      replica.replayed = await positionOf(replica.db).catch(() => 0n)
    }
    return replica.replayed >= required
  }

  async #probe(): Promise<void> {
    while (!this.#closed) {
      const at = performance.now()
      const position = await positionOf(this.#primary).catch(() => undefined)
      if (position !== undefined) this.#positions.push({ at, position })
      const old = this.#positions.findLast((entry) => entry.at < at - maxLagMilliseconds)
      if (old) this.#positions = this.#positions.filter((entry) => entry.at >= old.at)
      await Promise.all(
        this.#replicas.map(async (replica) => {
          try {
            replica.replayed = await positionOf(replica.db)
            const system = await systemOf(replica.db)
            const isCopy = system === (await systemOf(this.#primary).catch(() => system))
            const isLate = old !== undefined && replica.replayed < old.position
            const reason = isCopy
              ? 'it is more than five seconds behind'
              : 'it follows another database: check DATABASE_REPLICA_URL'
            this.#use(replica, isCopy && !isLate, new Error(reason))
          } catch (error) {
            this.#use(replica, false, error)
          }
        }),
      )
      await sleep(probeMilliseconds, undefined, { ref: false })
    }
  }

  #use(replica: Replica, isUsable: boolean, error: unknown): void {
    if (replica.isUsable === isUsable || this.#closed) return
    replica.isUsable = isUsable
    if (isUsable) this.#log.warn({}, `the replica ${replica.name} is used again`)
    else this.#log.warn({ err: error }, `the replica ${replica.name} is not used`)
  }
}

async function positionOf(db: Db): Promise<Position> {
  // After a failover, a replica may be the primary.
  const { rows } = await db.execute<{ position: string }>(sql`select
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as position`)
  return parsePosition(rows[0]?.position ?? '0/0')
}

/** All copies of a database have the same. */
async function systemOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ system: string }>(sql`select
    (select system_identifier from pg_control_system())::text || ' ' || current_database() as system`)
  return rows[0]?.system ?? ''
}

/** Reads PostgreSQL's `16/B374D848`. */
function parsePosition(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const later = (a: Position, b: Position): Position => (a > b ? a : b)
