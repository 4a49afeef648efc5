import type { MailOutcome } from '@wtpu/contract/accounts/last-mail'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { today } from '#db/schema/columns.ts'
import { mailDeliveries } from '#db/schema/mails.ts'
import { retentionWarnings } from '#db/schema/retention.ts'
import { isDeleted } from '#db/visibility.ts'
import type { OutgoingMail } from './transport.ts'

/** Stores the outcome of the last mail to each account. The lock waits for a concurrent deletion of the account. */
export async function recordDeliveries(tx: Db, mails: readonly OutgoingMail[], outcome: MailOutcome): Promise<void> {
  const lastOf = new Map(mails.flatMap(({ userId, kind }) => (userId && kind ? [[userId, kind] as const] : [])))
  if (lastOf.size === 0) return
  const rows = JSON.stringify([...lastOf].map(([id, kind]) => ({ id, kind })))
  await tx.execute(sql`
    insert into ${mailDeliveries} (user_id, kind, day, outcome)
    select users.id, last.kind, ${today}, ${outcome}
    from json_to_recordset(${rows}) as last (id int, kind text) join ${users} on users.id = last.id
    where not ${isDeleted()} order by users.id for share of users
    on conflict (user_id) do update set kind = excluded.kind, day = excluded.day, outcome = excluded.outcome`)
}

/** Also stores the days on which the mail server accepted warnings about accounts without activity. */
export async function recordAccepted(tx: Db, mails: readonly OutgoingMail[]): Promise<void> {
  await recordDeliveries(tx, mails, 'accepted')
  const warned = mails.flatMap(({ kind, userId }) => (kind === 'retention' && userId !== undefined ? [userId] : []))
  if (warned.length === 0) return
  await tx
    .update(retentionWarnings)
    .set({
      firstSentOn: sql`coalesce(${retentionWarnings.firstSentOn}, ${today})`,
      secondSentOn: sql`case when ${retentionWarnings.firstSentOn} is not null then ${today} end`,
      queuedAt: null,
    })
    .where(
      sql`${retentionWarnings.userId} = any(${sql.param(warned)}::int[]) and ${retentionWarnings.queuedAt} is not null`,
    )
}
