import { Type, type Static } from 'typebox'
import { authorFields } from './accounts/author.ts'
import { failures, type Endpoint } from './endpoint.ts'
import {
  Id,
  IdParams,
  Instant,
  WrittenFields,
  LimitedText,
  Nullable,
  PageQuery,
  IdempotencyKey,
  IsRepetition,
} from './schemas.ts'
import { UndoUntil } from './undo.ts'

/** Labels of party and office. */
export const partyNames = { D: 'Democrat', R: 'Republican', I: 'Independent' } as const
export const officeNames = { Sen: 'Senator', Rep: 'Representative', Gov: 'Governor' } as const
export type Office = keyof typeof officeNames
/** Offices that admins imported are not codes but names, such as "Mayor". */
export const officeName = (office: string): string =>
  (officeNames as Readonly<Record<string, string>>)[office] ?? office

export const Party = Type.Enum(['D', 'R', 'I'])
export type Party = Static<typeof Party>
const RatingType = Type.Enum(['good', 'bad'])
export type RatingType = Static<typeof RatingType>

/**
 * `office` is `Sen`, `Rep` or `Gov`, or the name of the office of an official whom admins imported. `state` is the two-letter
 * code, or the place of such an official. `party` is null if the source states none of these. `email` may be the URL of a contact form.
 */
export const Politician = Type.Object({
  id: Id,
  name: Type.String(),
  party: Nullable(Party),
  office: Type.String(),
  state: Type.String(),
  profile_image: Type.Union([Type.String(), Type.Null()]),
  good_job_count: Type.Integer(),
  bad_job_count: Type.Integer(),
  total_rating: Type.Integer(),
  /** Grows with every change of the counts, as `LivePolitician.version`. */
  version: Type.Optional(Type.Integer()),
  is_trending: Type.Boolean(),
  description: Type.String(),
  email: Type.String(),
  phone_number: Type.String(),
  official_website: Type.String(),
  office_address: Type.String(),
})
export type Politician = Static<typeof Politician>

/** `count` is the number of matches, `total` the number of all officials: "Showing N of M politicians". */
export const PoliticianPage = Type.Object({
  results: Type.Array(Politician),
  next: Type.Union([Type.String(), Type.Null()]),
  count: Type.Integer(),
  total: Type.Integer(),
})

export const listPoliticians = {
  method: 'GET',
  url: '/api/politicians/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    summary: 'Lists elected officials by name, state, party or office.',
    description:
      'Blank parameters are ignored. `state` is a code, a name or a number from 1 to 50, or the place of an official whom admins of the site imported.',
    querystring: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100 })),
      state: Type.Optional(Type.String({ maxLength: 60 })),
      party: Type.Optional(Type.String({ maxLength: 20 })),
      office: Type.Optional(Type.String({ maxLength: 60 })),
      ...PageQuery,
    }),
    response: { 200: Type.Union([Type.Array(Politician), PoliticianPage]), ...failures },
  },
} satisfies Endpoint

const Choice = Type.Object({ code: Type.String(), name: Type.String() })

export const listFilterOptions = {
  method: 'GET',
  url: '/api/politicians/filter_options/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    summary: 'Lists the states, parties and offices to filter officials by.',
    response: {
      200: Type.Object({ states: Type.Array(Choice), parties: Type.Array(Choice), offices: Type.Array(Choice) }),
      ...failures,
    },
  },
} satisfies Endpoint

/** The comments on a wall are counted up to this number. */
export const maxCountedComments = 1_000

/**
 * `comments_count`: the comments on the wall, counted up to 1,000.
 * `retired`: no longer in office. Ratings and comments stay, but the official can no longer be rated or contacted.
 * `is_slow`: the wall is in slow mode, in which each user comments once a minute.
 * `home_state`: ratings from the official's state, counted up to the last disclosure step (`disclosureSteps`). Where almost all
 * rated alike, `leads_clearly` says which rating leads with more than 80 %, and the counts are null.
 */
const PoliticianProfile = Type.Object({
  ...Politician.properties,
  comments_count: Type.Integer(),
  retired: Type.Boolean(),
  is_slow: Type.Boolean(),
  /** The congressional district of a representative, 0 at large. Null for others. */
  district: Type.Union([Type.Integer(), Type.Null()]),
  home_state: Nullable(
    Type.Object({
      good_job_count: Nullable(Type.Integer()),
      total_rating: Nullable(Type.Integer()),
      leads_clearly: Nullable(Type.Enum(['good', 'bad'])),
    }),
  ),
})
export type PoliticianProfile = Static<typeof PoliticianProfile>

export const getPolitician = {
  method: 'GET',
  url: '/api/politicians/:id/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    summary: 'Returns an official with all counts.',
    missing: 'Politician',
    params: IdParams,
    response: { 200: PoliticianProfile, ...failures },
  },
} satisfies Endpoint

export const findPoliticianByName = {
  method: 'GET',
  url: '/api/politicians/by_name/',
  schema: {
    area: 'Politicians',
    summary: 'Returns the official whose name contains the given text.',
    description: 'Ignores case. An exact match, else the first in alphabetical order.',
    missing: 'Politician',
    querystring: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: { 200: PoliticianProfile, ...failures },
  },
} satisfies Endpoint

/** Error messages if another account with the same email address, or a deleted one, has already rated. */
export const ratedBeforeDeletion = 'You already rated this politician before deleting your account.'
export const ratedWithOtherAccount = 'You already rated this politician with another account.'

