import { gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'

const maxSleepMs = 60_000
const minReplanIntervalMs = 1_000
/** Added to each wait, so that the moment has come for certain, and half of it forgiven. */
const wakeMarginMs = 20
const earlyToleranceMs = wakeMarginMs / 2

export interface PollClock {
  /** Polls changed: the next moment may be another one. Cheap to call often. */
  replan(): void
  close(): void
}

/**
 * Polls are published and closed by a column, not by a job; this only tells whoever looks that the moment has come. Each
 * server sleeps until the next one, and looks at least once a minute, whatever happens to its clock or the database.
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
    // A timer may fire a little early; what it waited for lies behind all the same.
    if (due !== undefined && performance.now() >= due - earlyToleranceMs) onMoment()
    due = undefined
    plannedAt = performance.now()
    try {
      const wait = await untilNextMoment(db)
      if (wait !== null) due = performance.now() + wait
      sleep(Math.min(wait ?? maxSleepMs, maxSleepMs))
    } catch {
      // The database is away: whoever reconnects takes everything for stale anyway.
      sleep(maxSleepMs / 10)
    }
  }
  void wake()
  return {
    // What is due is not put off, and a storm of votes asks once a second.
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

/** Milliseconds, by the database's clock, which also decides what is published; null when nothing lies ahead. */
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
