import { isDeepStrictEqual } from 'node:util'
import { lengthProblem } from '@wtpu/contract/lengths'
import { toSingleLine } from '@wtpu/contract/schemas'
import {
  closeParts,
  closingProblem,
  type ManagedParts,
  maxCountedCases,
  maxCountedContent,
  partFacts,
  partsReasonLength,
} from '@wtpu/contract/site/on-demand/part-facts'
import { type PartName, partNames } from '@wtpu/contract/site/part-names'
import { partsOfContent } from '@wtpu/contract/site/parts'
import { ratingsClosedSentence, type SiteParts } from '@wtpu/contract/site/site-parts'
import { kinds } from '@wtpu/contract/writing/kinds'
import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { loadIdentity } from '#db/identity.ts'
import { runningOlderServers } from '#db/open.ts'
import { findParts, findToday } from '#db/parts.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { site } from '#db/schema/site.ts'
import { isListedRollCall } from '#db/visibility.ts'
import { participationError } from '#http/auth.ts'
import { ApiError, assertFields } from '#http/errors.ts'
import { publish } from '#live/publish.ts'
import { lockSite } from './identity.ts'

/**
 * Switches parts off and on, and closes ratings for some time, on all servers. What belongs to a part stays stored.
 * @throws ApiError 400 or 409
 */
export async function changeParts(
  db: Db,
  { version, by, ...typed }: SiteParts & { reason: string; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  const reason = toSingleLine(typed.reason)
  assertFields({
    reason: reason === '' ? 'A reason is required.' : lengthProblem('A reason', reason, partsReasonLength),
  })
  const { reading, ratings_closed } = typed
  const parts = { off: closeParts(typed.off), reading, ratings_closed }
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const before = await lockSite(tx, version, findParts)
    const { today } = await findToday(tx)
    assertFields({
      ratings_closed: ratings_closed ? closingProblem(ratings_closed, before.ratings_closed, today) : undefined,
    })
    // The first choice counts as one, even if it is to leave all as it is.
    if (version > 0 && isDeepStrictEqual({ ...before, ...parts }, before)) return
    if (reading === 'members' && reading !== before.reading) await assertCanClose(tx, decision)
    await tx.update(site).set({ parts, partsVersion: version + 1 })
    const action = { action: 'settings', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, { ...decision, reason: [...changesOf(before, parts), reason].join(' ') })
  })
  await loadIdentity(db)
  publish(db, { kind: 'site' })
}

const readingSentences: Record<SiteParts['reading'], string> = {
  everyone: 'Everyone can read the site.',
  members: 'Only members can read the site.',
}

/** An admin must not lock themselves out, and no running server may go on to show everything. @throws ApiError */
async function assertCanClose(tx: Db, { actorId }: Decision): Promise<void> {
  const isConfirmed = and(isActiveAccount(actorId ?? 0), isNotNull(users.emailVerifiedAt))
  if ((await tx.$count(users, isConfirmed)) === 0) throw await participationError(tx, actorId ?? 0)
  const { rowCount } = await tx.execute(sql.raw(runningOlderServers))
  if (rowCount) throw new ApiError('older_server')
}

type Parts = Omit<SiteParts, 'version'>

/** For the public log, as sentences. */
function changesOf(before: Parts, after: Parts): string[] {
  const named = (change: string, parts: PartName[]) =>
    parts.length === 0 ? [] : [`${change}: ${parts.map((part) => partFacts[part].name).join(', ')}.`]
  const closed = after.ratings_closed
  return [
    ...named(
      'Switched off',
      after.off.filter((part) => !before.off.includes(part)),
    ),
    ...named(
      'Switched on',
      before.off.filter((part) => !after.off.includes(part)),
    ),
    ...(after.reading === before.reading ? [] : [readingSentences[after.reading]]),
    ...(isDeepStrictEqual(closed, before.ratings_closed)
      ? []
      : [closed ? ratingsClosedSentence(closed) : 'Ratings are open.']),
  ]
}

/** The rows of each part that people see, or null if it has none of its own. */
const contents: Record<PartName, SQL | null> = {
  // By its key, because a table is not read from its start.
  ratings: sql`politician_ratings order by politician_id, user_id`,
  walls: sql`comments where politician_id is not null and is_visible`,
  letters: null,
  officials: sql`politicians where retired_at is null`,
  'roll-calls': sql`roll_calls where ${isListedRollCall}`,
  'boiler-room': sql`posts where is_visible order by id`,
  forums: sql`discussions where is_visible order by id`,
  'member-polls': null,
  reasons: sql`reasons where is_visible order by id`,
  'mailed-answers': null,
  circles: null,
  'common-ground': null,
  profiles: sql`users where is_active order by id`,
}

const partsOfKinds = Object.entries<{ part: PartName | null }>(kinds).flatMap(([kind, { part }]) =>
  part ? [sql`when ${kind} then ${part}`] : [],
)
const partOfCase = sql`case kind ${sql.join(partsOfKinds, sql` `)} when 'comment' then (
    select case when discussion_id is not null then ${partsOfContent.discussion}
      when post_id is not null then ${partsOfContent.post} else ${partsOfContent.politician} end
    from comments where comments.id = content_id) end`

/** What switching parts off is about: what is chosen now, and what each part has. */
export async function findManagedParts(db: Db): Promise<ManagedParts> {
  const counts = sql.join(
    partNames.map((part) => {
      const rows = contents[part]
      const counted = rows && sql`select count(*)::int from (select from ${rows} limit ${maxCountedContent}) counted`
      return sql`select ${part} as part, (${counted ?? sql`select 0`}) as content`
    }),
    sql` union all `,
  )
  const [stored, today, { rows }] = await Promise.all([
    findParts(db),
    findToday(db),
    db.execute<ManagedParts['counts'][number]>(sql`
      with open as (
        select ${partOfCase} as part from (
          select kind, content_id from moderation_cases where closed_at is null limit ${maxCountedCases}
        ) cases
      )
      select part, content, (select count(*)::int from open where open.part = counts.part) as open_cases
      from (${counts}) counts`),
  ])
  return { ...stored, ...today, counts: rows }
}
