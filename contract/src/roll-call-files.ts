import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from './endpoint.ts'
import { detailFields, PartyTotals, RecordedPosition, RollCallSource } from './roll-calls.ts'
import { IdParams, Nullable } from './schemas.ts'

/** All of a roll call in one file, for reuse elsewhere. */
const RollCallFile = Type.Object({
  ...detailFields,
  /** What a yes decides: "To refer H.Res. 893 to committee". */
  asked: Type.String(),
  /** The result of this question, not that of the bill: "Referred". `result` is in the words of the source. */
  outcome: Type.String(),
  /** Says where a yes is against the bill. */
  note: Nullable(Type.String()),
  url: Type.String(),
  parties: Type.Array(PartyTotals),
  positions: Type.Array(RecordedPosition),
  source: RollCallSource,
})
export type RollCallFile = Static<typeof RollCallFile>

export const getRollCallFile = {
  method: 'GET',
  url: '/api/roll-calls/:id/votes.json',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: 'Returns a roll call with all positions and their source, for reuse.',
    missing: 'Roll call',
    params: IdParams,
    response: { 200: RollCallFile, ...failures },
  },
} satisfies Endpoint

export const downloadRollCall = {
  method: 'GET',
  url: '/api/roll-calls/:id/votes.csv',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: 'Downloads a roll call with all positions as CSV.',
    description: 'What was voted on and how it ended, the totals, one row per member, then the source.',
    missing: 'Roll call',
    params: IdParams,
    response: {
      200: { description: 'The roll call as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint
