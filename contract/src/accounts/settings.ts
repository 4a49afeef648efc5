import { Type, type Static } from 'typebox'
import { ReportKind, ReportReason } from '../moderation/reports.ts'
import { Account, emailMaxLength, nameMaxLength, passwordMaxLength, User } from './accounts.ts'
import { Factors } from './on-demand/factors.ts'
import { forProfileTexts } from './on-demand/fields.ts'
import { LastMail } from './last-mail.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, Instant, WrittenFields, forWritten, LimitedText, Nullable, ofBio } from '../schemas.ts'

export const avatarMaxBytes = 5 * 1024 * 1024

/** The fields of the bio as a form sends them: an empty text stands for null, which a form cannot send. */
const bioInForm = ofBio(
  forWritten((name) => Type.Optional(Type.Union([WrittenFields[name].anyOf[0], Type.Literal('')]))),
)

export const updateProfile = {
  method: 'POST',
  url: '/auth/api/profile/update/',
  config: {
    files: { avatar: { maxBytes: avatarMaxBytes, maxCount: 1, tooLarge: 'Image size must be less than 5MB' } },
  },
  schema: {
    area: 'Accounts',
    summary: "Changes the viewer's name, bio, image or username.",
    description:
      'Omitted fields stay unchanged, and an empty `bio_…` removes it. `remove_avatar` is ignored if a new image is uploaded. A username that was given up leads nowhere, and only its owner can take it again.',
    missing: 'User',
    errors: ['too_many_links', 'daily_limit'],
    body: Type.Object({
      first_name: Type.Optional(LimitedText(nameMaxLength)),
      last_name: Type.Optional(LimitedText(nameMaxLength)),
      ...forProfileTexts((_name, { maxLength }) => Type.Optional(LimitedText(maxLength))),
      ...bioInForm,
      username: Type.Optional(LimitedText(nameMaxLength)),
      remove_avatar: Type.Optional(Type.Enum(['true', 'false'])),
    }),
    response: { 200: User, ...failures },
  },
} satisfies Endpoint

export const updateAccount = {
  method: 'POST',
  url: '/auth/api/account/',
  schema: {
    area: 'Accounts',
    summary: "Changes the viewer's settings.",
    description:
      'Omitted fields stay unchanged. `state` is a code or a name. `district` is a congressional district of the state; null removes it, and so does another state.',
    body: Type.Object({
      show_email: Type.Optional(Type.Boolean()),
      newsletter: Type.Optional(Type.Boolean()),
      state: Type.Optional(Type.String({ maxLength: 40 })),
      district: Type.Optional(Nullable(Type.Integer())),
      common_ground: Type.Optional(Type.Boolean()),
    }),
    response: { 200: Account, ...failures },
  },
} satisfies Endpoint

/** A signed-in device: `device` is a name such as "Firefox on Windows". */
export const Device = Type.Object({
  id: Type.String(),
  device: Type.String(),
  created_at: Instant,
  last_used_at: Instant,
  current: Type.Boolean(),
})
export type Device = Static<typeof Device>

export const listSessions = {
  method: 'GET',
  url: '/auth/api/sessions/',
  schema: {
    area: 'Accounts',
    summary: 'Lists the devices on which the viewer is signed in.',
    description: 'The current device first, then the most recently used, at most 100.',
    response: { 200: Type.Array(Device), ...failures },
  },
} satisfies Endpoint

