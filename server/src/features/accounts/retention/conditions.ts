import { warningDays } from '@wtpu/contract/accounts/retention'
import { sql, type SQL } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { today } from '#db/schema/columns.ts'
import { mailDeliveries } from '#db/schema/mails.ts'

/** Excludes staff, and blocked people, who could not sign in to keep their account. */
export const mayExpire = sql`${users.role} = 'user' and ${users.isActive}`

/** Not seen for this number of years; "soon" includes people for whom that will be so once the time of the first warning has passed. */
export const unusedSince = (years: SQL, when: 'now' | 'soon' = 'now') =>
  sql`${users.lastSeenOn} <= (${today} + ${when === 'soon' ? warningDays.first : 0}::int - make_interval(years => ${years}))::date`

/** Excludes accounts whose address rejects mail, because warnings would not reach their owners. */
export const isReachable = sql`not exists (select from ${mailDeliveries} last
  where last.user_id = ${users.id} and last.outcome = 'rejected')`
