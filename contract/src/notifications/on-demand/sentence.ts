import { decisionName } from '@wtpu/contract/moderation/on-demand/names'
import { maxGrouped } from '../kinds.ts'
import type { Notification, NotificationSubject } from '../notifications.ts'

/** The parts of a notification that its sentence is made of. */
export type NotificationFacts = Pick<Notification, 'kind' | 'actor_count' | 'subject' | 'detail'> & {
  actors: readonly { name: string }[]
}

/** What happened, in one sentence, for the site, mails and pushed notifications. It quotes no comment. */
export function notificationSentence({ kind, actors, actor_count, subject, detail }: NotificationFacts): string {
  const who = people(actors, actor_count)
  switch (kind) {
    case 'mention':
      return `${who} mentioned you in ${mentionPlace(subject)}.`
    case 'reply':
      return `${who} replied to your comment.`
    case 'comment':
      return `${who} commented on your ${thing(subject)}.`
    case 'watched':
      return `${who} commented in ${quoted(subject.title)}.`
    case 'like':
      return `${who} liked your ${thing(subject)}.`
    case 'follower':
      return `${who} followed you.`
    case 'poll_closed':
      return `The poll ${quoted(subject.title)} has closed${detail ? `: ${detail}` : ''}.`
    case 'official_poll':
      return `There is a new poll about an official whom you follow: ${quoted(subject.title)}.`
    case 'moderation':
      return decisionSentence(detail)
    case 'letter':
      return `Your message to the office of ${subject.title} could not be delivered.`
    default:
      return securitySentences[detail ?? ''] ?? 'Something about the security of your account has changed.'
  }
}

const securitySentences: Record<string, string> = {
  new_device: 'Your account was used on a new device.',
  password_changed: 'Your password was changed.',
  email_confirmed: 'Your email address was confirmed.',
}

function decisionSentence(detail: string | null): string {
  if (detail === 'appeal_granted') return 'Your appeal was granted.'
  if (detail === 'appeal_rejected') return 'Your appeal was not granted.'
  if (detail === 'undo') return 'A decision of a moderator about you was undone.'
  return `A moderator has decided about your content or account: ${decisionName({ action: detail ?? '', days: null })}.`
}

/** "Ada", "Ada and Ben", "Ada and 4 others". */
function people(actors: readonly { name: string }[], count: number): string {
  const [first, second] = actors.map(({ name }) => name)
  if (first === undefined) return 'Somebody'
  if (count <= 1) return first
  if (count === 2) return `${first} and ${second ?? 'one other'}`
  return `${first} and ${count >= maxGrouped ? `more than ${maxGrouped - 2}` : count - 1} others`
}

const quoted = (title: string) => `“${title}”`
const thing = ({ kind, title }: NotificationSubject) => (title ? `${kind} ${quoted(title)}` : kind)
const mentionPlace = ({ kind, title }: NotificationSubject) => (title ? `the ${kind} ${quoted(title)}` : `a ${kind}`)
