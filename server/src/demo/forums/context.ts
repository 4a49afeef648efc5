import type { SampleUser } from '#demo/people.ts'
import type { SampleDiscussion } from './sample-discussion.ts'

const hour = 60 * 60_000

export interface ForumContext {
  demo: SampleUser
  /** Everybody except the demo account. */
  people: SampleUser[]
  moderator: SampleUser
  now: Date
  find(username: string): SampleUser
}

export interface InsertedDiscussion {
  id: number
  sample: SampleDiscussion
  author: SampleUser
  createdAt: Date
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * hour)
}

/** A few minutes after the text was written. */
export function timeOfEdit(createdAt: Date, now: Date): Date {
  const later = Math.min(11 * 60_000, Math.floor((now.getTime() - createdAt.getTime()) / 2))
  return new Date(createdAt.getTime() + later)
}
