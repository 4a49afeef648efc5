import type { LiveCounts } from '@wtpu/contract/live'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { pollOptions, polls } from '#db/schema/polls.ts'
import { isVisiblePoll } from '#db/visibility.ts'

export interface CountedIds {
  polls: number[]
  politicians: number[]
}

/**
 * Reads the counts of all these polls and officials in one statement, so that a poll's total always matches its options.
 * Scheduled and removed polls are left out, because every browser receives the result.
 */
export async function readCounts(db: Db, ids: CountedIds): Promise<LiveCounts> {
  const tally = sql`(
    select json_agg(json_build_array(${pollOptions.id}, ${pollOptions.voteCount}) order by ${pollOptions.position})
    from ${pollOptions} where ${eq(pollOptions.pollId, polls.id)})`
  const { rows } = await db.execute<Record<keyof LiveCounts, never>>(sql`select
    coalesce((select json_agg(json_build_object('id', ${polls.id}, 'total_votes', ${polls.totalVotes},
        'options', ${tally}, 'version', ${polls.totalVotes}))
      from ${polls} where ${polls.id} = any(${sql.param(ids.polls)}::int[]) and ${isVisiblePoll()}), '[]') as polls,
    coalesce((select json_agg(json_build_object('id', ${politicians.id},
        'good_job_count', ${politicians.goodJobCount}, 'bad_job_count', ${politicians.badJobCount},
        'version', ${politicians.goodJobCount} + ${politicians.badJobCount}))
      from ${politicians} where ${politicians.id} = any(${sql.param(ids.politicians)}::int[])), '[]') as politicians`)
  const [counts] = rows
  if (!counts) throw new Error('A select without from returned no row')
  return counts
}
