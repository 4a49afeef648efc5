import { Part } from '#lib/part.tsx'
import { isOn } from '@wtpu/contract/site/parts'
import type { Notification } from '@wtpu/contract/notifications/notifications'
import { notificationSentence } from '@wtpu/contract/notifications/on-demand/kinds'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import Settings from 'lucide-react/icons/settings'
import { useState } from 'react'
import { useEndlessList } from '#lib/endless-list.ts'
import { useNow } from '#lib/time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EndlessList } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { lazyMenu } from '#ui/lazy-menu.tsx'
import { OptionsButton } from '#ui/options-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { type Filter, notificationPagesQuery, useMarkRead } from './small/api.ts'
import { groupByDay } from './days.ts'
import { NotificationLink, NotificationsSkeleton } from './notification-link.tsx'

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const

/** `/notifications` for members. */
export function NotificationsPage() {
  const [tab, setTab] = useState<'all' | 'unread'>('all')
  return (
    <div className="page max-w-4xl">
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <h1 className="min-w-0">Notifications</h1>
        <Link to="/profile-settings/notifications" className={buttonClass({ variant: 'secondary', size: 'small' })}>
          <Settings aria-hidden className="size-4" /> Settings
        </Link>
      </div>
      <Tabs label="Notifications" tabs={tabs} value={tab} onChange={setTab}>
        <NotificationList key={tab} filter={tab === 'unread' ? 'unread' : undefined} />
      </Tabs>
    </div>
  )
}

function NotificationList({ filter }: { filter: Filter }) {
  // A tab that is opened again shows what is unread now.
  const pages = useInfiniteQuery({ ...notificationPagesQuery(filter), refetchOnMount: 'always' })
  const list = useEndlessList(pages, { keepRemoved: filter === 'unread' })
  if (pages.isPending) return <NotificationsSkeleton rows={8} />
  if (!pages.data) return <ErrorState title="Your notifications could not be loaded" query={pages} />
  if (list.rows.length === 0) return <NoNotifications filter={filter} />
  // Rows that were read meanwhile, perhaps on another device, keep their places.
  const unreadIds = new Set(list.fresh.filter((row) => !row.is_read).map(({ id }) => id))
  const rows = list.rows.map((row) => (row.is_read || unreadIds.has(row.id) ? row : { ...row, is_read: true }))
  return (
    <EndlessList list={list} noun="notification">
      <SkipLink to="#footer">Skip the notifications</SkipLink>
      <MarkAllRead rows={rows} />
      <Days rows={rows} />
    </EndlessList>
  )
}

function MarkAllRead({ rows }: { rows: readonly Notification[] }) {
  const read = useMarkRead()
  const newest = rows
    .map(({ created_at }) => created_at)
    .toSorted()
    .at(-1)
  if (newest === undefined) return null
  const isRead = rows.every(({ is_read }) => is_read)
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isRead}
      className="mb-4"
      onClick={() => read.mutate({ before: newest })}
    >
      {isRead ? 'All are read' : 'Mark all as read'}
    </Button>
  )
}

const NotificationMenu = lazyMenu(() => import('./notification-menu.tsx').then((module) => module.NotificationMenu))

function Days({ rows }: { rows: readonly Notification[] }) {
  const now = useNow(60_000)
  return groupByDay(rows, now).map(({ day, rows: ofDay }) => (
    <section key={ofDay[0]?.id} aria-label={day} className="mb-6">
      <h2 className="mb-2 text-xl">{day}</h2>
      <ul className={cardClass('divide-y divide-line')}>
        {ofDay.map((notification, index) => (
          <li key={notification.id} className="flex flex-wrap items-start justify-end gap-1">
            <div className="min-w-0 flex-1 basis-48">
              <NotificationLink notification={notification} above={ofDay[index - 1]} />
            </div>
            {/* Security notifications cannot be turned off, so a read one needs no menu. */}
            {(notification.kind !== 'security' || !notification.is_read) && (
              <NotificationMenu
                notification={notification}
                button={<OptionsButton>Options for: {notificationSentence(notification)}</OptionsButton>}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  ))
}

function NoNotifications({ filter }: { filter: Filter }) {
  return filter === 'unread' ? (
    <EmptyState icon={<Bell />} title="You have read everything">
      New notifications will appear here.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Bell />}
      title="No notifications yet"
      action={
        <Part of="forums">
          <Link to="/forums" className={buttonClass()}>
            Go to the Forums
          </Link>
        </Part>
      }
    >
      {isOn(['boiler-room', 'forums', 'walls']) ? 'Replies to you, mentions of you and results' : 'Results'} of polls
      you voted in will appear here.
    </EmptyState>
  )
}
