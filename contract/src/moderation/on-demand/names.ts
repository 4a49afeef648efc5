import type { LogEntry } from '../cases.ts'
import type { TextAction } from '../decided.ts'
import { rules } from './rules.ts'

/** Kinds that are called otherwise than in the code. */
const otherNames = new Map([
  ['user', 'Profile'],
  ['politician', 'Official'],
])

/** The name of what a decision or a report is about. */
export const kindName = (kind: string): string => otherNames.get(kind) ?? kind.charAt(0).toUpperCase() + kind.slice(1)

const actionNames: Record<string, string> = {
  keep: 'Kept',
  remove: 'Removed',
  warn: 'Warning',
  suspend: 'Suspended',
  block: 'Blocked',
  unblock: 'Allowed again',
  lock: 'Locked',
  unlock: 'Unlocked',
  slow: 'Slow mode',
  unslow: 'End of slow mode',
  undo: 'Undone',
  grant: 'Role given',
  revoke: 'Role ended',
  verify: 'Identity checked',
  unverify: 'No longer checked',
  feature: 'Featured',
  unfeature: 'No longer featured',
  tie: 'Tied to a vote of Congress',
  untie: 'Untied from a vote of Congress',
  category: 'Categories changed',
  import: 'Import',
  identity: 'Name and look changed',
  settings: 'Settings changed',
  invite: 'Invitation',
  publish: 'Published',
  account: 'Account',
  take_out: 'Votes taken out',
  release: 'Results released',
}

const textNames: Record<TextAction, string> = { keep: 'text kept', lock: 'discussion locked', remove: 'text removed' }

interface Decided {
  action: string
  days: number | null
  text_action?: TextAction | null
}

/** What was decided, in a few words. */
export function decisionName({ undid, ...decided }: Decided & { undid?: Decided | null }): string {
  const { action, days, text_action: text } = decided
  const name = actionNames[action] ?? action
  if (undid) return `${name}: ${decisionName(undid)}`
  const forDays = days === null ? '' : ` for ${days === 1 ? 'a day' : `${days} days`}`
  return name + forDays + (text ? `, ${textNames[text]}` : '')
}

const appealNames = { open: 'Appeal open', granted: 'Appeal granted', rejected: 'Appeal not granted' }

/** What became of the appeal against a decision. Moderators grant an appeal against their own decision also by undoing it. */
export function appealName({ appeal, appeal_by_same }: Pick<LogEntry, 'appeal' | 'appeal_by_same'>): string {
  if (appeal === null) return ''
  const reason = appeal === 'rejected' ? ', because there was no other' : ''
  return appealNames[appeal] + (appeal_by_same ? ` by the same moderator${reason}` : '')
}

export const ruleName = (rule: number | null): string => (rule === null ? '' : `${rule}. ${rules[rule - 1]?.[0] ?? ''}`)
