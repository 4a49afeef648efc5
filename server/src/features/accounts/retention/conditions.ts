import { warningDays } from '@wtpu/contract/accounts/retention'
import { sql, type SQL } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { today } from '#db/schema/columns.ts'
import { mailDeliveries } from '#db/schema/mails.ts'

/** Neither staff nor blocked: who cannot sign in cannot keep the account either. */
export const mayExpire = sql`${users.role} = 'user' and ${users.isActive}`

/** Not seen for so many years, or soon so. */
export const unusedSince = (years: SQL, when: 'now' | 'soon' = 'now') =>
  sql`${users.lastSeenOn} <= (${today} + ${when === 'soon' ? warningDays.first : 0}::int - make_interval(years => ${years}))::date`

/** Nobody is deleted whom the warnings did not reach. */
export const isReachable = sql`not exists (select from ${mailDeliveries} last
  where last.user_id = ${users.id} and last.outcome = 'rejected')`
