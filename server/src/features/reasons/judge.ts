import { judgementsPerDay } from '@wtpu/contract/polls/on-demand/reasons'
import { sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { locksByKey } from '#db/locks.ts'
import { users } from '#db/schema/accounts.ts'
import { pollVotes } from '#db/schema/polls.ts'
import { reasonJudgements, reasons } from '#db/schema/reasons.ts'
import { prepareStatement } from '#db/statement.ts'
import { isShownReason } from '#db/visibility.ts'
import { participationError, type Writer } from '#http/auth.ts'
import { ApiError, limitReached, notFound } from '#http/errors.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { countLeft, judgedToday } from './queries.ts'

interface Judgement extends Writer {
  reasonId: number
  isFair: boolean
  /** The version of the text that was read. */
  version: number
}

const named = (name: string) => sql.placeholder(name)

/** All accounts of a mailbox have one limit for a day, and the users that are locked are single accounts. */
const lockVoters = prepareStatement(
  'lock_judges',
  sql`select pg_advisory_xact_lock(${sql.raw(String(locksByKey.judgementsOf))}, voter_id)
    from (select distinct voter_id from ${users} where id = any(${named('users')}::int[]) order by voter_id) judge`,
)

/** An edit holds the same lock, so each judgement is of the text that its version names. */
const lockReasons = prepareStatement(
  'lock_judged_reasons',
  sql`select from ${reasons} where id = any(${named('reasons')}::int[]) order by id for no key update`,
)

/** The users are locked. Servers insert in the same order, so that they cannot deadlock. */
const insertJudgements = prepareStatement<{ reason_id: number; user_id: number; judged: number }>(
  'insert_judgements',
  sql`
    insert into ${reasonJudgements} (reason_id, voter_id, user_id, is_fair)
    select reason_id, voter_id, user_id, is_fair
    from (select r.id as reason_id, u.voter_id, u.id as user_id, given.is_fair,
        row_number() over (partition by u.voter_id order by r.id) as place
    from unnest(${named('reasons')}::int[], ${named('users')}::int[], ${named('fair')}::boolean[], ${named('versions')}::int[],
      ${named('confirmedOnly')}::boolean[]) as given(reason_id, user_id, is_fair, version, confirmed_only)
    join ${users} u on u.id = given.user_id and (not given.confirmed_only or u.email_verified_at is not null)
    join ${reasons} r on r.id = given.reason_id and r.version = given.version and ${isShownReason('r')}
    join ${users} author on author.id = r.user_id and author.voter_id <> u.voter_id
    join ${pollVotes} v on v.poll_id = r.poll_id and v.voter_id = u.voter_id
    ) judgement
    where ${judgedToday(sql`judgement.voter_id`)} + place <= ${sql.raw(String(judgementsPerDay))}
    order by reason_id, voter_id
    on conflict do nothing
    returning reason_id, user_id, 1 + ${judgedToday(sql`${reasonJudgements.voterId}`)} as judged`,
)

const countJudgements = prepareStatement(
  'count_judgements',
  sql`
    update ${reasons} set judgement_count = judgement_count + added.judged, fair_count = fair_count + added.fair
    from (select id, count(*)::int as judged, count(*) filter (where is_fair)::int as fair
      from unnest(${named('reasons')}::int[], ${named('fair')}::boolean[]) as given(id, is_fair) group by id) added
    where ${reasons.id} = added.id`,
)

/**
 * Writes judgements together with those that arrive at the same time. Results say how many the user has left today, or null if the
 * judgement was not stored.
 */
const writer = new BatchWriter<Judgement, number | null>({
  name: 'judgements',
  async write(tx, inputs, active) {
    const allowed = inputs.filter(({ userId }) => active.has(userId))
    const ids = allowed.map(({ reasonId }) => reasonId)
    await Promise.all([
      lockVoters(tx, { users: allowed.map(({ userId }) => userId) }),
      lockReasons(tx, { reasons: ids }),
    ])
    const rows = await insertJudgements(tx, {
      reasons: ids,
      users: allowed.map(({ userId }) => userId),
      fair: allowed.map(({ isFair }) => isFair),
      versions: allowed.map(({ version }) => version),
      confirmedOnly: allowed.map(({ confirmedOnly }) => confirmedOnly),
    })
    const stored = new Map(rows.map((row) => [row.user_id, judgementsPerDay - row.judged]))
    const counted = allowed.filter(({ userId }) => stored.has(userId))
    return {
      results: inputs.map(({ userId }) => stored.get(userId) ?? null),
      last: countJudgements(tx, {
        reasons: counted.map(({ reasonId }) => reasonId),
        fair: counted.map(({ isFair }) => isFair),
      }),
    }
  },
})

/** Once for each reason: another judgement of the same voter changes nothing. @throws ApiError why it was not stored */
export async function judgeReason(db: Db, judgement: Judgement): Promise<{ left: number }> {
  const left = await writer.enqueue(db, judgement)
  if (left !== null) return { left }
  await explain(db, judgement)
  return { left: await countLeft(db, judgement.userId) }
}

async function explain(db: Db, { reasonId, userId, version, confirmedOnly }: Judgement): Promise<void> {
  const { rows } = await db.execute<{
    has_judged: boolean
    is_own: boolean
    has_voted: boolean
    version: number
    judged: number
    may_write: boolean
  }>(sql`
    select r.version, author.voter_id = u.voter_id as is_own, ${judgedToday(sql`u.voter_id`)} as judged,
      u.is_active and (u.email_verified_at is not null or not ${confirmedOnly}::boolean) as may_write,
      exists (select from ${reasonJudgements} j where j.reason_id = r.id and j.voter_id = u.voter_id) as has_judged,
      exists (select from ${pollVotes} v where v.poll_id = r.poll_id and v.voter_id = u.voter_id) as has_voted
    from ${users} u, ${reasons} r join ${users} author on author.id = r.user_id
    where u.id = ${userId} and r.id = ${reasonId} and ${isShownReason('r')}`)
  const [found] = rows
  if (!found) throw notFound('Reason')
  if (found.has_judged) return
  if (!found.may_write) throw await participationError(db, userId)
  if (found.is_own) throw new ApiError('own_reason')
  if (!found.has_voted) throw new ApiError('no_vote', { status: 403 })
  if (found.judged >= judgementsPerDay) throw limitReached(60 * 60, accountLimits.judgements.message)
  if (found.version !== version) throw new ApiError('reason_changed')
  throw await participationError(db, userId)
}
