import type { Input } from '@wtpu/contract/endpoint'
import {
  getNotificationSummary,
  listNotifications,
  markNotificationsRead,
  type Notification,
  type NotificationPage,
} from '@wtpu/contract/notifications/notifications'
import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@wtpu/contract/notifications/settings'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, infiniteQuery, urlKey, query } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { toast } from '#ui/toast/toast.tsx'

// The viewer's own data: the stream's `news` events invalidate it (`lib/live/live-updates.ts`).
const own = { meta: { own: true } }

export const summaryQuery = () =>
  query(getNotificationSummary, undefined, { ...own, refetchInterval: refetchEvery(60_000) })

export const latestQuery = () => query(listNotifications, { querystring: { limit: 10 } }, own)

export type Filter = 'unread' | undefined
export const notificationPagesQuery = (filter: Filter) =>
  infiniteQuery(listNotifications, { querystring: { filter } }, own)

export const settingsQuery = () => query(getNotificationSettings, undefined, own)

type Read = Input<typeof markNotificationsRead>['body']

/** Whether a call that marks notifications as read covers this one. */
function isCovered({ id, created_at, page }: Notification, read: Read): boolean {
  if ('ids' in read) return read.ids.includes(id)
  if ('before' in read) return created_at <= read.before
  return isSamePage(page, read.page)
}

const isSamePage = (page: NotificationPage | null, other: NotificationPage) =>
  page !== null && page.kind === other.kind && page.id === other.id

/** Rows keep their places when they are read, in the tab of unread ones too, until the list is opened again. */
function markInCache(queryClient: QueryClient, read: Read): void {
  for (const { queryKey } of [latestQuery(), notificationPagesQuery(undefined), notificationPagesQuery('unread')]) {
    changeCachedRows<Notification>(
      queryClient,
      { queryKey, exact: true },
      (row) => !row.is_read && isCovered(row, read),
      () => ({ is_read: true }),
    )
  }
}

/** Shows them as read at once. If that fails, the lists are fetched again. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Read) => call(markNotificationsRead, { body }),
    onMutate: (body) => markInCache(queryClient, body),
    onSuccess: (summary) => queryClient.setQueryData(summaryQuery().queryKey, summary),
    onError: () => queryClient.invalidateQueries({ queryKey: urlKey('/api/notifications/') }),
  })
}

type Changes = Input<typeof updateNotificationSettings>['body']

/** Shows the new settings before the server has confirmed them. */
export function useUpdateSettings() {
  const queryClient = useQueryClient()
  const { queryKey } = settingsQuery()
  return useMutation({
    mutationFn: (body: Changes) => call(updateNotificationSettings, { body }),
    // One after the other, so that an earlier response never replaces a later change.
    scope: { id: 'notification-settings' },
    onMutate: async (changes) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (settings) => settings && withChanges(settings, changes))
      return before
    },
    onError: (_failure, _changes, before) => {
      queryClient.setQueryData(queryKey, before)
      toast({ title: 'The setting could not be saved. Please try again.', variant: 'error' })
    },
    onSuccess: (settings) => queryClient.setQueryData(queryKey, settings),
  })
}

const withChanges = (settings: NotificationSettings, { ways, ...changes }: Changes): NotificationSettings => ({
  ...settings,
  ...changes,
  ways: { ...settings.ways, ...ways },
})
