import { nameMaxLength } from '../accounts/accounts.ts'
import { bioMaxLength, reasonMaxLength } from '../lengths.ts'
import { postCommentMaxLength } from '../boiler-room/comments.ts'
import { postMaxLength } from '../boiler-room/posts.ts'
import { forumCommentMaxLength } from '../forums/comments.ts'
import { descriptionMaxLength, titleMaxLength } from '../forums/lengths.ts'
import * as polls from '../polls/polls.ts'
import { commentMaxLength, contactLimits } from '../politicians.ts'
import type { PartName } from '../site/part-names.ts'

/**
 * What can be done with what somebody wrote. Lists of kinds are derived from this, by `kindsThat`. Notifications lead to the
 * page of a kind that has `lead to`. Staff does not learn who wrote a text of a kind with `hide author`, because it tells a vote.
 */
type Capability =
  | 'edit'
  | 'react'
  | 'comment on'
  | 'mention'
  | 'lead to'
  | 'report'
  | 'remove'
  | 'export'
  | 'hide author'

interface Writing {
  /** Its name at the start of an error, such as "Post not found." */
  name: string
  /** Its name inside a sentence. */
  noun: string
  /** The longest text of each field. A comment has its limit from what it is on, see `commentsOn`. */
  fields: Record<string, number>
  /** The start of the address of its page, before the id. A comment is on the page of what it is on. */
  page?: `/${string}`
  /** The part of the site that it goes off with, or null for none. A comment has that of what it is on. */
  part: PartName | null
  can: readonly Capability[]
}

/** Everything that people write. Each list of kinds in the code is derived from this table or is checked against it. */
export const kinds = {
  post: {
    name: 'Post',
    noun: 'post',
    fields: { text: postMaxLength },
    page: '/boiler-room?post=',
    part: 'boiler-room',
    can: ['edit', 'react', 'comment on', 'mention', 'lead to', 'report', 'remove', 'export'],
  },
  comment: {
    name: 'Comment',
    noun: 'comment',
    fields: {},
    part: null,
    can: ['edit', 'react', 'mention', 'report', 'remove', 'export'],
  },
  discussion: {
    name: 'Discussion',
    noun: 'discussion',
    fields: { title: titleMaxLength, description: descriptionMaxLength },
    page: '/forums/',
    part: 'forums',
    can: ['edit', 'react', 'comment on', 'mention', 'lead to', 'report', 'remove', 'export'],
  },
  poll: {
    name: 'Poll',
    noun: 'poll',
    fields: {
      question: polls.questionMaxLength,
      description: polls.descriptionMaxLength,
      option: polls.optionMaxLength,
    },
    page: '/polls/',
    part: null,
    can: ['lead to', 'report', 'remove', 'export'],
  },
  reason: {
    name: 'Reason',
    noun: 'reason',
    fields: { text: reasonMaxLength },
    part: 'reasons',
    can: ['edit', 'report', 'remove', 'export', 'hide author'],
  },
  user: {
    name: 'User',
    noun: 'profile',
    fields: { first_name: nameMaxLength, last_name: nameMaxLength, bio: bioMaxLength },
    page: '/user/',
    part: 'profiles',
    can: ['report', 'export'],
  },
  letter: {
    name: 'Message',
    noun: 'message',
    fields: { subject: contactLimits.subject, message: contactLimits.message },
    part: 'letters',
    can: ['export'],
  },
} as const satisfies Record<string, Writing>

export type Kind = keyof typeof kinds

export type KindThat<Can extends Capability> = {
  [K in Kind]: Can extends (typeof kinds)[K]['can'][number] ? K : never
}[Kind]

/** The kinds with which this can be done, in the order of the table. */
export function kindsThat<Can extends Capability>(can: Can): readonly [KindThat<Can>, ...KindThat<Can>[]] {
  const found = Object.entries<Writing>(kinds).flatMap(([kind, writing]) => (writing.can.includes(can) ? [kind] : []))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type says what the filter does
  return found as unknown as [KindThat<Can>, ...KindThat<Can>[]]
}

/** The three sorts of comments, by what they are on. */
export const commentsOn = {
  politician: { maxLength: commentMaxLength, markdown: false, dislikes: false },
  post: { maxLength: postCommentMaxLength, markdown: false, dislikes: false },
  discussion: { maxLength: forumCommentMaxLength, markdown: true, dislikes: true },
} as const satisfies Record<
  KindThat<'comment on'> | 'politician',
  { maxLength: number; markdown: boolean; dislikes: boolean }
>

/** What comments are on. */
export const placesOfComments = [...kindsThat('comment on'), 'politician'] as const
