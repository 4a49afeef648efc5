import { Type, type Static } from 'typebox'
import { failures, type Area, type Endpoint } from '../../endpoint.ts'
import { LimitedText } from '../../schemas.ts'
import { type PartName, partNames } from '../part-names.ts'

interface PartFacts {
  name: string
  /** What it is. */
  what: string
  /** What it costs or risks. */
  cost: string
  /** Nothing on the site says these while it is off. A pattern. */
  words: string
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
    needs: ['officials'],
  },
  walls: {
    name: 'Walls',
    what: 'Members comment on officials.',
    cost: 'Needs people who moderate every day.',
    words: 'wall',
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
  },
  'roll-calls': {
    name: 'Votes of Congress',
    what: 'How members of Congress voted, beside what members here answered.',
    cost: 'Needs an import while Congress is in session.',
    words: 'Congress|roll call|roll-call',
    needs: ['officials'],
  },
  'boiler-room': {
    name: 'Boiler Room',
    what: 'Members post texts, pictures and videos, and follow each other.',
    cost: 'Needs people who moderate every day and night.',
    words: 'Boiler Room|boiler-room|post|hashtag|follower',
  },
  forums: {
    name: 'Forums',
    what: 'Members discuss in threads.',
    cost: 'Needs people who moderate every day.',
    words: 'forum|discussion|thread',
  },
  'member-polls': {
    name: 'Polls of members',
    what: 'Members create polls. Staff always can.',
    cost: 'Needs people who look at each new poll.',
    words: 'your own polls',
  },
  'mailed-answers': {
    name: 'Answers by email',
    what: 'Readers answer a poll in an article on another site, with an email address and without an account.',
    cost: 'Needs a mail server. Each mailbox has one vote.',
    words: 'answered by email|answer by email',
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
    needsOneOf: ['boiler-room', 'walls', 'forums', 'member-polls'],
  },
}

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
  { name: 'Everything', on: partNames },
  { name: 'Newsroom', on: ['officials', 'roll-calls', 'mailed-answers', 'common-ground'] },
  {
    name: 'Members’ organization',
    on: ['forums', 'common-ground', 'officials', 'roll-calls', 'member-polls', 'profiles'],
  },
  { name: 'Student government', on: ['forums', 'common-ground', 'officials', 'member-polls', 'profiles'] },
  { name: 'City', on: ['officials', 'mailed-answers'] },
] as const satisfies { name: string; on: readonly PartName[] }[]

/** A preset only sets switches. */
export const offOf = (on: readonly PartName[]): PartName[] => partNames.filter((part) => !on.includes(part))

/** The part of each call whose schema names none. */
const partOfArea: Partial<Record<Area, PartName>> = {
  Politicians: 'officials',
  'Boiler Room': 'boiler-room',
  Forums: 'forums',
}

export const partOfCall = ({ part, area }: Pick<Endpoint['schema'], 'part' | 'area'>): PartName | null =>
  part === undefined ? (partOfArea[area] ?? null) : part

const Chosen = Type.Object({
  /** Who may read. `members`: who is signed in and has confirmed the email address. */
  reading: Type.Enum(['everyone', 'members'] as const),
  /** With the parts that went off with others. */
  off: Type.Array(Type.Enum(partNames), { maxItems: partNames.length, uniqueItems: true }),
})
export type ChosenParts = Static<typeof Chosen>
export const allParts: ChosenParts = { off: [], reading: 'everyone' }

const SiteParts = Type.Object({
  ...Chosen.properties,
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
    description: 'Calls of these parts answer 404 with the code `part_off`.',
    response: { 200: SiteParts, ...failures },
  },
} satisfies Endpoint

export const partsReasonLength = 300

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
