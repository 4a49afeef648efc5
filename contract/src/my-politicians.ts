import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from './endpoint.ts'
import { Party, Politician } from './politicians.ts'
import { AgreementCounts, PoliticianVote, RollCallSource } from './roll-calls.ts'
import { Id, Instant, Nullable } from './schemas.ts'

export const MyPolitician = Type.Object({
  ...Politician.properties,
  /** The congressional district of a representative, 0 at large. */
  district: Nullable(Type.Integer()),
  /** The last 3. */
  votes: Type.Array(PoliticianVote),
  /** Open polls about the official, the newest 3. */
  polls: Type.Array(Type.Object({ id: Id, question: Type.String(), closes_at: Nullable(Instant) })),
  /** Votes and open polls of the last `newDays` days. */
  new_votes: Type.Integer(),
  new_polls: Type.Integer(),
  agreement: AgreementCounts,
})
export type MyPolitician = Static<typeof MyPolitician>

/**
 * `needs_district`: the state has several districts and the viewer has not set one, so there is no representative. `source` is
 * that of the votes, null if none are shown.
 */
const MyPoliticians = Type.Object({
  state: Nullable(Type.String()),
  district: Nullable(Type.Integer()),
  needs_district: Type.Boolean(),
  results: Type.Array(MyPolitician),
  source: Nullable(RollCallSource),
})
export type MyPoliticians = Static<typeof MyPoliticians>

export const listMyPoliticians = {
  method: 'GET',
  url: '/api/politicians/mine/',
  schema: {
    area: 'Politicians',
    summary: "Lists the viewer's senators, representative and governor.",
    description:
      'By the state and congressional district in the settings, and the officials of the site’s own list if all are of one place. At most 60.',
    response: { 200: MyPoliticians, ...failures },
  },
} satisfies Endpoint

export const listDistricts = {
  method: 'GET',
  url: '/api/politicians/districts/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    summary: "Lists a state's congressional districts and who represents them.",
    description: 'Empty for states with one representative. `representative` is null while a seat is vacant.',
    errors: ['invalid'],
    querystring: Type.Object({ state: Type.String({ maxLength: 40 }) }),
    response: {
      200: Type.Array(
        Type.Object({
          district: Type.Integer(),
          representative: Nullable(Type.Object({ id: Id, name: Type.String(), party: Nullable(Party) })),
        }),
      ),
      ...failures,
    },
  },
} satisfies Endpoint
