import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from './endpoint.ts'
import { Party } from './politicians.ts'
import { PartyTotals, Position, rollCallFields, RollCallSource } from './roll-calls.ts'
import { Id, IdParams, Nullable } from './schemas.ts'

/**
 * How Congress, the viewer's representatives and the viewer's state answered the question of a poll. `my_state` counts votes up
 * to the state's last disclosure step (`disclosureSteps`), null below the first or without a state. Where almost all chose alike,
 * `leads_clearly` says what leads with more than 80 %, and the counts are null. Visitors have neither.
 * `needs_home`: the viewer has not set the state, or the district on which representatives depend.
 */
export const PollComparison = Type.Object({
  roll_call: Type.Object({ ...rollCallFields, yeas: Type.Integer(), nays: Type.Integer() }),
  /** As of a roll call. */
  majority: Nullable(Type.String()),
  source: RollCallSource,
  needs_home: Type.Boolean(),
  parties: Type.Array(PartyTotals),
  /** Members of the chamber of the roll call only. Those without a position in it, for example as they came later, have null. */
  my_representatives: Type.Array(
    Type.Object({
      politician: Type.Object({ id: Id, name: Type.String(), party: Nullable(Party), state: Type.String() }),
      position: Nullable(Position),
    }),
  ),
  my_state: Nullable(
    Type.Object({
      state: Type.String(),
      voters: Nullable(Type.Integer()),
      yea: Nullable(Type.Integer()),
      nay: Nullable(Type.Integer()),
      other: Nullable(Type.Integer()),
      leads_clearly: Nullable(Type.Enum(['yea', 'nay', 'other'])),
    }),
  ),
})
export type PollComparison = Static<typeof PollComparison>

/** The web asks for it once the viewer has voted or the poll is closed. */
export const getPollComparison = {
  method: 'GET',
  url: '/api/polls/:id/roll-call/',
  schema: {
    area: 'Polls',
    part: 'roll-calls',
    summary: 'Compares a poll with the roll call that it is about.',
    missing: 'Roll call',
    params: IdParams,
    response: { 200: PollComparison, ...failures },
  },
} satisfies Endpoint
