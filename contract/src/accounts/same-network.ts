import { Type, type Static } from 'typebox'
import { roles } from '../on-demand/admin.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { sentenceMaxLength, suspensionDays } from '../moderation/cases.ts'
import { Rule } from '../moderation/decided.ts'
import { Id, IdParams, Instant, LimitedText, Nullable } from '../schemas.ts'

/** How many days the network of a registration is kept, as a keyed hash. */
export const networkDays = 7
/** The most accounts that are listed, and suspended at once. */
export const maxSameNetwork = 50

const Account = Type.Object({
  id: Id,
  name: Type.String(),
  username: Type.String(),
  role: Type.Enum(roles),
  joined_at: Instant,
  is_blocked: Type.Boolean(),
  suspended_until: Nullable(Instant),
})
export type SameNetworkAccount = Static<typeof Account>

export const listSameNetwork = {
  method: 'GET',
  url: '/api/admin/people/:id/same-network/',
  schema: {
    area: 'Administration',
    summary: 'Lists who registered within an hour of a person from the same network.',
    description: `For admins. At most ${maxSameNetwork}, oldest first, with the person. Networks are known for ${networkDays} days; after that, the list is empty.`,
    missing: 'Page',
    params: IdParams,
    response: { 200: Type.Array(Account), ...failures },
  },
} satisfies Endpoint

export const suspendPeople = {
  method: 'POST',
  url: '/api/admin/people/suspend/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Suspends several accounts, each with its entry in the moderation log.',
    description:
      'For admins. Each account is a decision of its own, with a mail to its owner, who can appeal. Staff and blocked accounts are left out: `suspended` has the others.',
    missing: 'Page',
    body: Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: maxSameNetwork, uniqueItems: true }),
      rule: Rule,
      days: Type.Enum(suspensionDays),
      /** Each person reads it. */
      sentence: LimitedText(sentenceMaxLength),
    }),
    response: { 200: Type.Object({ suspended: Type.Array(Id) }), ...failures },
  },
} satisfies Endpoint
