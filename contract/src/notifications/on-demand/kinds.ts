import { decisionName } from '@wtpu/contract/moderation/on-demand/names'
import type { PartName } from '@wtpu/contract/site/part-names'
import { isOn, openWords, partsOfContent } from '@wtpu/contract/site/parts'
import { Type } from 'typebox'

/**
 * `off`: nothing. `site`: on the site only. `mail`: on the site, and by mail if it is unread after `mailAfterMinutes`. `digest`: on
 * the site, and counted in the weekly digest.
 */
export const notificationWays = ['off', 'site', 'digest', 'mail'] as const
export type NotificationWay = (typeof notificationWays)[number]
export const NotificationWay = Type.Enum(notificationWays)

export const mailAfterMinutes = 10
export const mailsPerDay = 6
/** Notifications are deleted after this many days. */
export const keptDays = 90
/** A grouped notification counts at most this many users or comments. */
export const maxGrouped = 100

/** What happened to an account. */
export const securityEvents = [
  'new_device',
  'password_changed',
  'email_confirmed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'recovery_codes_new',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

interface Subject {
  kind: string
  title: string
}

interface Row {
  /** It is shown while one of these parts of the site is on. Null: always. */
  parts: readonly PartName[] | null
  /** Its name in settings and mails. */
  name: string
  /** How users get it unless they choose another way. */
  way: NotificationWay
  /** Users who allow pushes get it on their devices unless they choose otherwise. */
  pushed: boolean
  /** `null`: its cause sends a mail of its own, so there is none about the notification. */
  mailAfterMinutes: number | null
  /** What the server stores when something happens that may cause it. `deliver.ts` finds the recipients. */
  events: readonly string[]
  /** What `cause_ids` are: the people who did it are the authors of these comments, or these users. */
  causes: 'comments' | 'users' | null
  /** The heading below which the weekly digest lists what it is about. `null`: the digest only counts it. */
  digest: string | null
  /** What happened. It quotes no comment. `who` are the people who did it. Lists show the title on its own, so it may be empty. */
  sentence(facts: { who: string; subject: Subject; detail: string | null }): string
}

const quoted = (title: string) => `“${title}”`
const thing = ({ kind, title }: Subject) => (title ? `${kind} ${quoted(title)}` : kind)
const mentionPlace = ({ kind, title }: Subject) => (title ? `the ${kind} ${quoted(title)}` : `a ${kind}`)

const writing = Object.values(partsOfContent)

/** In the order of the settings page. When one event has several kinds for one user, the first of these applies. */
const rows = {
  mention: {
    parts: writing,
    name: 'Mentions of you',
    way: 'mail',
    pushed: true,
    mailAfterMinutes,
    events: ['post', 'discussion', 'comment'],
    causes: 'comments',
    digest: null,
    sentence: ({ who, subject }) => `${who} mentioned you in ${mentionPlace(subject)}.`,
  },
  reply: {
    parts: writing,
    name: 'Replies to your comments',
    way: 'mail',
    pushed: true,
    mailAfterMinutes,
    events: ['comment'],
    causes: 'comments',
    digest: null,
    sentence: ({ who }) => `${who} replied to your comment.`,
  },
  comment: {
    parts: ['boiler-room', 'forums'],
    get name() {
      return `Comments on your ${openWords([
        ['boiler-room', 'posts'],
        ['forums', 'discussions'],
      ])}`
    },
    way: 'digest',
    pushed: false,
    mailAfterMinutes,
    events: ['comment'],
    causes: 'comments',
    digest: null,
    sentence: ({ who, subject }) => `${who} commented on your ${thing(subject)}.`,
  },
  watched: {
    parts: ['forums'],
    name: 'Comments in discussions that you watch',
    way: 'digest',
    pushed: false,
    mailAfterMinutes,
    events: ['comment'],
    causes: 'comments',
    digest: null,
    sentence: ({ who, subject }) => `${who} commented in ${subject.title ? quoted(subject.title) : 'a discussion'}.`,
  },
  like: {
    parts: writing,
    name: 'Likes',
    way: 'digest',
    pushed: false,
    mailAfterMinutes,
    events: ['reaction'],
    causes: 'users',
    digest: null,
    sentence: ({ who, subject }) => `${who} liked your ${thing(subject)}.`,
  },
  follower: {
    parts: ['boiler-room'],
    name: 'New followers',
    way: 'digest',
    pushed: false,
    mailAfterMinutes,
    events: ['follow'],
    causes: 'users',
    digest: null,
    sentence: ({ who }) => `${who} followed you.`,
  },
  poll_closed: {
    parts: null,
    name: 'Results of polls that you voted in',
    way: 'digest',
    pushed: false,
    mailAfterMinutes,
    events: ['poll_closed'],
    causes: null,
    digest: 'Results of your polls',
    sentence: ({ subject, detail }) =>
      `${subject.title ? `The poll ${quoted(subject.title)}` : 'A poll'} has closed${detail ? `: ${detail}` : ''}.`,
  },
  official_poll: {
    parts: ['officials'],
    name: 'New polls about officials whom you follow',
    way: 'digest',
    pushed: false,
    mailAfterMinutes,
    events: ['poll_opened'],
    causes: null,
    digest: 'Officials you follow',
    sentence: ({ subject }) =>
      `There is a new poll about an official whom you follow${subject.title && `: ${quoted(subject.title)}`}.`,
  },
  daily_question: {
    parts: null,
    name: 'The question of the day',
    way: 'off',
    pushed: false,
    mailAfterMinutes,
    events: ['daily_question'],
    causes: null,
    digest: null,
    sentence: ({ subject }) => `There is a new question of the day${subject.title && `: ${quoted(subject.title)}`}.`,
  },
  moderation: {
    parts: null,
    name: 'Decisions of moderators',
    way: 'mail',
    pushed: true,
    mailAfterMinutes: null,
    events: ['decision'],
    causes: null,
    digest: null,
    sentence: ({ detail }) => decisionSentence(detail),
  },
  letter: {
    parts: ['letters'],
    name: 'Messages to officials that could not be delivered',
    way: 'mail',
    pushed: true,
    mailAfterMinutes,
    events: ['letter'],
    causes: null,
    digest: null,
    sentence: ({ subject }) => `Your message to the office of ${subject.title} could not be delivered.`,
  },
  /** Users cannot turn it off: it is always shown and mailed. */
  security: {
    parts: null,
    name: 'Security of your account',
    way: 'mail',
    pushed: false,
    mailAfterMinutes: 0,
    events: ['security'],
    causes: null,
    digest: null,
    sentence: ({ detail }) =>
      securitySentences[detail ?? ''] ?? 'Something about the security of your account has changed.',
  },
} as const satisfies Record<string, Row>

export type NotificationKind = keyof typeof rows
export type SettableKind = Exclude<NotificationKind, 'security'>
type Event = (typeof rows)[NotificationKind]['events'][number]
type DigestHeading = NonNullable<(typeof rows)[NotificationKind]['digest']>

/** All facts about each kind. What lists kinds elsewhere is made from this, or has a type that demands each of them. */
export const kinds: Record<NotificationKind, Row & { digest: DigestHeading | null; events: readonly Event[] }> = rows

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
export const notificationKinds = /* @__PURE__ */ Object.keys(kinds) as [NotificationKind, ...NotificationKind[]]
export const NotificationKind = Type.Enum(notificationKinds)

/** The kinds whose facts meet a condition. */
export const kindsWhere = (isWanted: (row: Row) => boolean): NotificationKind[] =>
  notificationKinds.filter((kind) => isWanted(kinds[kind]))

/** Whether one of the parts of the site that it is about is on. */
export const isOpenKind = (kind: NotificationKind): boolean => kinds[kind].parts?.some(isOn) ?? true

export const isSettable = (kind: NotificationKind): kind is SettableKind => kind !== 'security'
export const settableKinds = /* @__PURE__ */ notificationKinds.filter(isSettable)

/** A value for each kind that users can set. */
export const forSettableKinds = <T>(valueOf: (kind: SettableKind) => T): Record<SettableKind, T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has each of these kinds
  Object.fromEntries(settableKinds.map((kind) => [kind, valueOf(kind)])) as Record<SettableKind, T>

/** The parts of a notification that its sentence is made of. */
export interface NotificationFacts {
  kind: NotificationKind
  actors: readonly { name: string }[]
  actor_count: number
  subject: Subject
  detail: string | null
}

/** What happened, in one sentence, for the site, mails and pushed notifications. */
export const notificationSentence = ({ kind, actors, actor_count, ...facts }: NotificationFacts): string =>
  kinds[kind].sentence({ ...facts, who: peopleOf({ actors, actor_count }) })

const securitySentences: Record<string, string> = {
  new_device: 'Your account was used on a new device.',
  password_changed: 'Your password was changed.',
  email_confirmed: 'Your email address was confirmed.',
  factor_added: 'Signing in to your account now needs a second factor.',
  factor_removed: 'Signing in to your account no longer needs a second factor.',
  recovery_code_used: 'A recovery code of your account was used.',
  recovery_codes_new: 'Your account got new recovery codes. The earlier ones no longer work.',
  passkey_added: 'A passkey was added to your account. It signs in without your password.',
  passkey_removed: 'A passkey was removed from your account.',
  passkey_copied:
    'A passkey of your account was not accepted, because another device seems to have a copy of it. Remove it.',
} satisfies Record<SecurityEvent, string>

function decisionSentence(detail: string | null): string {
  if (detail === 'appeal_granted') return 'Your appeal was granted.'
  if (detail === 'appeal_rejected') return 'Your appeal was not granted.'
  if (detail === 'undo') return 'A decision of a moderator about you was undone.'
  return `A moderator has decided about your content or account: ${decisionName({ action: detail ?? '', days: null })}.`
}

/** "Ada", "Ada and Ben", "Ada and 4 others". */
export function peopleOf({ actors, actor_count: count }: Pick<NotificationFacts, 'actors' | 'actor_count'>): string {
  const [first, second] = actors.map(({ name }) => name)
  if (first === undefined) return 'Somebody'
  if (count <= 1) return first
  if (count === 2) return `${first} and ${second ?? 'one other'}`
  return `${first} and ${count >= maxGrouped ? `more than ${maxGrouped - 2}` : count - 1} others`
}
