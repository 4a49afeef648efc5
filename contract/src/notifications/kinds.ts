import { Type } from 'typebox'

/** In the order of the settings page. When one event has several kinds for one user, the first of these applies. */
export const notificationKinds = [
  'mention',
  'reply',
  'comment',
  'watched',
  'like',
  'follower',
  'poll_closed',
  'official_poll',
  'moderation',
  'letter',
  'security',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
export const NotificationKind = Type.Enum(notificationKinds)

/** `security` cannot be set: it is always shown and mailed at once. */
export const settableKinds = notificationKinds.filter((kind) => kind !== 'security')

/**
 * `off`: nothing. `site`: on the site only. `mail`: on the site, and by mail if it is unread after `mailAfterMinutes`. `digest`: on
 * the site, and counted in the weekly digest.
 */
export const notificationWays = ['off', 'site', 'digest', 'mail'] as const
export type NotificationWay = (typeof notificationWays)[number]
export const NotificationWay = Type.Enum(notificationWays)

export const defaultWays: Record<NotificationKind, NotificationWay> = {
  mention: 'mail',
  reply: 'mail',
  comment: 'digest',
  watched: 'digest',
  like: 'digest',
  follower: 'digest',
  poll_closed: 'digest',
  official_poll: 'digest',
  moderation: 'mail',
  letter: 'mail',
  security: 'mail',
}

export const kindNames: Record<NotificationKind, string> = {
  mention: 'Mentions of you',
  reply: 'Replies to your comments',
  comment: 'Comments on your posts and discussions',
  watched: 'Comments in discussions that you watch',
  like: 'Likes',
  follower: 'New followers',
  poll_closed: 'Results of polls that you voted in',
  official_poll: 'New polls about officials whom you follow',
  moderation: 'Decisions of moderators',
  letter: 'Messages to officials that could not be delivered',
  security: 'Security of your account',
}

export const mailAfterMinutes = 10
export const mailsPerDay = 6
/** Notifications are deleted after so many days. */
export const keptDays = 90
/** A grouped notification counts at most so many users or comments. */
export const maxGrouped = 100

/** What happened to an account. */
export const securityEvents = ['new_device', 'password_changed', 'email_confirmed'] as const
export type SecurityEvent = (typeof securityEvents)[number]

export const watchLevels = ['watch', 'normal', 'mute'] as const
export const WatchLevel = Type.Enum(watchLevels)
export type WatchLevel = (typeof watchLevels)[number]
