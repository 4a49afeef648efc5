import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Nullable } from '../schemas.ts'

export const maxRetentionYears = 10
/** How many days before an account is deleted its owner is warned. */
export const warningDays = { first: 60, second: 14 } as const

const Years = Nullable(Type.Integer({ minimum: 1, maximum: maxRetentionYears }))

/** At most 1,000 accounts of each kind are counted. */
const Retention = Type.Object({
  /** The number of years without activity after which accounts are deleted. Null: never. */
  years: Years,
  /** False: there is no mail server, so nobody is warned and nothing is deleted. */
  sends_mail: Type.Boolean(),
  /** The accounts without activity for 1 year, for 2 years and so on. */
  inactive: Type.Array(Type.Integer()),
  warned_once: Type.Integer(),
  warned_twice: Type.Integer(),
  /** Accounts that are not warned or deleted, because their address rejected the last mail. */
  unreachable: Type.Integer(),
})
export type Retention = Static<typeof Retention>

export const getRetention = {
  method: 'GET',
  url: '/api/admin/retention/',
  schema: {
    area: 'Administration',
    summary: 'Says when accounts without activity are deleted, and how many there are.',
    description: 'For admins.',
    missing: 'Page',
    response: { 200: Retention, ...failures },
  },
} satisfies Endpoint

export const setRetention = {
  method: 'PUT',
  url: '/api/admin/retention/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Sets after how many years without activity accounts are deleted.',
    description: `For admins. Owners are warned by mail ${warningDays.first} and ${warningDays.second} days before. Staff, blocked people and those whose address rejects mail keep their accounts.`,
    missing: 'Page',
    body: Type.Object({ years: Years }),
    response: { 200: Retention, ...failures },
  },
} satisfies Endpoint
