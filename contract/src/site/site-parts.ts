import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Nullable } from '../schemas.ts'
import { partNames } from './part-names.ts'

const Day = Type.String({ format: 'date' })

/** Ratings close when the day `from` begins in the site's time zone, and open again when `until` begins. */
const RatingsClosed = Type.Object({ from: Day, until: Day })
export type RatingsClosed = Static<typeof RatingsClosed>

export const ChosenParts = Type.Object({
  /** Who may read. `members`: who is signed in and has confirmed the email address. */
  reading: Type.Enum(['everyone', 'members'] as const),
  /** With the parts that went off with others. */
  off: Type.Array(Type.Enum(partNames), { maxItems: partNames.length, uniqueItems: true }),
  ratings_closed: Nullable(RatingsClosed),
})
export type ChosenParts = Static<typeof ChosenParts>

export const SiteParts = Type.Object({
  ...ChosenParts.properties,
  /** How often it was changed. */
  version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
})
export type SiteParts = Static<typeof SiteParts>

export const getSiteParts = {
  method: 'GET',
  url: '/api/site/parts/',
  schema: {
    area: 'Site',
    summary: 'Lists the parts of the site that are switched off.',
    description:
      'Calls of these parts answer 404 with the code `part_off`. `ratings_closed` has the days on which ratings close and open again, in the time zone of the site.',
    response: { 200: SiteParts, ...failures },
  },
} satisfies Endpoint

/** The day at a moment in a time zone, such as "2026-11-03". */
export const dayIn = (timeZone: string, moment: Date): string => moment.toLocaleDateString('en-CA', { timeZone })

export const isWithin = ({ from, until }: RatingsClosed, day: string): boolean => from <= day && day < until

const longDay = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const ratingsClosedSentence = ({ from, until }: RatingsClosed): string =>
  `Ratings are closed from ${longDay(from)} to ${longDay(until)}. They open again by themselves.`
