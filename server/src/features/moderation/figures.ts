import {
  minCasesOfParty,
  minCasesOfShare,
  type ModerationFigures,
  monthsOfFigures,
} from '@wtpu/contract/moderation/figures'
import { newcombe, wilson, zOfInterval } from '@wtpu/contract/intervals'
import { isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { appeals, moderationActions, moderationCases, reports, textActionOf } from '#db/schema/moderation.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'

type Month = ModerationFigures['months'][number]
type Party = Pick<ModerationFigures['parties'][number], 'party' | 'cases' | 'removed' | 'warned'>

const isRemoving = sql`${textActionOf('action')} = 'remove'`
/** A rule was broken, and the content stays. */
const isWarning = sql`(action.action <> 'keep' and not ${isRemoving})`
const isDecision = sql`action.action in ('keep', 'remove', 'warn', 'suspend', 'block', 'lock')`
const stands = sql`not exists (select from ${moderationActions} undo where undo.undoes = action.id)`
const monthOf = (column: string) => sql`date_trunc('month', ${sql.raw(column)} at time zone 'UTC')`

/** What moderators decided by month, and about content about officials by party. It names nobody. */
export async function findFigures(db: Db): Promise<ModerationFigures> {
  const [months, parties, open] = await Promise.all([
    findMonths(db),
    findParties(db),
    db.$count(moderationCases, isNull(moderationCases.closedAt)),
  ])
  return {
    months,
    parties: parties.map((party) => ({
      ...party,
      share: party.cases < minCasesOfShare ? null : shareOf(party.removed, party.cases),
    })),
    difference: differenceOf(parties),
    open_cases: open,
    counted_at: new Date().toISOString(),
  }
}

async function findMonths(db: Db): Promise<Month[]> {
  const { rows } = await db.execute<Month>(sql`
    with months as (
      select generate_series(${monthOf('now()')} - make_interval(months => ${monthsOfFigures - 1}), ${monthOf('now()')},
        interval '1 month') as month
    ), since as (select min(month) at time zone 'UTC' as first from months),
    reported as (
      select ${monthOf('report.created_at')} as month, count(*)::int as reports
      from ${reports} report where report.created_at >= (select first from since) group by 1
    ), decisions as (
      select ${monthOf('action.created_at')} as month, action.rule, ${isRemoving} as removed, ${isWarning} as warned,
        extract(epoch from action.created_at - first.reported_at) / 3600 as hours
      from ${moderationActions} action
        left join (select decided_by, min(created_at) as reported_at from ${reports} group by decided_by) first
          on first.decided_by = action.id
      where ${isDecision} and action.created_at >= (select first from since)
    ), decided as (
      select month, count(*) filter (where not removed and not warned)::int as kept,
        count(*) filter (where removed)::int as removed, count(*) filter (where warned)::int as warned,
        round((percentile_cont(0.5) within group (order by hours))::numeric, 1)::float8 as median_hours,
        count(hours)::int as median_of
      from decisions group by 1
    ), by_rule as (
      select month, json_agg(json_build_object('rule', rule, 'removed', removed) order by rule) as removed_by_rule
      from (select month, rule, count(*) as removed from decisions where removed group by 1, 2) counted
      group by 1
    ), appealed as (
      select ${monthOf('appeal.created_at')} as month, count(*)::int as appeals,
        count(*) filter (where granted)::int as appeals_granted
      from ${appeals} appeal where appeal.created_at >= (select first from since) group by 1
    )
    select to_char(month, 'YYYY-MM') as month, coalesce(reports, 0) as reports, coalesce(kept, 0) as kept,
      coalesce(removed, 0) as removed, coalesce(warned, 0) as warned, coalesce(removed_by_rule, '[]') as removed_by_rule, median_hours,
      coalesce(median_of, 0) as median_of,
      coalesce(appeals, 0) as appeals, coalesce(appeals_granted, 0) as appeals_granted
    from months left join reported using (month) left join decided using (month) left join by_rule using (month)
      left join appealed using (month)
    order by month desc`)
  return rows
}

/** The last decision about each content that stands. */
async function findParties(db: Db): Promise<Party[]> {
  const { rows } = await db.execute<Party>(sql`
    with decided as (
      select distinct on (subject_kind, subject_id) subject_kind, subject_id, ${isRemoving} as removed, ${isWarning} as warned
      from ${moderationActions} action
      where subject_kind in ('poll', 'comment') and ${isDecision} and ${stands}
      order by subject_kind, subject_id, action.id desc
    )
    select party, count(*)::int as cases, count(*) filter (where removed)::int as removed,
      count(*) filter (where warned)::int as warned
    from decided
      left join ${polls} poll on subject_kind = 'poll' and poll.id = subject_id
      left join ${comments} comment on subject_kind = 'comment' and comment.id = subject_id
      join ${politicians} official on official.id = coalesce(poll.politician_id, comment.politician_id)
    where party is not null group by party having count(*) >= ${minCasesOfParty} order by party`)
  return rows
}

function shareOf(removed: number, cases: number): { percent: number; low: number; high: number } {
  const { share, low, high } = wilson(removed, cases)
  return { percent: Math.round(100 * share), low: Math.round(100 * low), high: Math.round(100 * high) }
}

/** The quantile for a power of 80 %. */
const zOfPower = 0.84

/** The difference of two shares with its interval, and what this many cases could show. */
export function differenceOf(parties: readonly Party[]): ModerationFigures['difference'] {
  const [first, second] = (['D', 'R'] as const).map((wanted) => parties.find(({ party }) => party === wanted))
  if (!first || !second || Math.min(first.cases, second.cases) < minCasesOfShare) return null
  const [a, b] = [wilson(first.removed, first.cases), wilson(second.removed, second.cases)]
  const { difference, low, high } = newcombe(a, b)
  const pooled = (first.removed + second.removed) / (first.cases + second.cases)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / first.cases + 1 / second.cases))
  return {
    points: Math.round(100 * difference),
    low: Math.round(100 * low),
    high: Math.round(100 * high),
    detectable: Math.ceil(100 * (zOfInterval + zOfPower) * error),
  }
}
