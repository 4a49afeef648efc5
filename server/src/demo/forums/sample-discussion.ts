type CategoryName =
  | 'Environment'
  | 'Healthcare'
  | 'Education'
  | 'Economy'
  | 'Defence'
  | 'Immigration'
  | 'Technology'
  | 'General'

export interface SampleDiscussion {
  /** Username of a named user (people.ts). */
  by: string
  hoursAgo: number
  lastCommentHoursAgo: number
  title: string
  /** Markdown. */
  description: string
  category: CategoryName
  tags: string[]
  likes: number
  /** At least the number of people who comment. */
  views: number
  /**
   * Each comment is followed by its replies, as `username: text`. Dashes before the username are the depth: `-- ` is a reply
   * to the closest comment above with one dash. Texts are Markdown.
   */
  comments: (string | SampleComment)[]
  /** The text before the author edited it. */
  before?: { title: string; description: string }
  /** The reason why the moderator locked it. */
  lockedFor?: string
  /** The last visit of the demo account. Later comments are new to it. */
  demoVisitHoursAgo?: number
}

export interface SampleComment {
  line: string
  /** The text before its author edited it. */
  before?: string
  pinned?: true
  deleted?: true
  /** The reason why the moderator removed it. */
  removedFor?: string
}
