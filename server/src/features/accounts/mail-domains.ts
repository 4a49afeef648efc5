import {
  type BusyDomain,
  type MailDomains,
  maxBusyDomains,
  minBusyAccounts,
} from '@wtpu/contract/accounts/mail-domains'
import { asc, eq, sql } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { openMailDomains, users } from '#db/schema/accounts.ts'
import { isDeleted } from '#db/visibility.ts'
import { publicProviders } from '#community/mail-providers.ts'
import { registeredDomain } from '#community/new-voters.ts'
import { invalidInput } from '#http/errors.ts'

/** For admins: domains without the limit, and those with many new accounts. */
export async function findMailDomains(db: Db): Promise<MailDomains> {
  const open = await db
    .select({ domain: openMailDomains.domain })
    .from(openMailDomains)
    .orderBy(asc(openMailDomains.domain))
  const { rows } = await db.execute<BusyDomain>(sql`
    select mail_domain as domain, count(*)::int as accounts,
      (count(*) filter (where created_at > now() - interval '1 day'))::int as today
    from ${users} where mail_domain is not null and created_at > now() - interval '7 days' and not ${isDeleted()}
    group by mail_domain having count(*) >= ${minBusyAccounts} order by count(*) desc, mail_domain limit ${maxBusyDomains}`)
  return { open: open.map(({ domain }) => domain), busy: rows }
}

/** Lifts the limit of a domain, or sets it again. @throws ApiError 400 */
export async function openMailDomain(
  db: Db,
  { domain: typed, isOpen, by }: { domain: string; isOpen: boolean; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  const domain = registeredDomain(typed.split('@').at(-1) ?? '')
  if (!domain?.includes('.')) throw invalidInput({ domain: ['Enter a mail domain, such as university.edu.'] })
  if (publicProviders.has(domain)) throw invalidInput({ domain: ['Addresses of this provider have no limit.'] })
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const changed = isOpen
      ? await tx.insert(openMailDomains).values({ domain }).onConflictDoNothing().returning()
      : await tx.delete(openMailDomains).where(eq(openMailDomains.domain, domain)).returning()
    if (changed.length === 0) return
    const reason = `The limit of new accounts a day was ${isOpen ? 'lifted for' : 'set again for'} the mail domain ${domain}.`
    await recordModeration(tx, { action: 'settings', subjectKind: 'site', subjectId: 0 }, { ...decision, reason })
  })
}
