import { site } from '@wtpu/contract/site/name'
import type { PollMethod } from '../totals.ts'
import { groupDigits } from './shares.ts'

/** A moment with its zone: "Nov 26, 2026, 9 PM ET". */
export function timeText(time: string | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
    timeZone,
  })
  return format.format(new Date(time)).replace(':00', '').replaceAll('\u202F', ' ')
}

/** "Nov 26, 2026". */
export function dayText(time: string | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone })
  return format.format(new Date(time))
}

/** Only the day of an imported poll is known. It is kept as its midnight in UTC. */
export const pollTimeText = (time: string | Date, timeZone: string, importedFrom: string | null | undefined): string =>
  importedFrom ? dayText(time, 'UTC') : timeText(time, timeZone)

interface Counted {
  votes: number
  /** When the poll closed, or while it is open when the votes were counted. */
  at: string | Date
  isClosed: boolean
  /** The conversation of another site in which people voted. */
  importedFrom?: string | null | undefined
  /** Some voters have no account. */
  answeredByMail: boolean | undefined
  /** How many people were invited. */
  eligible?: number | null | undefined
  timeZone: string
}

/** For places without the number of votes. */
export const sampleReminder = (): string =>
  `Members of ${site.name} choose to vote. They are not a sample of the public.`

/** What “Made up for this demo” means. */
export const sampleDataText = 'The people and votes are invented.'

/** What “Imported” means. */
export const importedText = (): string => `These votes were cast elsewhere. They count in nothing else on ${site.name}.`

/** For lists of ratings. */
export const raterReminder = (): string =>
  `Members of ${site.name} choose to rate. They are not a sample of the public.`

export const counted = (count: number, one: string, many: string) => `${groupDigits(count)} ${count === 1 ? one : many}`

/** Not people: a mailbox has one vote, and a person may have several. */
export const membersOf = (count: number) => counted(count, `member of ${site.name}`, `members of ${site.name}`)

/** `answeredByMail`: some of them have no account. */
export const votersOf = (count: number, answeredByMail: boolean | undefined) =>
  answeredByMail ? `In all, ${membersOf(count)} and others, who answered by email,` : membersOf(count)

/** "620 of 3,000 invited people". */
export const invitedText = (votes: number, eligible: number) =>
  `${groupDigits(votes)} of ${groupDigits(eligible)} invited people`
export const othersText = 'The others may think otherwise.'

/** What is under every result: who these people are, and when they were counted. */
export function sampleSentence({
  votes,
  at,
  isClosed,
  importedFrom,
  answeredByMail,
  eligible,
  timeZone,
}: Counted): string {
  const time = pollTimeText(at, timeZone, importedFrom)
  if (eligible != null) {
    const answered = isClosed ? 'answered by' : 'have answered so far, counted'
    return `${invitedText(votes, eligible)} ${answered} ${time}.${votes < eligible ? ` ${othersText}` : ''}`
  }
  if (votes === 0) return isClosed ? `No one voted by ${time}.` : `No one has voted yet, counted ${time}.`
  const people = importedFrom ? counted(votes, 'person', 'people') : votersOf(votes, answeredByMail)
  const when = isClosed ? `by ${time}` : `so far, counted ${time}`
  return `${importedFrom ? `Imported from ${importedFrom}: ` : ''}${people} chose to vote ${when}. ${votes === 1 ? 'This is' : 'They are'} not a sample of the public.`
}

/** The same for ratings, which never close. */
export function ratingSentence({
  ratings,
  at,
  timeZone,
}: {
  ratings: number
  at: string | Date
  timeZone: string
}): string {
  return `${membersOf(ratings)} chose to rate so far, counted ${timeText(at, timeZone)}. ${ratings === 1 ? 'This is' : 'They are'} not a sample of the public.`
}

/** When it was on the home page. */
export function featuredText({ featured_from: from, featured_to: to, time_zone: zone }: PollMethod): string {
  const first = from === null ? '' : `, first on ${timeText(from, zone)}`
  return `featured on the home page${first}${to === null ? '' : `, last on ${timeText(to, zone)}`}`
}
