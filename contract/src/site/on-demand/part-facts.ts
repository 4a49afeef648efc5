import { Type, type Static } from 'typebox'
import { failures, type Area, type Endpoint } from '../../endpoint.ts'
import { LimitedText } from '../../schemas.ts'
import { type PartName, partNames } from '../part-names.ts'
import { type ChosenParts, type RatingsClosed, SiteParts } from '../site-parts.ts'

interface PartFacts {
  name: string
  /** What it is. */
  what: string
  /** What it costs or risks. */
  cost: string
  /** Nothing on the site says these while it is off. A pattern. */
  words: string
  /** What is not shown while it is off. */
  content?: string
  /** It goes off with each of these. */
  needs?: PartName[]
  /** It goes off with the last of these. */
  needsOneOf?: PartName[]
}

export const partFacts: Record<PartName, PartFacts> = {
  ratings: {
    name: 'Ratings',
    what: 'Members rate officials with Good Job or Bad Job.',
    cost: 'Some organizations may not publish ratings of office holders.',
    words: 'rate|rated|rating|Good Job|Bad Job',
    content: 'ratings',
    needs: ['officials'],
  },
  walls: {
    name: 'Walls',
    what: 'Members comment on officials.',
    cost: 'Needs people who moderate every day.',
    words: 'wall',
    content: 'comments on officials',
    needs: ['officials'],
  },
  letters: {
    name: 'Letters',
    what: 'Members write to the offices of officials.',
    cost: 'Needs contact addresses that are kept up to date.',
    words: 'letter|Contact Politicians',
    needs: ['officials'],
  },
  officials: {
    name: 'Officials',
    what: 'A directory of officials with profiles, a map and each member’s own representatives.',
    cost: 'Needs an import when offices change.',
    words: 'official|politician|representative',
    content: 'officials',
  },
  'roll-calls': {
    name: 'Votes of Congress',
    what: 'How members of Congress voted, beside what members here answered.',
    cost: 'Needs an import while Congress is in session.',
    words: 'Congress|roll call|roll-call',
    content: 'votes of Congress',
    needs: ['officials'],
  },
  'boiler-room': {
    name: 'Boiler Room',
    what: 'Members post texts, pictures and videos, and follow each other.',
    cost: 'Needs people who moderate every day and night.',
    words: 'Boiler Room|boiler-room|post|hashtag|follower',
    content: 'posts',
  },
  forums: {
    name: 'Forums',
    what: 'Members discuss in threads.',
    cost: 'Needs people who moderate every day.',
    words: 'forum|discussion|thread',
    content: 'discussions',
  },
  'member-polls': {
    name: 'Polls of members',
    what: 'Members create polls. Staff always can.',
    cost: 'Needs people who look at each new poll.',
    words: 'your own polls',
  },
  reasons: {
    name: 'Reasons',
    what: 'Members give a reason for their answer to a poll, and say which ones are fair.',
    cost: 'Needs people who moderate every day.',
    words: 'reason for (your|their) answer',
    content: 'reasons',
  },
  'mailed-answers': {
    name: 'Answers by email',
    what: 'Readers answer a poll in an article on another site, with an email address and without an account.',
    cost: 'Needs a mail server. Each mailbox has one vote.',
    words: 'answered by email|answer by email',
  },
  circles: {
    name: 'Ballots by invitation',
    what: 'People on a list of yours answer a ballot paper by a link in a mail or a code, without an account.',
    cost: 'Needs a mail server, and a list that is kept up to date. Who runs the server could see who answered what.',
    words: 'ballot paper',
  },
  'common-ground': {
    name: 'Common Ground',
    what: 'What groups of voters agree on.',
    cost: 'Says something only with many polls and many voters.',
    words: 'Common Ground|common-ground',
  },
  profiles: {
    name: 'Profiles of members',
    what: 'Each member has a public page.',
    cost: 'Says who takes part.',
    words: 'public profile|/user/',
    content: 'profiles',
    needsOneOf: ['boiler-room', 'walls', 'forums', 'member-polls'],
  },
}

/** Finds what speaks of parts. `more`: other words, as patterns. */
export const wordsOf = (parts: readonly PartName[], ...more: string[]): RegExp =>
  new RegExp(String.raw`\b(${[...parts.map((part) => partFacts[part].words), ...more].join('|')})s?\b`, 'i')

