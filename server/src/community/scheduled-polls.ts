import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { polls } from '#db/schema/polls.ts'
import { isBlocked, isScheduledPoll } from '#db/visibility.ts'
import { moveEventsOfPolls } from '#notifications/events.ts'

/** So that their creator can look at the polls that were held, and cancel them. */
const pauseAfterSanction = sql.raw("interval '1 day'")
/** Accounts that are blocked without an end publish nothing until then. */
const longAfter = sql.raw("now() + interval '100 years'")

/**
 * Holds the scheduled polls of these accounts while they are suspended or blocked: what would be published before the end of the
 * suspension is published a day after it. Once they no longer are, the time that the creator chose counts again, if it is not
 * over. Call it in the transaction of each change.
 */
export async function holdScheduledPolls(tx: Db, userIds: readonly number[]): Promise<void> {
  const chosen = sql`coalesce(held.chosen_at, held.published_at)`
  const end = sql`case when ${isBlocked('creator')} then ${longAfter} else greatest(creator.suspended_until, now()) end`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with wanted as (
      select held.id, ${chosen} as chosen, case when ${chosen} > ${end} then ${chosen} else ${end} + ${pauseAfterSanction} end as at
      from ${polls} held join ${users} creator on creator.id = held.creator_id
      where creator.id = any(${sql.param(userIds)}::int[]) and ${isScheduledPoll('held')}
      order by held.id for no key update of held
    )
    update ${polls} set published_at = wanted.at, closes_at = wanted.at + (closes_at - published_at),
      chosen_at = case when wanted.at <> wanted.chosen then wanted.chosen end
    from wanted where polls.id = wanted.id and wanted.at <> polls.published_at returning polls.id`)
  if (rows.length === 0) return
  await moveEventsOfPolls(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Deletes the polls of an account that were to be published later. Call it in the transaction that deletes the account. */
export async function deleteScheduledPolls(tx: Db, userId: number): Promise<number> {
  const deleted = await tx
    .delete(polls)
    .where(and(eq(polls.creatorId, userId), isScheduledPoll()))
    .returning({ id: polls.id })
  return deleted.length
}
