import { displayName } from '@wtpu/contract/accounts/names'
import {
  maxCounted,
  notSeenDays,
  type PeopleFilter,
  peopleSearchMinLength,
  type Person,
  type PersonSummary,
} from '@wtpu/contract/accounts/people'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime, isoTimeOrNull } from '#db/iso-time.ts'
import { adminSearchText, emailConfirmations, sessions, users } from '#db/schema/accounts.ts'
import { today } from '#db/schema/columns.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { toPlainLetters } from '#db/schema/letters.ts'
import { mailDeliveries } from '#db/schema/mails.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { inboxes } from '#db/schema/notifications.ts'
import { polls } from '#db/schema/polls.ts'
import { site } from '#db/schema/site.ts'
import { isBlocked, isDeleted, isSuspended, isFirstWording, isListedPoll } from '#db/visibility.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { countSameNetwork } from './same-network.ts'

const defaultLimit = 30
/** More words are ignored. */
const maxWords = 5
const maxDecisions = 20

const summaryFields = sql`users.id, first_name, last_name, username, email, email_verified_at is not null as email_confirmed,
  role, ${isoTime('users.created_at')} as joined_at,
  last_seen_on, coalesce(last_seen_on > (select seen_since from ${site}), true) as last_seen_known, ${isBlocked()} as is_blocked,
  case when ${isSuspended()} then ${isoTime('suspended_until')} end as suspended_until`

const conditions: Record<PeopleFilter, SQL> = {
  moderators: sql`role = 'moderator'`,
  admins: sql`role = 'admin'`,
  confirmed: sql`email_verified_at is not null`,
  unconfirmed: sql`email_verified_at is null`,
  suspended: sql`suspended_until is not null and ${isSuspended()}`,
  blocked: isBlocked(),
  not_seen: sql`last_seen_on < ${today} - ${notSeenDays}::int`,
  inactive: sql`last_seen_on < ${today} - interval '1 year'`,
}

const longRun = new RegExp(String.raw`[\p{L}\p{N}]{${peopleSearchMinLength}}`, 'u')
const isPart = (text: string) => sql`${adminSearchText} like ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`

/** Each word is a part of the email, the username or the name. Only trigrams are indexed, so a shorter search is exact. */
function matches(q: string): SQL {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)
  if (!words.some((word) => longRun.test(word))) return sql`lower(username) = lower(${q})`
  return sql.join(
    words.map((word) => {
      // As names are stored: "O’Brien" is "o brien".
      const plain = toPlainLetters(word)
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      return plain === '' || plain === word ? isPart(word) : sql`(${isPart(word)} or ${isPart(plain)})`
    }),
    sql` and `,
  )
}

type Row<Shape> = Omit<Shape, 'name'> & { first_name: string; last_name: string }

const named = <Shape>({ first_name, last_name, ...person }: Row<Shape> & { username: string }) => ({
  ...person,
  name: displayName({ first_name, last_name, username: person.username }),
})

/** Everybody with an account that is not deleted, newest first. */
export async function findPeople(
  db: Db,
  input: { cursor?: string; limit?: number; q?: string; filter?: PeopleFilter },
): Promise<{ results: PersonSummary[]; next: string | null }> {
  const { cursor, limit = defaultLimit, filter } = input
  const q = input.q?.trim() ?? ''
  const [before] = decodeCursor(cursor, ['integer']) ?? []
  const wanted = [
    sql`not ${isDeleted()}`,
    ...(q === '' ? [] : [matches(q)]),
    ...(filter ? [conditions[filter]] : []),
    ...(before === undefined ? [] : [sql`users.id < ${before}::int`]),
  ]
  const { rows } = await db.execute<Row<PersonSummary>>(sql`select ${summaryFields} from ${users}
    where ${sql.join(wanted, sql` and `)} order by users.id desc limit ${limit + 1}`)
  const { page, next } = slicePage(rows, limit, ({ id }) => encodeCursor([id]))
  return { results: page.map((row) => named(row)), next }
}

const countUpTo = (table: SQL) =>
  sql`(select count(*)::int from (select 1 from ${table} limit ${sql.raw(String(maxCounted))}) counted)`

export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  const { rows } = await db.execute<Row<Person>>(sql`select ${summaryFields}, posts_count as posts,
      ${countUpTo(sql`${discussions} where user_id = users.id and is_visible`)} as discussions,
      ${countUpTo(sql`${comments} where user_id = users.id and is_visible`)} as comments,
      ${countUpTo(sql`${polls} where creator_id = users.id and ${isListedPoll()} and ${isFirstWording()}`)} as polls,
      (select count(*)::int from ${sessions} where user_id = users.id and revoked_at is null and expires_at > now()) as sessions,
      coalesce((select json_agg(decision) from (
        select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, action, days,
          exists (select from ${moderationActions} later where later.undoes = decided.id) as undone
        from ${moderationActions} decided where decided.user_id = users.id and action <> 'undo'
        order by id desc limit ${maxDecisions}) decision), '[]') as decisions,
      (select ${isoTimeOrNull('max(created_at)')} from ${emailConfirmations} where user_id = users.id) as confirmation_sent_at,
      ${countSameNetwork} as same_network,
      (select json_build_object('kind', kind, 'day', day, 'outcome', outcome) from ${mailDeliveries}
        where user_id = users.id) as last_mail,
      coalesce((select lower(refused_email) = lower(users.email) from ${inboxes} where user_id = users.id), false) as email_rejected
    from ${users} where users.id = ${id} and not ${isDeleted()}`)
  return rows[0] && named(rows[0])
}