export const endOtherSessions = {
  method: 'POST',
  url: '/auth/api/sessions/end_others/',
  schema: {
    area: 'Accounts',
    summary: 'Signs the viewer out on all other devices.',
    response: { 200: Type.Object({ ended: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

export const deleteAccount = {
  method: 'POST',
  url: '/auth/api/account/delete/',
  schema: {
    area: 'Accounts',
    summary: "Deletes the viewer's account for good.",
    description:
      'Requires the password or, if the account has none, its email. Votes and ratings still count, comments and discussions stay without a name, and posts are deleted.',
    errors: ['wrong_password', 'wrong_email'],
    body: Type.Object({
      password: Type.Optional(LimitedText(passwordMaxLength)),
      email: Type.Optional(Type.String({ maxLength: emailMaxLength })),
    }),
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** Fields of each text that its author can delete. `removed_at` is also set while a text is hidden until a moderator has decided about it. */
const writtenFields = {
  id: Id,
  ...WrittenFields,
  created_at: Instant,
  edited_at: Nullable(Instant),
  deleted_at: Nullable(Instant),
  removed_at: Nullable(Instant),
}
const commentFields = { ...writtenFields, text: Type.String(), earlier_texts: Type.Array(Type.String()) }

/** What is stored about a person, without what tells opinions (votes, likes, letters, followed officials): admins get it too. */
export const PersonData = Type.Object({
  exported_at: Instant,
  profile: Type.Object({
    ...User.properties,
    email: Type.String(),
    show_email: Type.Boolean(),
    newsletter: Type.Boolean(),
    district: Nullable(Type.Integer()),
    common_ground: Type.Boolean(),
    role: Type.String(),
    terms_version: Nullable(Type.String()),
    terms_accepted_at: Nullable(Instant),
    google: Type.Boolean(),
    /** The day in UTC. */
    last_seen_on: Nullable(Type.String({ format: 'date' })),
    /** The outcome of the last mail to the account. */
    last_mail: Nullable(LastMail),
  }),
  /** Without secrets. */
  factors: Factors,
  sessions: Type.Array(Type.Object({ device: Type.String(), created_at: Instant, last_used_at: Instant })),
  polls: Type.Array(
    Type.Object({
      id: Id,
      question: Type.String(),
      description: Type.String(),
      options: Type.Array(Type.String()),
      ...WrittenFields,
      category: Type.String(),
      politician: Nullable(Id),
      created_at: Instant,
      published_at: Instant,
      closes_at: Nullable(Instant),
      removed_at: Nullable(Instant),
    }),
  ),
  comments: Type.Array(Type.Object({ ...commentFields, politician: Id })),
  posts: Type.Array(
    Type.Object({
      ...commentFields,
      hashtags: Type.Array(Type.String()),
      media: Type.Array(
        Type.Object({ file: Type.String(), alt: Type.String(), captions: Type.Union([Type.String(), Type.Null()]) }),
      ),
    }),
  ),
  post_comments: Type.Array(Type.Object({ ...commentFields, post: Id })),
  discussions: Type.Array(
    Type.Object({
      ...writtenFields,
      title: Type.String(),
      description: Type.String(),
      category: Type.String(),
      tags: Type.Array(Type.String()),
      earlier_texts: Type.Array(Type.Object({ title: Type.String(), description: Type.String() })),
    }),
  ),
  discussion_comments: Type.Array(Type.Object({ ...commentFields, discussion: Id, parent: Nullable(Id) })),
  discussion_visits: Type.Array(Type.Object({ discussion: Id, visited_at: Instant })),
  tags: Type.Array(Type.Object({ id: Id, name: Type.String(), created_at: Instant })),
  following: Type.Array(Type.Object({ id: Id, username: Type.String(), since: Instant })),
  /** Whom the user has muted or blocked. */
  muted_and_blocked: Type.Array(
    Type.Object({ id: Id, username: Type.String(), kind: Type.Enum(['mute', 'block']), since: Instant }),
  ),
  reports: Type.Array(
    Type.Object({ kind: ReportKind, content: Id, reason: ReportReason, note: Type.String(), created_at: Instant }),
  ),
  /** What moderators decided about the user or their content. */
  decisions: Type.Array(
    Type.Object({
      id: Id,
      action: Type.String(),
      kind: Type.String(),
      content: Id,
      rule: Nullable(Type.Integer()),
      sentence: Type.String(),
      created_at: Instant,
    }),
  ),
  notifications: Type.Array(
    Type.Object({
      kind: Type.String(),
      subject: Type.String(),
      content: Id,
      created_at: Instant,
      read_at: Nullable(Instant),
    }),
  ),
  /** Ways that differ from the defaults. */
  notification_ways: Type.Record(Type.String(), Type.String()),
  /** The kinds of notifications that devices get. Null until the user has had or set one. */
  pushed_kinds: Nullable(Type.Array(Type.String())),
  /** The time zone of the times in mails. */
  time_zone: Nullable(Type.String()),
  push_devices: Type.Array(Type.Object({ endpoint: Type.String(), created_at: Instant })),
  newsletter: Type.Array(Type.Object({ agreed_to: Type.String(), day: Type.String({ format: 'date' }) })),
  watched_discussions: Type.Array(Type.Object({ discussion: Id, level: Type.String() })),
  appeals: Type.Array(
    Type.Object({ decision: Id, text: Type.String(), answer: Nullable(Type.String()), created_at: Instant }),
  ),
})
export type PersonData = Static<typeof PersonData>

/** Everything stored about the viewer, except the third of the line, which only `getOwnGroup` returns. */
export const AccountData = Type.Object({
  ...PersonData.properties,
  profile: Type.Object({
    ...PersonData.properties.profile.properties,
    /** The user's group of Common Ground, if there is one. */
    opinion_group: Nullable(Type.String()),
  }),
  /** The polls in which a vote was taken back, and the officials whose rating was. */
  undone_votes: Type.Array(Type.Object({ poll: Id, question: Type.String(), created_at: Instant })),
  undone_ratings: Type.Array(Type.Object({ politician: Id, name: Type.String(), created_at: Instant })),
  votes: Type.Array(
    Type.Object({
      poll: Id,
      question: Type.String(),
      option: Type.String(),
      state: Nullable(Type.String()),
      ballot: Type.String(),
      created_at: Instant,
    }),
  ),
  /** Answers that wait for a confirmed email, and what became of them. */
  pending_answers: Type.Array(
    Type.Object({
      poll: Id,
      question: Type.String(),
      option: Nullable(Type.String()),
      state: Type.String(),
      created_at: Instant,
    }),
  ),
  ratings: Type.Array(
    Type.Object({
      politician: Id,
      name: Type.String(),
      type: Type.String(),
      state: Nullable(Type.String()),
      created_at: Instant,
    }),
  ),
  comment_likes: Type.Array(Type.Object({ comment: Id, value: Type.Integer(), created_at: Instant })),
  post_likes: Type.Array(Type.Object({ post: Id, created_at: Instant })),
  discussion_likes: Type.Array(Type.Object({ discussion: Id, created_at: Instant })),
  followed_officials: Type.Array(Type.Object({ politician: Id, since: Instant })),
  /** Reasons for the own answers, and what the user said about those of others. */
  reasons: Type.Array(
    Type.Object({ ...commentFields, poll: Id, option: Id, is_named: Type.Boolean(), of_other_side: Type.Boolean() }),
  ),
  reason_judgements: Type.Array(Type.Object({ reason: Id, is_fair: Type.Boolean(), created_at: Instant })),
  /** Letters to officials. */
  messages: Type.Array(
    Type.Object({
      politician: Id,
      name: Type.String(),
      email: Type.String(),
      subject: Type.String(),
      message: Type.String(),
      ...WrittenFields,
      created_at: Instant,
    }),
  ),
})
export type AccountData = Static<typeof AccountData>

export const getAccountData = {
  method: 'GET',
  url: '/auth/api/account/data/',
  schema: {
    area: 'Accounts',
    summary: 'Returns everything that is stored about the viewer.',
    description: 'Except the third of the line of Common Ground: see `/api/common-ground/mine/`.',
    response: { 200: AccountData, ...failures },
  },
} satisfies Endpoint
