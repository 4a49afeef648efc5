import { createHash } from 'node:crypto'
import { officeName } from '@wtpu/contract/politicians'
import { explainMajority } from '@wtpu/contract/on-demand/roll-call-results'
import { describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { chamberNames } from '@wtpu/contract/roll-calls'
import { fullCount } from '@wtpu/contract/full-count'
import { imageVariant } from '@wtpu/contract/images'
import { stateName } from '@wtpu/contract/states'
import { ratingSentence, sampleReminder, sampleSentence } from '@wtpu/contract/polls/on-demand/method'
import { brandColor } from '@wtpu/contract/site/colors'
import { site } from '@wtpu/contract/site/name'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { rollCalls } from '#db/schema/roll-calls.ts'
import { memberCount, yesAndNo } from '#db/yes-or-no.ts'
import { findPublicPoll, whenPublic } from '../public-poll.ts'

/** Increase it when the drawings change, so that the URLs change too. */
const design = 3
const photoWidth = 480

/** What every image shows of the site's name and look. */
export const siteLook = () => ({ name: site.name, brand: brandColor(), logo: site.logo })

/** The settings that an image shows. */
export interface Site {
  publicUrl: string
  siteTimeZone: string
}

const folders = { poll: 'polls', politician: 'politicians', roll_call: 'roll-calls' } as const

/** The URL of a share image. The version changes with what the image shows, but not with the time at which it was counted. */
export function shareImagePath(id: number, image: Exclude<ShareImage, SiteImage>): string {
  return `/share/${folders[image.kind]}/${id}.png?v=${versionOf(image)}`
}

export function versionOf(image: ShareImage): string {
  return createHash('sha256')
    .update(JSON.stringify([design, siteLook(), { ...image, sentence: undefined }]))
    .digest('base64url')
    .slice(0, 10)
}

export async function findPollImage(
  db: Db,
  id: number,
  { publicUrl, siteTimeZone }: Site,
): Promise<PollImage | undefined> {
  const poll = await findPublicPoll(db, id)
  if (!poll) return undefined
  const { question, totalVotes, isClosed: closed, closesAt, options, isSample, importedFrom, answeredByMail } = poll
  const at = closed && closesAt ? closesAt : new Date()
  const sentence = sampleSentence({
    votes: totalVotes,
    at,
    isClosed: closed,
    importedFrom,
    answeredByMail,
    eligible: poll.eligible,
    timeZone: siteTimeZone,
  })
  const isImported = importedFrom !== null
  const hidden = whenPublic(poll)
  return {
    kind: 'poll',
    ...(hidden && { hidden }),
    ...(poll.wording && { wording: poll.wording }),
    question,
    totalVotes,
    closed,
    options,
    isSample,
    isImported,
    sentence,
    site: new URL(publicUrl).host,
  }
}

export async function findPoliticianImage(
  db: Db,
  id: number,
  { publicUrl, siteTimeZone }: Site,
): Promise<PoliticianImage | undefined> {
  const [politician] = await db
    .select({
      name: politicians.name,
      office: politicians.office,
      state: politicians.state,
      good: politicians.goodJobCount,
      bad: politicians.badJobCount,
      isSample: sql<boolean>`${politicians.source} = 'sample'`,
      retired: sql<boolean>`${politicians.retiredAt} is not null`,
      image: sql<string | null>`coalesce(${politicians.photo}, ${politicians.profileImage})`,
    })
    .from(politicians)
    .where(eq(politicians.id, id))
  if (!politician) return undefined
  const { office, state, image, ...shown } = politician
  const total = shown.good + shown.bad
  const sentence = total === 0 ? '' : ratingSentence({ ratings: total, at: new Date(), timeZone: siteTimeZone })
  const role = `${officeName(office)} for ${stateName(state)}`
  return { kind: 'politician', ...shown, role, photo: storedName(image), sentence, site: new URL(publicUrl).host }
}

export async function findRollCallImage(db: Db, id: number, { publicUrl }: Site): Promise<RollCallImage | undefined> {
  const [found] = await db
    .select({
      title: rollCalls.title,
      bill: rollCalls.bill,
      chamber: rollCalls.chamber,
      number: rollCalls.number,
      date: rollCalls.date,
      question: rollCalls.question,
      description: rollCalls.description,
      result: rollCalls.result,
      ...yesAndNo,
      present: rollCalls.present,
      notVoting: rollCalls.notVoting,
      members: memberCount,
      isSample: sql<boolean>`${rollCalls.source} = 'sample'`,
    })
    .from(rollCalls)
    .where(eq(rollCalls.id, id))
  if (!found) return undefined
  const { chamber, number, date, yeas, nays, present, notVoting, isSample } = found
  const { headline, result, against } = describeRollCall(found)
  const day = new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const label = `${chamberNames[chamber]} vote ${number}, ${day}${isSample ? ' (sample data)' : ', from Voteview'}`
  const majority = explainMajority(found)
  const text = [against, majority?.text].filter(Boolean).join(' ')
  const base = `Not in the percentages: ${fullCount(present)} present, ${fullCount(notVoting)} not voting.`
  const bars = yeas === null || nays === null ? null : { yeas, nays, base, text, needed: majority?.needed ?? null }
  return { kind: 'roll_call', title: headline, label, result, bars, site: new URL(publicUrl).host }
}

/** The name of an image in the server's own store. Images of other sites are not shown. */
function storedName(image: string | null): string | undefined {
  if (image === null || !image.startsWith('/media/')) return undefined
  return imageVariant(image, photoWidth).slice('/media/'.length)
}

/** What a poll's share image shows. */
export interface PollImage {
  kind: 'poll'
  question: string
  options: { text: string; votes: number }[]
  totalVotes: number
  closed: boolean
  isSample: boolean
  isImported: boolean
  /** Why there are no results yet. */
  hidden?: string
  /** Which of two wordings it is. Each has its own votes. */
  wording?: 'first' | 'second'
  /** How many chose to vote, until when. */
  sentence: string
  /** The site's host name. */
  site: string
}

/** What an official's share image shows. */
export interface PoliticianImage {
  kind: 'politician'
  name: string
  /** Such as "Senator for New Mexico". */
  role: string
  retired: boolean
  isSample: boolean
  /** How many chose to rate, until when. Empty without ratings. */
  sentence: string
  good: number
  bad: number
  /** The name of an image in the file store. */
  photo?: string
  site: string
}

/** What a roll call's share image shows. */
export interface RollCallImage {
  kind: 'roll_call'
  /** The question, and what it is about. */
  title: string
  /** Such as "House vote 304". */
  label: string
  /** The result of the question. */
  result: string
  /**
   * Null where there is no yes and no. `base`: who is not in the percentages. `text` explains the motion and the majority, and
   * `needed` is the number of votes for it.
   */
  bars: { yeas: number; nays: number; base: string; text: string; needed: number | null } | null
  site: string
}

/** The image of all pages that have none of their own, on a site with its own name or look. */
export interface SiteImage {
  kind: 'site'
  tagline: string
  site: string
}

export type ShareImage = PollImage | PoliticianImage | RollCallImage | SiteImage

/** What the image says, for people who cannot see it. */
export function describeImage(image: ShareImage): string {
  switch (image.kind) {
    case 'poll': {
      const wording = image.wording && `This is the ${image.wording} of two wordings.`
      const asked = [image.question, wording].filter(Boolean).join(' ')
      if (image.hidden) return `${asked} ${image.options.map(({ text }) => text).join(', ')}. ${image.hidden}`
      const options = image.options.map(({ text, votes }) => `${text}: ${votes}`).join(', ')
      return `${asked} ${image.closed ? 'Result' : 'Votes so far'}: ${options}. ${sampleReminder()}`
    }
    case 'site':
      return `${site.name}: ${image.tagline}`
    case 'politician': {
      const { name, role, good, bad } = image
      const ratings = good + bad === 0 ? 'No ratings yet' : `${good} of ${good + bad} ratings say Good Job`
      return `${name}, ${role}. ${ratings}${good + bad === 0 ? '' : ', of people who chose to rate'}.`
    }
    default: {
      const { title, label, result, bars } = image
      const counted = bars === null ? '' : `, ${bars.yeas} yes, ${bars.nays} no`
      return [`${title}. ${label}: ${result}${counted}.`, bars?.text, bars?.base].filter(Boolean).join(' ')
    }
  }
}

/** The job of the process that draws. */
export interface DrawingJob {
  image: ShareImage
  look: ReturnType<typeof siteLook>
  photo?: Buffer
  /** The file of the look's logo. */
  logo?: Buffer
}
