import { domainToASCII } from 'node:url'
import {
  type BusyDomain,
  type MailDomains,
  maxBusyDomains,
  minBusyAccounts,
} from '@wtpu/contract/accounts/mail-domains'
import { asc, eq, sql } from 'drizzle-orm'
import { getDomain } from 'tldts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { openMailDomains, users } from '#db/schema/accounts.ts'
import { isDeleted } from '#db/visibility.ts'
import { canonicalEmail } from '#db/voters.ts'
import { invalidInput, limitReached } from '#http/errors.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { publicProviders } from './mail-providers.ts'

/** The domain as its owner registered it: one who has it makes sub-domains at will. Undefined if there is none. */
function registeredDomain(host: string): string | undefined {
  const plain = domainToASCII(host.trim().replace(/\.$/, ''))
  return (getDomain(plain) ?? plain) || undefined
}

/** The domain of an address that is not of a public provider. */
export function mailDomainOf(email: string): string | undefined {
  const domain = registeredDomain(canonicalEmail(email).split('@').at(-1) ?? '')
  return domain === undefined || publicProviders.has(domain) ? undefined : domain
}

/**
 * Counts a new account of a mail domain, because the owner of a domain can make any number of addresses. Call it last in the
 * transaction, because others of the domain wait for its end. @throws ApiError 429
 */
export async function countAccountOf(tx: Db, domain: string | undefined): Promise<void> {
  if (domain === undefined) return
  const open = await tx.$count(openMailDomains, eq(openMailDomains.domain, domain))
  if (open > 0) return
  const wait = await tryAttempt(tx, `accounts of ${domain}`, accountLimits.accountsOfMailDomain)
  if (wait === undefined) return
  const message = `Too many people signed up with an address of ${domain} today. Please try again tomorrow, or use another address.`
  throw limitReached(wait, message)
}

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
