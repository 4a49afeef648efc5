import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { locks } from '#db/locks.ts'
import type { WordingKeys } from '#db/site-keys.ts'
import { deliver, type Event, type Outcome } from './deliver.ts'
import type { Delivered } from './write.ts'
import { publishNews } from '#live/publish.ts'

const pollMilliseconds = 2_000
/** Collects the events of writes at the same time. */
const pauseMilliseconds = 50
const maxEvents = 200
/** An event that fails this often is dropped. */
const maxAttempts = 5

interface Options {
  db: Db
  keys: WordingKeys
  /** Called after the commit. */
  onDelivered(delivered: Delivered[]): void
  log: { error(facts: object, message: string): void }
}

export interface NotificationWorker {
  /** Call it when events may wait. Cheap to call often. */
  wake(): void
  /** Resolves once no event is due. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Turns events into notifications. Every server runs it, and the lock lets one at a time work, so that events are handled in
 * order and counters never deadlock. Events of other servers are noticed by their invalidations, or within two seconds.
 */
export function startNotifications({ db, keys, onDelivered, log }: Options): NotificationWorker {
  let working: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const end = new AbortController()

  const work = async () => {
    while (!end.signal.aborted) {
      const group = await handleNext({ db, keys, log })
      if (!group) return
      onDelivered(group.delivered)
      publishNews(db, [...group.delivered.map(({ user_id }) => user_id), ...group.withdrawn])
    }
  }
  const run = () => {
    working ??= work()
      // The database is unavailable, or an event failed: try again later.
      .catch((error: unknown) => log.error({ err: error }, 'notifications could not be delivered'))
      .finally(() => {
        working = undefined
      })
    return working
  }
  const poll = setInterval(() => void run(), pollMilliseconds)
  poll.unref()
  const wake = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void run()
    }, pauseMilliseconds).unref()
  }
  return {
    wake,
    idle: async () => {
      // A run that is under way may have looked before the caller's last write.
      await working
      await run()
    },
    async close() {
      end.abort()
      clearInterval(poll)
      clearTimeout(timer)
      await working
    },
  }
}

/** Handles the next due event with all others about the same. @returns undefined if none is due or another server works. */
async function handleNext({ db, keys, log }: Omit<Options, 'onDelivered'>): Promise<Outcome | undefined> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from notification_events where due_at <= now() limit 1`,
  )
  if (rows.length === 0) return undefined
  let handled: Event[] = []
  try {
    return await db.transaction(async (tx) => {
      // A crash would only repeat the last event.
      await tx.execute(sql`set local synchronous_commit = off`)
      const locked = await tx.execute<{ locked: boolean }>(
        sql`select pg_try_advisory_xact_lock(${locks.notifications}) as locked`,
      )
      if (!locked.rows[0]?.locked) return undefined
      handled = await takeGroup(tx)
      const [event] = handled
      if (!event) return undefined
      const userIds = [...new Set(handled.flatMap(({ userId }) => userId ?? []))]
      const outcome = await deliver(tx, event, { userIds, keys })
      const ids = sql`id = any(${sql.param(handled.map(({ id }) => id))}::bigint[])`
      await tx.execute(
        outcome.progress === undefined
          ? sql`delete from notification_events where ${ids}`
          : sql`update notification_events set progress = ${outcome.progress} where ${ids}`,
      )
      return outcome
    })
  } catch (error) {
    const dropped = await postpone(db, handled)
    if (dropped > 0) log.error({ events: handled.map(({ id }) => id) }, 'an event was dropped')
    throw error
  }
}

/** The first due event; of likes and follows, all that are about the same content. */
async function takeGroup(tx: Db): Promise<Event[]> {
  const { rows } = await tx.execute<Event>(sql`
    with first as (select * from notification_events where due_at <= now() order by due_at, id limit 1)
    select e.id, e.kind, e.user_id as "userId", e.content_kind as "contentKind", e.content_id as "contentId", e.names, e.detail,
      e.progress, e.attempts
    from first join lateral (
      select first.* union all
      select same.* from (select * from notification_events where due_at <= now() order by due_at, id limit ${maxEvents}) same
      where first.kind in ('reaction', 'follow') and same.id <> first.id and same.kind = first.kind
        and same.content_kind = first.content_kind and same.content_id = first.content_id
    ) e on true`)
  return rows
}

/** @returns how many are dropped. */
async function postpone(db: Db, events: Event[]): Promise<number> {
  const ids = sql.param(events.map(({ id }) => id))
  const { rowCount } = await db.execute(
    sql`delete from notification_events where id = any(${ids}::bigint[]) and attempts >= ${maxAttempts}`,
  )
  await db.execute(sql`update notification_events set attempts = attempts + 1,
    due_at = now() + interval '10 seconds' * power(2, attempts) where id = any(${ids}::bigint[])`)
  return rowCount ?? 0
}
