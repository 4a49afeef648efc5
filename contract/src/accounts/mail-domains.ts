import { Type, type Static } from 'typebox'
import { minVotesTakenOut } from '../disclosure.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { sentenceMaxLength } from '../moderation/cases.ts'
import { Rule } from '../moderation/decided.ts'
import { LimitedText } from '../schemas.ts'

/** How many new accounts one mail domain may have in 24 hours, if it is no known public provider. */
export const accountsOfMailDomainPerDay = 20
/** A domain with this many accounts of the last seven days is listed. */
export const minBusyAccounts = 5
export const maxBusyDomains = 50
/** With this many accounts of the last seven days, those of a domain can be taken out together. */
export const minTakenOutAccounts = 10
/** The most accounts that are blocked at once. */
export const maxTakenOutAccounts = 500

const Domain = Type.String({ minLength: 1, maxLength: 254 })

const BusyDomain = Type.Object({
  domain: Type.String(),
  /** Accounts of the last seven days. */
  accounts: Type.Integer(),
  /** Accounts of the last 24 hours. */
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

const DomainParams = Type.Object({ domain: Domain })

const RecentAccounts = Type.Object({
  /** How many accounts are not blocked yet. */
  accounts: Type.Integer(),
  blocked: Type.Integer(),
  /** Their votes in open polls, which would be taken out. */
  votes: Type.Integer(),
  polls: Type.Integer(),
})
export type RecentAccounts = Static<typeof RecentAccounts>

const recentAccounts = `The accounts are those of the last seven days. Accounts of staff are not among them, and none of a mailbox that has an older one. Fewer than ${minVotesTakenOut} votes in a poll stay, because they would tell how single people chose.`

export const getRecentAccounts = {
  method: 'GET',
  url: '/api/admin/mail-domains/:domain/recent/',
  schema: {
    area: 'Administration',
    summary: 'Counts the recent accounts of a mail domain, and their votes in open polls.',
    description: `For admins, before they are taken out. ${recentAccounts}`,
    missing: 'Page',
    params: DomainParams,
    response: { 200: RecentAccounts, ...failures },
  },
} satisfies Endpoint

export const takeOutRecentAccounts = {
  method: 'POST',
  url: '/api/admin/mail-domains/:domain/take-out/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Blocks the recent accounts of a mail domain and takes their votes out.',
    description: `For admins. The votes are taken out of open polls. ${recentAccounts} Each block is a decision of its own, with a mail to its owner, who can appeal. Votes that were taken out do not come back, and closed polls stay as they are. At most ${maxTakenOutAccounts} accounts are blocked at once. It can be repeated: what was done before is left as it is.`,
    missing: 'Page',
    params: DomainParams,
    body: Type.Object({
      rule: Rule,
      /** Each person reads it, and it is in the public log. */
      sentence: LimitedText(sentenceMaxLength),
    }),
    response: {
      200: Type.Object({
        blocked: Type.Integer(),
        /** Accounts that are still not blocked. */
        left: Type.Integer(),
        votes: Type.Integer(),
        polls: Type.Integer(),
      }),
      ...failures,
    },
  },
} satisfies Endpoint