/** `off`, and what goes off with it, in the order of the parts. */
export function closeParts(off: readonly PartName[]): PartName[] {
  const all = new Set(off)
  for (;;) {
    const before = all.size
    for (const part of partNames) {
      const { needs = [], needsOneOf } = partFacts[part]
      if (needs.some((needed) => all.has(needed)) || needsOneOf?.every((needed) => all.has(needed))) all.add(part)
    }
    if (all.size === before) return partNames.filter((part) => all.has(part))
  }
}

export const presets = [
  { name: 'Everything', what: 'All parts.', on: partNames },
  {
    name: 'Newsroom',
    what: 'Polls, answers by email, officials, Congress, Common Ground.',
    on: ['officials', 'roll-calls', 'mailed-answers', 'common-ground'],
  },
  {
    name: 'Members’ organization',
    what: 'Polls, ballots, forums, Common Ground, officials, Congress.',
    on: ['circles', 'forums', 'common-ground', 'officials', 'roll-calls', 'member-polls', 'profiles'],
  },
  {
    name: 'Student government',
    what: 'Polls, ballots, forums, Common Ground, your own officials.',
    on: ['circles', 'forums', 'common-ground', 'officials', 'member-polls', 'profiles'],
  },
  {
    name: 'City',
    what: 'Polls, answers by email, your own officials. No public posts.',
    on: ['officials', 'mailed-answers'],
  },
] as const satisfies { name: string; what: string; on: readonly PartName[] }[]

/** A preset only sets switches. */
export const offOf = (on: readonly PartName[]): PartName[] => partNames.filter((part) => !on.includes(part))

/** The part of each call whose schema names none. */
const partOfArea: Record<Area, PartName | null> = {
  Accounts: null,
  Polls: null,
  Politicians: 'officials',
  'Boiler Room': 'boiler-room',
  Forums: 'forums',
  Administration: null,
  Moderation: null,
  Notifications: null,
  Search: null,
  Site: null,
}

export const partOfCall = ({ part, area }: Pick<Endpoint['schema'], 'part' | 'area'>): PartName | null =>
  part === undefined ? partOfArea[area] : part

/** Until an admin chooses parts. The demo has all. */
export const offByDefault: readonly PartName[] = ['reasons', 'circles']

export const allParts: ChosenParts = { off: [], reading: 'everyone', ratings_closed: null }

/** What is wrong with the days between which ratings are closed. Those that are stored may have begun. */
export function closingProblem(
  { from, until }: RatingsClosed,
  before: RatingsClosed | null,
  today: string,
): string | undefined {
  if (from < today && from !== before?.from)
    return 'The day on which ratings close is over. Choose today or a later day.'
  if (until <= from) return 'The day on which ratings open again must be after the day on which they close.'
  return until <= today ? 'The day on which ratings open again must be after today.' : undefined
}

export const partsReasonLength = 300

/** Content and open cases are counted up to these numbers. */
export const maxCountedContent = 10_000
export const maxCountedCases = 1_000

const ManagedParts = Type.Object({
  ...SiteParts.properties,
  /** The zone of the site. */
  time_zone: Type.String(),
  /** The day there. */
  today: Type.String({ format: 'date' }),
  /** What people see of each part, and the open cases about it. */
  counts: Type.Array(Type.Object({ part: Type.Enum(partNames), content: Type.Integer(), open_cases: Type.Integer() })),
})
export type ManagedParts = Static<typeof ManagedParts>

export const getManagedParts = {
  method: 'GET',
  url: '/api/admin/parts/',
  schema: {
    area: 'Administration',
    summary: 'Lists the parts that are off, and counts what each part has.',
    description: `For admins. Content is counted up to ${maxCountedContent}, open cases up to ${maxCountedCases}.`,
    missing: 'Page',
    response: { 200: ManagedParts, ...failures },
  },
} satisfies Endpoint

export const changeSiteParts = {
  method: 'PUT',
  url: '/api/admin/parts/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Switches parts of the site off and on, and says who may read.',
    description:
      'For admins. `version` is the one that the change is based on. What needs a part goes off with it. The public log shows the reason.',
    missing: 'Page',
    errors: ['changed_meanwhile', 'email_not_confirmed', 'older_server'],
    body: Type.Object({ ...SiteParts.properties, reason: LimitedText(partsReasonLength) }),
    response: { 200: SiteParts, ...failures },
  },
} satisfies Endpoint
