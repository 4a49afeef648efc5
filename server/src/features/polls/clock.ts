import { gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'

const maxSleepMs = 60_000
const minReplanIntervalMs = 1_000
/** Milliseconds added to each wait, so that the poll has opened or closed by then. */
const wakeMarginMs = 20
/** A timer may fire early by this much and still count as due. */
const earlyToleranceMs = wakeMarginMs / 2

export interface PollClock {
  /** Call when polls change, because another poll may open or close next. Cheap to call often. */
  replan(): void
  close(): void
}

/**
 * Calls `onMoment` when a poll opens or closes, so that open browsers refetch. Opening and closing themselves need no job:
 * they are timestamp columns. Sleeps until the next such moment, and for at most a minute in case the clock or the database
 * was unavailable.
 */
export function startPollClock(db: Db, onMoment: () => void): PollClock {
  let timer: NodeJS.Timeout | undefined
  let due: number | undefined
  let plannedAt = 0
  let closed = false

  const sleep = (milliseconds: number) => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void wake(), milliseconds).unref()
  }
  const wake = async () => {
    // Node timers may fire slightly early.
    if (due !== undefined && performance.now() >= due - earlyToleranceMs) onMoment()
    due = undefined
    plannedAt = performance.now()
    try {
      const wait = await untilNextMoment(db)
      if (wait !== null) due = performance.now() + wait
      sleep(Math.min(wait ?? maxSleepMs, maxSleepMs))
    } catch {
      // The database is unavailable. Clients treat everything as stale after a reconnect anyway.
      sleep(maxSleepMs / 10)
    }
  }
  void wake()
  return {
    // Query at most once a second, but never delay a moment that is already planned.
    replan: () => {
      const pause = minReplanIntervalMs - (performance.now() - plannedAt)
      sleep(Math.min(Math.max(pause, 0), due === undefined ? Infinity : Math.max(due - performance.now(), 0)))
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Milliseconds until the next poll opens or closes, by the database's clock; null if there is none. */
async function untilNextMoment(db: Db): Promise<number | null> {
  const next = (column: typeof polls.publishedAt | typeof polls.closesAt) =>
    db
      .select({ wait: sql<number>`extract(epoch from ${column} - now())::float8 * 1000` })
      .from(polls)
      .where(gt(column, sql`now()`))
      .orderBy(column)
      .limit(1)
  const waits = [...(await next(polls.publishedAt)), ...(await next(polls.closesAt))].map(({ wait }) => wait)
  return waits.length > 0 ? Math.min(...waits) + wakeMarginMs : null
}
