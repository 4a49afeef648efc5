import { domainToASCII } from 'node:url'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { getDomain } from 'tldts'
import type { Db } from '#db/client.ts'
import { openMailDomains } from '#db/schema/accounts.ts'
import { canonicalEmail } from '#db/voters.ts'
import { limitReached } from '#http/errors.ts'
import { keyedHash } from '#http/keyed-hash.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { widestOf } from '#http/network.ts'
import { publicProviders } from './mail-providers.ts'

type App = Pick<FastifyInstance, 'config'>

/** The domain as its owner registered it: one who has it makes sub-domains at will. Undefined if there is none. */
export function registeredDomain(host: string): string | undefined {
  const plain = domainToASCII(host.trim().replace(/\.$/, ''))
  return (getDomain(plain) ?? plain) || undefined
}

/** The domain of an address that is not of a public provider. */
export function mailDomainOf(email: string): string | undefined {
  const domain = registeredDomain(canonicalEmail(email).split('@').at(-1) ?? '')
  return domain === undefined || publicProviders.has(domain) ? undefined : domain
}

/**
 * Counts a new voter of a mail domain, because the owner of a domain can make any number of addresses. Call it last in the
 * transaction, because others of the domain wait for its end. @throws ApiError 429
 */
export async function countVoterOf(tx: Db, domain: string | undefined): Promise<void> {
  if (domain === undefined) return
  const open = await tx.$count(openMailDomains, eq(openMailDomains.domain, domain))
  if (open > 0) return
  const wait = await tryAttempt(tx, `accounts of ${domain}`, accountLimits.accountsOfMailDomain)
  if (wait === undefined) return
  const message = `Too many people signed up with an address of ${domain} today. Please try again tomorrow, or use another address.`
  throw limitReached(wait, message)
}

/**
 * The hash of a network, of IPv6 the /48, because one line may have a whole one. It does not depend on the account, so registrations
 * from one network can be compared.
 */
export const hashOfRegistration = ({ config }: App, network: string): string =>
  keyedHash(config.jwtSecret, 'registrations', widestOf(network))

/** For limits of a mailbox, which may have many accounts. */
export const mailboxNetwork = ({ config }: App, voterId: number, network: string): string =>
  keyedHash(config.jwtSecret, 'mailboxes', `${voterId} ${widestOf(network)}`)

/** The key of the attempts of a mailbox. */
export const linksKey = (voterId: number): string => `confirmation ${voterId}`

/**
 * Counts a link that is mailed to a mailbox. Others type addresses of this mailbox, too: one of them must not use up what its owner
 * needs. @returns the seconds to wait if the mailbox has reached its limit for 24 hours
 */
export async function countLinkTo(tx: Db, app: App, voterId: number, network: string): Promise<number | undefined> {
  const key = linksKey(voterId)
  const from = `${key} from ${mailboxNetwork(app, voterId, network)}`
  return (
    (await tryAttempt(tx, from, accountLimits.confirmations)) ??
    (await tryAttempt(tx, key, accountLimits.confirmationsOfMailbox))
  )
}
