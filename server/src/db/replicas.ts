import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connect, sqlStateOf, type Connection, type Db, urgently } from './client.ts'
import { isAway, isDisconnected, isOutOfTime } from './error-facts.ts'

/** A place in the write-ahead log. A replica shows what was committed before the place up to which it has replayed the log. */
type Position = bigint

interface Source {
  db: Db
  /** Ends the reads that run on it. */
  running: Set<(reason: unknown) => void>
}

interface Replica extends Connection, Source {
  /** Host and port, for the log. */
  name: string
  replayed: Position
  /** Undefined until it was asked. */
  isUsable: boolean | undefined
  /** The reason in the last log line, if it was not an error. */
  reason?: string | undefined
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
/** A replica that takes longer to say where it is does not run: it is frozen, or behind a network that loses what is sent. */
const maxProbeMilliseconds = 1_000

/** Reads that everyone shares. They go to replicas if there are any, otherwise to the primary. */
export class SharedReads {
  readonly #primary: Source
  readonly #replicas: Replica[]
  readonly #log: Log
  readonly #probing: Promise<void>
  /** Names the database. All its copies have the same. */
  #system: string | undefined
  /** It did not answer when it was last asked. */
  #isPrimaryAway = false
  #probingPrimary: Promise<void> | undefined
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
    this.#primary = { db: primary, running: new Set() }
    this.#log = log
    this.#replicas = urls.map((url) => ({
      ...connect(url),
      name: new URL(url).host,
      replayed: 0n,
      isUsable: undefined,
      running: new Set(),
    }))
    this.#probing = urls.length > 0 ? this.#probe() : Promise.resolve()
  }

  /** Later reads show what was committed before this position of the primary's log; without one, all that is committed now. */
  require(position?: string): void {
    if (this.#replicas.length === 0) return
    if (position) this.#required = later(this.#required, parsePosition(position))
    else this.#isBehind = true
  }

  /**
   * Runs a read on a replica that shows all that is required, otherwise on the primary, and without a primary on the replica
   * that has replayed most: the end of the log may be lost. It may run twice.
   */
  async run<T>(read: (db: Db) => Promise<T>): Promise<T> {
    if (this.#replicas.length === 0) return read(this.#primary.db)
    const replica = await this.#pick()
    const source = replica ?? this.#primary
    const { promise: ended, reject } = Promise.withResolvers<never>()
    source.running.add(reject)
    try {
      return await Promise.race([read(source.db), ended])
    } catch (error) {
      const other = replica ? this.#without(replica, error) : await this.#withoutPrimary(error)
      if (!other) throw error
      return await read(other.db)
    } finally {
      source.running.delete(reject)
    }
  }

  /** @returns what can be read instead, or undefined if it is the read that failed. */
  #without(replica: Replica, error: unknown): Source | undefined {
    // A replica also ends queries that keep it from replaying the log.
    if (replica.isUsable && !isAway(error) && sqlStateOf(error) !== '40001') return undefined
    this.#use(replica, false, error)
    return (this.#isPrimaryAway && this.#freshest()) || this.#primary
  }

  async #withoutPrimary(error: unknown): Promise<Source | undefined> {
    // A read may wait for too long because there are many, or because the primary does not answer.
    if (isOutOfTime(error) && this.#usable().length > 0) await this.#probePrimary()
    const isGone = this.#isPrimaryAway || (isDisconnected(error) && !isOutOfTime(error))
    return isGone ? this.#freshest() : undefined
  }

  /** The replica that has replayed most. */
  #freshest(): Replica | undefined {
    return this.#usable().toSorted((a, b) => Number(b.replayed - a.replayed))[0]
  }

  #usable(): Replica[] {
    return this.#replicas.filter(({ isUsable }) => isUsable)
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
    if (this.#isPrimaryAway) return this.#freshest()
    if (this.#isBehind) {
      this.#isBehind = false
      this.#catchingUp = this.#catchUp()
    }
    await this.#catchingUp
    const usable = this.#usable()
    const replica = usable[this.#turn++ % usable.length]
    return replica && (await this.#hasReplayed(replica, this.#required)) ? replica : undefined
  }

  /** Asks the primary where it is. Without a primary, nothing new is committed, and replicas are all there is. */
  async #catchUp(): Promise<void> {
    const position = await probe(this.#primary.db).then(
      (state) => state.position,
      () => 0n,
    )
    this.#required = later(this.#required, position)
  }

  async #hasReplayed(replica: Replica, required: Position): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries++) {
      if (replica.replayed >= required) return true
      if (tries > 0) await sleep(pauseMilliseconds)
      try {
        replica.replayed = (await probe(replica.db)).position
      } catch (error) {
        this.#use(replica, false, error)
        return false
      }
    }
    return replica.replayed >= required
  }

  async #probe(): Promise<void> {
    while (!this.#closed) {
      const primary = this.#probePrimary()
      if (this.#system === undefined) await primary
      // Without it, nobody knows whether they are replicas of this database.
      const system = this.#system
      if (system !== undefined)
        await Promise.all(this.#replicas.map((replica) => this.#probeReplica(replica, system, primary)))
      await primary
      await sleep(probeMilliseconds, undefined, { ref: false })
    }
  }

  /** Concurrent calls share one question. */
  #probePrimary(): Promise<void> {
    this.#probingPrimary ??= this.#askPrimary().finally(() => (this.#probingPrimary = undefined))
    return this.#probingPrimary
  }

  async #askPrimary(): Promise<void> {
    const at = performance.now()
    const state = await probe(urgently(this.#primary.db)).catch(() => undefined)
    this.#isPrimaryAway = state === undefined
    if (!state && this.#usable().length > 0) {
      for (const end of this.#primary.running) end(new Error('The primary does not answer.'))
    }
    const oldest = this.#positions.findLastIndex((entry) => entry.at < at - maxLagMilliseconds)
    if (oldest > 0) this.#positions = this.#positions.slice(oldest)
    if (!state) return
    // A replica that became the primary may lack the end of the log.
    this.#positions = this.#positions.filter(({ position }) => position <= state.position)
    this.#positions.push({ at, position: state.position })
    this.#system = state.system
  }

  async #probeReplica(replica: Replica, wanted: string, primary: Promise<void>): Promise<void> {
    const before = performance.now() - maxLagMilliseconds
    try {
      const { position, system, isPrimary } = await probe(replica.db)
      replica.replayed = position
      // Only a primary that still answers shows that a replica is behind.
      await primary
      const old = this.#positions.findLast((entry) => entry.at < before)
      let reason: string | undefined
      if (old && position < old.position && !this.#isPrimaryAway) reason = 'it is more than five seconds behind'
      // After a failover.
      if (isPrimary) reason = 'it is the primary'
      if (system !== wanted) reason = 'it follows another database: check DATABASE_REPLICA_URL'
      this.#use(replica, reason === undefined, reason)
    } catch (error) {
      this.#use(replica, false, error)
    }
  }

  /** `reason` says why it is not: an error, or what to write into the log. */
  #use(replica: Replica, isUsable: boolean, reason: unknown): void {
    const before = replica.isUsable
    // One that did not answer at first may turn out to be of another database.
    const isNews = typeof reason === 'string' && reason !== replica.reason
    if ((before === isUsable && !isNews) || this.#closed) return
    replica.isUsable = isUsable
    replica.reason = typeof reason === 'string' ? reason : undefined
    if (isUsable && before === undefined) return
    if (isUsable) return this.#log.warn({}, `the replica ${replica.name} is used again`)
    if (typeof reason === 'string') this.#log.warn({}, `the replica ${replica.name} is not used: ${reason}`)
    else this.#log.warn({ err: reason }, `the replica ${replica.name} is not used`)
    for (const end of replica.running) end(reason)
  }
}

interface State {
  position: Position
  /** Which database it is. All copies of one have the same. */
  system: string
  isPrimary: boolean
}

async function stateOf(db: Db): Promise<State> {
  const { rows } = await db.execute<{ position: string; system: string; isPrimary: boolean }>(sql`select
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as position,
    (select system_identifier from pg_control_system())::text || ' ' || current_database() as system,
    not pg_is_in_recovery() as "isPrimary"`)
  const { position = '0/0', system = '', isPrimary = false } = rows[0] ?? {}
  return { position: parsePosition(position), system, isPrimary }
}

async function probe(db: Db): Promise<State> {
  const timeout = sleep(maxProbeMilliseconds, undefined, { ref: false }).then(() => {
    throw new Error('it does not answer')
  })
  return Promise.race([stateOf(db), timeout])
}

/** Reads PostgreSQL's `16/B374D848`. */
function parsePosition(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const later = (a: Position, b: Position): Position => (a > b ? a : b)
