import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'

/** How many new accounts one mail domain may have in 24 hours, if it is no known public provider. */
export const accountsOfMailDomainPerDay = 20
/** A domain with so many accounts of the last seven days is listed. */
export const minBusyAccounts = 5
export const maxBusyDomains = 50

const Domain = Type.String({ minLength: 1, maxLength: 254 })

const BusyDomain = Type.Object({
  domain: Type.String(),
  /** Of the last seven days. */
  accounts: Type.Integer(),
  /** Of the last 24 hours. */
  today: Type.Integer(),
})
export type BusyDomain = Static<typeof BusyDomain>

const MailDomains = Type.Object({
  /** Without the limit. */
  open: Type.Array(Type.String()),
  busy: Type.Array(BusyDomain),
})
export type MailDomains = Static<typeof MailDomains>

export const listMailDomains = {
  method: 'GET',
  url: '/api/admin/mail-domains/',
  schema: {
    area: 'Administration',
    summary: 'Lists mail domains with many new accounts, and those without a limit.',
    description: `For admins. Known public providers are not among them. \`busy\` has domains with at least ${minBusyAccounts} accounts of the last seven days, most accounts first.`,
    missing: 'Page',
    response: { 200: MailDomains, ...failures },
  },
} satisfies Endpoint

export const openMailDomain = {
  method: 'PUT',
  url: '/api/admin/mail-domains/',
  schema: {
    area: 'Administration',
    summary: 'Lifts the limit of new accounts for a mail domain, or sets it again.',
    description: `For admins. Without that, a mail domain has at most ${accountsOfMailDomainPerDay} new accounts in 24 hours. Sub-domains belong to their domain.`,
    missing: 'Page',
    body: Type.Object({ domain: Domain, is_open: Type.Boolean() }),
    response: { 200: MailDomains, ...failures },
  },
} satisfies Endpoint
