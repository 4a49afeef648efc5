import { votesPerCurveStep } from '@wtpu/contract/disclosure'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { maxRecentVotes, minVotesOfDomain, type RecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { pollTotals, pollVotes } from '#db/schema/polls.ts'

import { ApiError } from '#http/errors.ts'
import { findPoll } from './queries.ts'

/**
 * For staff: whose the latest votes are, never what they say. They move in steps of ten votes, so that who watches the counts of the
 * options cannot tell which of them a new account chose.
 */
export async function findRecentVoters(
  db: Db,
  { pollId, viewerId }: { pollId: number; viewerId: number },
): Promise<RecentVoters | null> {
  if ((await findPoll(db, pollId))?.results_hidden) throw new ApiError('results_hidden')
  const { rows } = await db.execute<RecentVoters>(sql`
    with recent as materialized (
      select u.mail_domain, v.created_at < u.created_at + interval '1 day' as is_new
      from (select user_id, created_at from ${pollVotes} where poll_id = ${pollId} order by created_at desc, user_id desc
        offset (select total_votes % ${votesPerCurveStep} from ${pollTotals} where poll_id = ${pollId})
        limit ${maxRecentVotes}) v
      join ${users} u on u.id = v.user_id
    ), most as (
      select mail_domain, count(*)::int as votes from recent where mail_domain is not null
      group by mail_domain having count(*) >= ${minVotesOfDomain} order by count(*) desc, mail_domain limit 1
    )
    select count(*)::int as votes, (count(*) filter (where is_new))::int as new_accounts,
      coalesce((select votes from most), 0) as same_domain,
      (select mail_domain from most where exists (select from ${users} where id = ${viewerId} and role = 'admin')) as domain
    from recent`)
  const [found] = rows
  return found && found.votes >= votesForPercent ? found : null
}
