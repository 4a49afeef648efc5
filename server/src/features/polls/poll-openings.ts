import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { pollArrivals } from '#db/schema/polls.ts'
import { newLru } from '#http/cache/lru.ts'
import { isRead } from '#http/is-read.ts'
import { networkOf } from '#http/network.ts'
import { lockTotals } from '#community/uncount-votes.ts'

/** A network counts once an hour for a poll, so that nobody raises the number by reloading. */
const countedEveryMs = 3_600_000
const maxKnown = 50_000
/** Polls whose openings wait to be written. With more, further ones are not counted. */
const maxWaiting = 1_000

/** Counts how often the pages of polls are opened: in memory, and every few seconds in the database. */
export class PollOpenings {
  readonly #db: Db
  readonly #known = newLru<string, true>(maxKnown, { ttl: countedEveryMs })
  #waiting = new Map<number, number>()

  constructor(db: Db) {
    this.#db = db
  }

  count(request: FastifyRequest, pollId: number): void {
    const key = `${networkOf(request.ip)} ${pollId}`
    if (!isRead(request) || this.#known.has(key)) return
    const waiting = this.#waiting.get(pollId)
    if (waiting === undefined && this.#waiting.size >= maxWaiting) return
    this.#known.set(key, true)
    this.#waiting.set(pollId, (waiting ?? 0) + 1)
  }

  /** What could not be written is not counted. */
  async flush(): Promise<void> {
    if (this.#waiting.size === 0) return
    const [ids, times] = [[...this.#waiting.keys()], [...this.#waiting.values()]]
    this.#waiting = new Map()
    await this.#db.transaction(async (tx) => {
      await lockTotals(tx, { polls: ids })
      await tx.execute(sql`
        update ${pollArrivals} set openings = openings + seen.times
        from unnest(${sql.param(ids)}::int[], ${sql.param(times)}::int[]) as seen(poll_id, times)
        where ${pollArrivals.pollId} = seen.poll_id`)
    })
  }
}
