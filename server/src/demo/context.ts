import type { Party } from '@wtpu/contract/politicians'
import type { Content, SampleDiscussion } from './content.ts'

export const hour = 60 * 60_000
export const day = 24 * hour

export interface SampleUser {
  id: number
  state: string | null
  username: string
  firstName: string
  lastName: string
}

interface SampleOfficial {
  id: number
  name: string
  office: string
  party: Party
  state: string
}

/** What the demo is made of. */
export interface DemoContext {
  content: Content
  /** The account to try things with. It has few votes and has written and rated nothing, so that people start fresh with it. */
  demo: SampleUser
  admin: SampleUser
  /** A named user. */
  moderator: SampleUser
  /** Everybody except the demo account and the admin: the named people, then the others. */
  people: SampleUser[]
  /** People with a bio, who write. */
  named: SampleUser[]
  officials: SampleOfficial[]
  now: Date
}

export interface InsertedDiscussion {
  id: number
  sample: SampleDiscussion
  author: SampleUser
  createdAt: Date
}

export function findPerson(people: SampleUser[], username: string): SampleUser {
  const found = people.find((person) => person.username === username)
  if (!found)
    throw new Error(`The content of the demo names ${username}, but its people.yaml does not have this person.`)
  return found
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * hour)
}

/** A few minutes after the text was written. */
export function timeOfEdit(createdAt: Date, now: Date): Date {
  const later = Math.min(11 * 60_000, Math.floor((now.getTime() - createdAt.getTime()) / 2))
  return new Date(createdAt.getTime() + later)
}
