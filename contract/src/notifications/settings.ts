import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Nullable } from '../schemas.ts'
import { forSettableKinds, NotificationKind, NotificationWay, settableKinds } from './on-demand/kinds.ts'

const SettableKind = Type.Enum(settableKinds)
const Ways = Type.Object(forSettableKinds(() => NotificationWay))
export type NotificationWays = Static<typeof Ways>

const settings = {
  ways: Ways,
  /** The kinds that are pushed to the viewer's devices. */
  push: Type.Array(SettableKind),
  /** Whether the viewer gets the weekly digest: the same as `newsletter` of the account. */
  digest: Type.Boolean(),
  /** IANA name. Times in mails are in this zone. */
  time_zone: Type.String(),
}

export const NotificationSettings = Type.Object({
  ...settings,
  /** The address rejected a mail for good, so none are sent to it, security aside, until the viewer turns mails on again. */
  mail_stopped: Type.Boolean(),
  /** The public VAPID key for `PushManager.subscribe`. Null if the site cannot push. */
  push_key: Nullable(Type.String()),
  /** The number of the viewer's devices that receive pushed notifications. */
  push_devices: Type.Integer(),
})
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettings = {
  method: 'GET',
  url: '/api/notifications/settings/',
  schema: {
    area: 'Notifications',
    summary: 'Returns which notifications the viewer gets, and how.',
    response: { 200: NotificationSettings, ...failures },
  },
} satisfies Endpoint

export const updateNotificationSettings = {
  method: 'PATCH',
  url: '/api/notifications/settings/',
  schema: {
    area: 'Notifications',
    summary: 'Changes which notifications the viewer gets, and how.',
    description: 'Omitted fields stay unchanged. `mail_stopped: false` turns mails on again.',
    body: Type.Object({
      ways: Type.Optional(Type.Partial(Ways)),
      push: Type.Optional(Type.Array(SettableKind, { maxItems: settableKinds.length })),
      digest: Type.Optional(Type.Boolean()),
      time_zone: Type.Optional(Type.String({ maxLength: 64 })),
      mail_stopped: Type.Optional(Type.Literal(false)),
    }),
    response: { 200: NotificationSettings, ...failures },
  },
} satisfies Endpoint

const PushEndpoint = Type.String({ minLength: 10, maxLength: 1000 })

/** As `PushSubscription.toJSON()` returns it. Idempotent. */
export const subscribeToPush = {
  method: 'PUT',
  url: '/api/notifications/push/',
  schema: {
    area: 'Notifications',
    summary: "Pushes notifications to one of the viewer's devices.",
    description: 'The endpoint must be a public https address. A user has at most 10 devices; the oldest is dropped.',
    body: Type.Object({
      endpoint: PushEndpoint,
      keys: Type.Object({ p256dh: Type.String({ maxLength: 200 }), auth: Type.String({ maxLength: 100 }) }),
    }),
    response: { 200: Type.Object({ push_devices: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

/** Idempotent. */
export const unsubscribeFromPush = {
  method: 'DELETE',
  url: '/api/notifications/push/',
  schema: {
    area: 'Notifications',
    summary: "Ends pushing to one of the viewer's devices.",
    body: Type.Object({ endpoint: PushEndpoint }),
    response: { 200: Type.Object({ push_devices: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

/**
 * The page that mails link to. Browsers send no server the token in the fragment, so no proxy logs it. Mail programs send a POST
 * to the URL with the token in its path (RFC 8058), which earlier mails link to.
 */
export const unsubscribePage = (token: string): string => `/unsubscribe#${token}`
export const oneClickPath = (token: string): string => `/unsubscribe/${token}`

/** `kind` is what the mail was about. */
export const unsubscribe = {
  method: 'POST',
  url: '/unsubscribe/:token',
  schema: {
    area: 'Notifications',
    summary: 'Ends mails of one kind by the signed link in a mail, without signing in.',
    description: 'Each link works once, for 90 days. The body is ignored.',
    errors: ['unsubscribe_link'],
    params: Type.Object({ token: Type.String({ pattern: '^[\\w.-]{20,200}$' }) }),
    response: {
      200: Type.Object({ kind: Type.Union([NotificationKind, Type.Literal('digest'), Type.Literal('ballots')]) }),
      ...failures,
    },
  },
} satisfies Endpoint
