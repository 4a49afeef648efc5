import {
  getNotificationSummary,
  listNotifications,
  type Notification,
} from '@wtpu/contract/notifications/notifications'
import { notificationSentence } from '@wtpu/contract/notifications/on-demand/kinds'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

type User = { id: number }

/** The notifications of a user, once all that are due have been delivered. */
export async function notificationsOf(t: TestApp, user: User, filter?: 'unread'): Promise<Notification[]> {
  await t.app.notifications.idle()
  const response = await t.as(user).call(listNotifications, { querystring: filter ? { filter } : {} })
  expect(response.statusCode).toBe(200)
  return response.json().results
}

export const sentencesOf = async (t: TestApp, user: User) => (await notificationsOf(t, user)).map(notificationSentence)

export const unreadOf = async (t: TestApp, user: User): Promise<number> =>
  (await t.as(user).call(getNotificationSummary, {})).json().unread