/** One rating per user and politician. A second returns 409 with "already rated" in `detail`. */
export const ratePolitician = {
  method: 'POST',
  url: '/api/politicians/:id/rate/',
  schema: {
    area: 'Politicians',
    part: 'ratings',
    summary: "Records the viewer's one rating of an official.",
    description:
      'Until `undo_until`, `undoRating` takes the rating back; then it is final. With `is_repetition`, the same rating returns what is stored.',
    missing: 'Politician',
    errors: ['email_not_confirmed', 'already_rated', 'retired', 'ratings_closed'],
    params: IdParams,
    body: Type.Object({ type: RatingType, is_repetition: IsRepetition }),
    response: { 200: Type.Object({ ...PoliticianProfile.properties, undo_until: UndoUntil }), ...failures },
  },
} satisfies Endpoint

export const listMyRatings = {
  method: 'GET',
  url: '/api/politicians/my-ratings/',
  schema: {
    area: 'Politicians',
    part: 'ratings',
    summary: "Lists the viewer's ratings of officials.",
    description: '`undo_until` is left out if the rating is final.',
    response: {
      200: Type.Array(Type.Object({ politician: Id, type: RatingType, undo_until: Type.Optional(Instant) })),
      ...failures,
    },
  },
} satisfies Endpoint

export const commentMaxLength = 2000

/** `like_id` is the viewer's like, if any. */
export const PoliticianComment = Type.Object({
  id: Id,
  politician: Id,
  ...authorFields,
  text: Type.String(),
  ...WrittenFields,
  created_at: Instant,
  like_id: Type.Union([Id, Type.Null()]),
  like_count: Type.Integer(),
})
export type PoliticianComment = Static<typeof PoliticianComment>

const CommentPage = Type.Object({
  results: Type.Array(PoliticianComment),
  next: Type.Union([Type.String(), Type.Null()]),
})

export const listComments = {
  method: 'GET',
  url: '/api/comments/',
  schema: {
    area: 'Politicians',
    part: 'walls',
    summary: "Lists the comments on an official's wall, newest first.",
    description: 'Without page parameters, the newest 100.',
    querystring: Type.Object({ politician: Id, ...PageQuery }),
    response: { 200: Type.Union([Type.Array(PoliticianComment), CommentPage]), ...failures },
  },
} satisfies Endpoint

export const createComment = {
  method: 'POST',
  url: '/api/comments/',
  schema: {
    area: 'Politicians',
    part: 'walls',
    summary: "Comments on an official's wall.",
    missing: 'Politician',
    errors: [
      'email_not_confirmed',
      'idempotency_key_used',
      'daily_limit',
      'too_many_links',
      'held_for_review',
      'slow_mode',
      'blocked_by_person',
    ],
    body: Type.Object({ politician: Id, text: Type.String(), ...WrittenFields, idempotency_key: IdempotencyKey }),
    response: { 201: PoliticianComment, ...failures },
  },
} satisfies Endpoint

/** Liking a comment again returns the existing like. */
export const likeComment = {
  method: 'POST',
  url: '/api/comment-likes/',
  schema: {
    area: 'Politicians',
    part: 'walls',
    summary: "Likes a comment on an official's wall.",
    description: 'Liking a comment again returns the existing like. Its `id` takes the like back.',
    missing: 'Comment',
    errors: ['blocked_by_person'],
    body: Type.Object({ comment: Id }),
    response: { 200: Type.Object({ id: Id, comment: Id, like_count: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

/** Idempotent: `removed` is false if the like does not exist or belongs to another user. */
export const unlikeComment = {
  method: 'DELETE',
  url: '/api/comment-likes/:id/',
  schema: {
    area: 'Politicians',
    part: 'walls',
    summary: "Takes back the viewer's like of a comment on a wall.",
    description: '`removed` is false if the like does not exist or belongs to another user.',
    params: IdParams,
    response: { 200: Type.Object({ removed: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

const slowWall = {
  params: IdParams,
  response: { 200: Type.Object({ is_slow: Type.Boolean() }), ...failures },
}

export const startSlowWall = {
  method: 'POST',
  url: '/api/politicians/:id/slow/',
  schema: {
    area: 'Politicians',
    part: 'walls',
    summary: 'Starts slow mode on a wall: each user comments once a minute.',
    description: 'For moderators.',
    missing: 'Politician',
    errors: ['forbidden'],
    ...slowWall,
  },
} satisfies Endpoint

export const endSlowWall = {
  method: 'DELETE',
  url: '/api/politicians/:id/slow/',
  schema: {
    area: 'Politicians',
    part: 'walls',
    summary: 'Ends slow mode on a wall.',
    description: 'For moderators.',
    missing: 'Politician',
    errors: ['forbidden'],
    ...slowWall,
  },
} satisfies Endpoint

export const contactLimits = { name: 120, email: 254, subject: 200, message: 10_000 } as const

/** Maximum messages per 24 hours: from one user, from one user to one office, and from all users to one office. */
export const messageLimits = { perUser: 5, perUserAndOffice: 1, perOffice: 50 } as const

/** Nothing is required. A blank message stores nothing. */
export const contactOffice = {
  method: 'POST',
  url: '/api/politicians/:id/contact/',
  schema: {
    area: 'Politicians',
    part: 'letters',
    summary: 'Sends a message to the office of an official.',
    description: 'A blank message stores nothing.',
    missing: 'Politician',
    errors: ['email_not_confirmed', 'retired', 'daily_limit'],
    params: IdParams,
    body: Type.Object({
      name: Type.Optional(LimitedText(contactLimits.name)),
      email: Type.Optional(Type.String({ maxLength: contactLimits.email })),
      subject: Type.Optional(LimitedText(contactLimits.subject)),
      message: Type.Optional(LimitedText(contactLimits.message)),
      ...WrittenFields,
    }),
    response: { 200: Type.Object({ stored: Type.Boolean(), mailed: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
