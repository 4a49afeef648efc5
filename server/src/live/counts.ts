import type { PublicCounts } from '@wtpu/contract/live'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians, ratingsVersion } from '#db/schema/politicians.ts'
import { pollOptions, polls, pollTotals, pollVersion } from '#db/schema/polls.ts'
import { isListedPoll } from '#db/visibility.ts'
import type { Counted } from './messages.ts'

export type CountedIds = Record<Counted, number[]>

/**
 * Reads the counts of all these polls and officials in one statement, so that a poll's total always matches its options.
 * Scheduled and removed polls are left out, because every browser receives the result.
 */
export async function readCounts(db: Db, ids: CountedIds): Promise<PublicCounts> {
  const tallies = sql`
    select poll_id, sum(vote_count) as total, json_agg(json_build_array(id, vote_count) order by position) as options
    from ${pollOptions} where poll_id = any(${sql.param(ids.polls)}::int[]) group by poll_id`
  const { rows } = await db.execute<Record<keyof PublicCounts, never>>(sql`select
    coalesce((select json_agg(json_build_object('id', ${polls.id}, 'total_votes', tally.total,
        'options', tally.options, 'version', ${pollVersion}))
      from (${tallies}) tally join ${polls} on ${polls.id} = tally.poll_id and ${isListedPoll()}
      join ${pollTotals} on ${pollTotals.pollId} = ${polls.id}), '[]') as polls,
    coalesce((select json_agg(json_build_object('id', ${politicians.id},
        'good_job_count', ${politicians.goodJobCount}, 'bad_job_count', ${politicians.badJobCount},
        'version', ${ratingsVersion}))
      from ${politicians} where ${politicians.id} = any(${sql.param(ids.politicians)}::int[])), '[]') as politicians`)
  const [counts] = rows
  if (!counts) throw new Error('A select without from returned no row')
  return counts
}

/** With more polls and officials than this in one second, browsers fetch their lists again instead. */
const maxCounted = 200

interface Options {
  read(ids: CountedIds): Promise<PublicCounts>
  /** Sends an event to all browsers. */
  send(text: string): void
  /** Tells all browsers that these responses are stale. */
  invalidate(area: `/api/${Counted}/`): void
}

/** Collects the polls and officials with new votes, and sends the current counts of all of them as one event. */
export function collectCounts({ read, send, invalidate }: Options) {
  const collected = { polls: new Set<number>(), politicians: new Set<number>() }
  let reading = false

  const take = (): CountedIds => {
    const ids = { polls: [...collected.polls], politicians: [...collected.politicians] }
    collected.polls.clear()
    collected.politicians.clear()
    return ids
  }
  const invalidateFor = (ids: CountedIds) => {
    if (ids.polls.length > 0) invalidate('/api/polls/')
    if (ids.politicians.length > 0) invalidate('/api/politicians/')
  }
  const isEmpty = () => collected.polls.size + collected.politicians.size === 0

  return {
    isEmpty,
    add: (kind: Counted, id: number) => {
      // One more than the limit is enough to exceed it.
      if (collected[kind].size <= maxCounted) collected[kind].add(id)
    },
    clear: () => void take(),
    /** While an earlier read is not finished, ids stay collected for the next call. */
    async flush(): Promise<void> {
      if (reading || isEmpty()) return
      const ids = take()
      if (ids.polls.length + ids.politicians.length > maxCounted) return invalidateFor(ids)
      reading = true
      try {
        const counts = await read(ids)
        if (counts.polls.length + counts.politicians.length > 0) {
          send(`event: counts\ndata: ${JSON.stringify(counts)}\n\n`)
        }
      } catch {
        // The database is unavailable or slow. Fetching lists has its own errors and retries.
        invalidateFor(ids)
      } finally {
        reading = false
      }
    },
  }
}
