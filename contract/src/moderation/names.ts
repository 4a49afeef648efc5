import { type ReportKind, rules } from './reports.ts'

export const kindNames: Record<ReportKind | 'tag' | 'politician', string> = {
  post: 'Post',
  comment: 'Comment',
  discussion: 'Discussion',
  poll: 'Poll',
  user: 'Profile',
  tag: 'Tag',
  politician: 'Wall of an official',
}

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
}

/** What was decided, in a word or two. */
export function decisionName({ action, days }: { action: string; days: number | null }): string {
  const name = actionNames[action] ?? action
  return days === null ? name : `${name} for ${days === 1 ? 'a day' : `${days} days`}`
}

export const ruleName = (rule: number | null): string => (rule === null ? '' : `${rule}. ${rules[rule - 1]?.[0] ?? ''}`)
