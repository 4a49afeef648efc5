import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Instant, Nullable } from '../schemas.ts'
import { rules } from './on-demand/rules.ts'
import { fullCount } from '../full-count.ts'

/** With fewer cases, the figures of a party would say something about single people. */
export const minCasesOfParty = 10
/** With fewer cases, a share says too little to be printed. */
export const minCasesOfShare = 30
export const monthsOfFigures = 12
/** The file has the newest decisions, up to this many. The list has all. */
export const maxRowsOfLog = 10_000

const Month = Type.Object({
  /** For example 2026-11, in UTC. */
  month: Type.String(),
  reports: Type.Integer(),
  /** Decisions that left the content as it was. */
  kept: Type.Integer(),
  removed: Type.Integer(),
  /** A rule was broken, and the content stayed: its author was warned, suspended or blocked, or the discussion locked. */
  warned: Type.Integer(),
  /** By the number of the guideline. Null: none was named. */
  removed_by_rule: Type.Array(
    Type.Object({ rule: Nullable(Type.Integer({ maximum: rules.length })), removed: Type.Integer() }),
  ),
  /** From the first report to the decision. Null without a decision about a report. */
  median_hours: Nullable(Type.Number()),
  /** How many decisions the median is of. */
  median_of: Type.Integer(),
  appeals: Type.Integer(),
  appeals_granted: Type.Integer(),
})

/** In percent, with the 95% confidence interval. */
const Share = Type.Object({ percent: Type.Integer(), low: Type.Integer(), high: Type.Integer() })

const PartyFigures = Type.Object({
  party: Type.Enum(['D', 'R', 'I']),
  cases: Type.Integer(),
  removed: Type.Integer(),
  /** A rule was broken, and the content stayed. */
  warned: Type.Integer(),
  /** The share of cases whose content was removed, with its interval (Wilson). Null with fewer than `minCasesOfShare` cases. */
  share: Nullable(Share),
})

const Difference = Type.Object({
  /** Percentage points: the share of Democrats less that of Republicans (Newcombe). */
  points: Type.Integer(),
  low: Type.Integer(),
  high: Type.Integer(),
  /** The smallest true difference that this many cases would show four times out of five. */
  detectable: Type.Integer(),
})

const Figures = Type.Object({
  months: Type.Array(Month),
  parties: Type.Array(PartyFigures),
  /** Null unless both parties have `minCasesOfShare` cases. */
  difference: Nullable(Difference),
  /** Cases that wait for a decision now. */
  open_cases: Type.Integer(),
  counted_at: Instant,
})
export type ModerationFigures = Static<typeof Figures>

export const getModerationFigures = {
  method: 'GET',
  url: '/api/moderation/figures/',
  config: { open: true },
  schema: {
    area: 'Moderation',
    summary: 'Counts what moderators decided, by month and by party.',
    description: `Public. The latest ${monthsOfFigures} months, newest first. Parties are those of officials: they count decisions of all time that stand, about polls about an official and comments on an official's profile; parties with fewer than ${minCasesOfParty} are left out.`,
    response: { 200: Figures, ...failures },
  },
} satisfies Endpoint

export const downloadModerationLog = {
  method: 'GET',
  url: '/api/moderation/log.csv',
  config: { open: true },
  schema: {
    area: 'Moderation',
    summary: 'Downloads what moderators decided as CSV, newest first.',
    description: `Public. The newest ${fullCount(maxRowsOfLog)} decisions.`,
    response: {
      200: { description: 'The log as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint
