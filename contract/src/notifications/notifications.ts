import { Type, type Static } from 'typebox'
import { Author } from '../accounts/author.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { WatchLevel } from '../forums/watch-levels.ts'
import { kindsThat } from '../writing/kinds.ts'
import { Id, IdParams, Instant, WrittenFields, Nullable, PageQuery } from '../schemas.ts'
import { NotificationKind } from './on-demand/kinds.ts'

const NotificationId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** `user` is the viewer's own account, `decision` an action of moderators. */
const Subject = Type.Object({
  kind: Type.Enum([...kindsThat('remove'), 'politician', 'decision', 'user'] as const),
  id: Id,
  /** The title of a discussion, the question of a poll, the name of an official. Empty for others. */
  title: Type.String(),
})
export type NotificationSubject = Static<typeof Subject>

/** The content whose page shows the notification. Opening the page marks the notification as read. */
const Page = Type.Object({ kind: Type.Enum([...kindsThat('lead to'), 'politician'] as const), id: Id })
export type NotificationPage = Static<typeof Page>

export const Notification = Type.Object({
  id: NotificationId,
  kind: NotificationKind,
  /** The time of the latest event, if several are grouped. */
  created_at: Instant,
  is_read: Type.Boolean(),
  /** The latest up to three people, latest first. Empty if the event has no author. */
  actors: Type.Array(Author, { maxItems: 3 }),
  /** How many different people caused the grouped events, at most `maxGrouped`. */
  actor_count: Type.Integer(),
  /**
   * `reply`: the viewer's comment that was replied to. `comment` and `like`: the viewer's content. `watched`: the discussion.
   * `mention`: the content that mentions the viewer.
   */
  subject: Subject,
  /** The start of the latest comment, or of the post that mentions the viewer. Empty for others. */
  excerpt: Type.String(),
  ...WrittenFields,
  /**
   * `poll_closed`: the result, such as "Yes 62%". `moderation`: `appeal_granted`, `appeal_rejected` or a staff action such as
   * `remove`. `security`: a `SecurityEvent`. Null for others.
   */
  detail: Nullable(Type.String()),
  page: Nullable(Page),
  /** The path of the page that shows the event, such as "/forums/7?comment=12". */
  url: Type.String(),
})
export type Notification = Static<typeof Notification>

const NotificationPageOfList = Type.Object({ results: Type.Array(Notification), next: Nullable(Type.String()) })
export type NotificationList = Static<typeof NotificationPageOfList>

export const listNotifications = {
  method: 'GET',
  url: '/api/notifications/',
  schema: {
    area: 'Notifications',
    summary: "Lists the viewer's notifications, latest first.",
    description:
      'Pages of 20 unless `limit` says otherwise. Notifications about content that is no longer visible are left out.',
    errors: ['invalid_cursor'],
    querystring: Type.Object({ filter: Type.Optional(Type.Literal('unread')), ...PageQuery }),
    response: { 200: NotificationPageOfList, ...failures },
  },
} satisfies Endpoint

const Summary = Type.Object({
  unread: Type.Integer(),
  /** The newest version of the terms, if it came after the viewer and they have not seen the notice about it. */
  new_terms: Type.Optional(Type.Integer()),
})

/** Changes with each `news` event of the live stream. */
export const getNotificationSummary = {
  method: 'GET',
  url: '/api/notifications/summary/',
  schema: {
    area: 'Notifications',
    summary: "Returns how many of the viewer's notifications are unread.",
    response: { 200: Summary, ...failures },
  },
} satisfies Endpoint

export const markNotificationsRead = {
  method: 'POST',
  url: '/api/notifications/read/',
  schema: {
    area: 'Notifications',
    summary: "Marks some of the viewer's notifications as read.",
    description:
      'Those with `ids`, all up to the time `before`, or all that `page` shows. Unknown ids and those of others are ignored.',
    body: Type.Union([
      Type.Object({ ids: Type.Array(NotificationId, { minItems: 1, maxItems: 100 }) }),
      Type.Object({ before: Instant }),
      Type.Object({ page: Page }),
    ]),
    response: { 200: Summary, ...failures },
  },
} satisfies Endpoint

export const watchDiscussion = {
  method: 'PUT',
  url: '/api/forums/discussions/:id/watch/',
  schema: {
    area: 'Forums',
    summary: 'Watches or mutes a discussion, or neither.',
    description:
      '`watch`: each comment notifies the viewer. `normal`: replies to the viewer and mentions. `mute`: nothing. Who starts a discussion watches it.',
    missing: 'Discussion',
    params: IdParams,
    body: Type.Object({ level: WatchLevel }),
    response: { 200: Type.Object({ level: WatchLevel }), ...failures },
  },
} satisfies Endpoint

export const followPolitician = {
  method: 'POST',
  url: '/api/politicians/:id/follow/',
  schema: {
    area: 'Politicians',
    summary: 'Follows an official, or stops following them.',
    description: 'New polls about the official notify the viewer.',
    missing: 'Politician',
    errors: ['retired'],
    params: IdParams,
    response: { 200: Type.Object({ following: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** A call of its own, because profiles of officials are shared responses. */
export const listFollowedPoliticians = {
  method: 'GET',
  url: '/api/politicians/following/',
  schema: {
    area: 'Politicians',
    summary: 'Lists the ids of the officials whom the viewer follows, at most 1,000.',
    response: { 200: Type.Array(Id), ...failures },
  },
} satisfies Endpoint

/**
 * The live stream begins with an event `ticket`. Sending it here, once, connects that stream with the viewer: it then receives
 * `news` events. Redeem a new ticket after each reconnect.
 */
export const identifyStream = {
  method: 'POST',
  url: '/api/live/identify/',
  schema: {
    area: 'Notifications',
    summary: "Connects a live stream with the viewer, by the stream's ticket.",
    description:
      'The stream begins with an event named `ticket`, which works once. Afterwards the stream also sends events named `news`, without content, when the viewer has new notifications or has read some.',
    body: Type.Object({ ticket: Type.String({ pattern: '^[\\w-]{22,64}$' }) }),
    response: { 200: Type.Object({ sent: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
