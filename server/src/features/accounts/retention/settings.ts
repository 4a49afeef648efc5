import { maxCounted } from '@wtpu/contract/accounts/people'
import { maxRetentionYears, type Retention } from '@wtpu/contract/accounts/retention'
import { sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { retentionWarnings } from '#db/schema/retention.ts'
import { site } from '#db/schema/site.ts'
import { isReachable, mayExpire, unusedSince } from './conditions.ts'

type App = Pick<FastifyInstance, 'db' | 'config'>

const countUpTo = (from: SQL) => sql`(select count(*)::int from (select 1 from ${from} limit ${maxCounted}) counted)`

export async function findRetention({ db, config }: App): Promise<Retention> {
  const years = await findRetentionYears(db)
  const warned = (isTwice: boolean) =>
    countUpTo(sql`${retentionWarnings} where first_sent_on is not null and (second_sent_on is not null) = ${isTwice}`)
  const { rows } = await db.execute<Omit<Retention, 'years' | 'sends_mail'>>(sql`select
    array(select ${countUpTo(sql`${users} where ${mayExpire} and ${unusedSince(sql`years`)} order by ${users.lastSeenOn}`)}
      from generate_series(1, ${maxRetentionYears}) years order by years) as inactive,
    ${warned(false)} as warned_once, ${warned(true)} as warned_twice,
    ${years === null ? sql`0` : countUpTo(sql`${users} where ${mayExpire} and ${unusedSince(sql`${years}::int`, 'soon')} and not ${isReachable} order by ${users.lastSeenOn}`)} as unreachable`)
  const [row] = rows
  if (!row) throw new Error('A select without from returned no row')
  return { years, sends_mail: config.smtpUrl !== undefined, ...row }
}

async function findRetentionYears(db: Db): Promise<number | null> {
  const [found] = await db.select({ years: site.retentionYears }).from(site)
  return found?.years ?? null
}

/** Null also deletes all warnings, so that everybody is warned twice again if it is set later. */
export async function setRetention(
  db: Db,
  { years, by }: { years: number | null; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    await tx.insert(site).values({}).onConflictDoNothing()
    const changed = await tx
      .update(site)
      .set({ retentionYears: years })
      .where(sql`${site.retentionYears} is distinct from ${years}::int`)
      .returning({ isOnly: site.isOnly })
    if (changed.length === 0) return
    if (years === null) await tx.delete(retentionWarnings)
    const time = years === 1 ? 'a year' : `${years} years`
    const reason =
      years === null
        ? 'Accounts without activity are no longer deleted.'
        : `Accounts without activity for ${time} are deleted, after two warnings by mail.`
    const action = { action: 'settings', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, { ...decision, reason })
  })
}
