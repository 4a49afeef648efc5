import type { NotificationPage } from '@wtpu/contract/notifications/notifications'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react'
import { now } from '#lib/time.ts'
import { lazyMenu } from '#ui/lazy-menu.tsx'
import { summaryQuery, useMarkRead } from './small/api.ts'

const NotificationPanel = lazyMenu(() => import('./panel.tsx').then((module) => module.NotificationPanel), 'dialog')

/** The button in the header with the number of unread notifications. */
export function NotificationBell() {
  const { data } = useQuery(summaryQuery())
  const unread = data?.unread ?? 0
  useReadOnArrival(unread)
  return (
    <>
      <NotificationPanel button={<BellButton unread={unread} />} />
      <News unread={data?.unread} />
    </>
  )
}

function BellButton({ unread, ...props }: ComponentProps<'button'> & { unread: number }) {
  return (
    <button
      type="button"
      {...props}
      className="relative flex size-11 items-center justify-center rounded-control text-soft hover:text-ink @max-[18.5rem]:hidden"
    >
      <Bell aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 rounded-full bg-brand px-1 text-sm font-semibold text-on-brand tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      <span className="sr-only">{bellName(unread)}</span>
    </button>
  )
}

function bellName(unread: number): string {
  if (unread === 0) return 'Notifications, none unread'
  return `Notifications, ${unread > 99 ? 'more than 99' : unread} unread`
}

const quietMs = 60_000

/** Tells screen readers about new notifications, at most once a minute, and not about those from before the page was opened. */
function News({ unread }: { unread: number | undefined }) {
  const [known, setKnown] = useState(unread)
  const [said, setSaid] = useState({ text: '', at: -Infinity })
  if (unread !== known) {
    setKnown(unread)
    const hasMore = known !== undefined && unread !== undefined && unread > known
    if (hasMore && now() - said.at > quietMs)
      setSaid({ text: `You have new notifications: ${unread} unread.`, at: now() })
    else if (unread === 0) setSaid({ ...said, text: '' })
  }
  return <output className="sr-only">{said.text}</output>
}

/** Marks the notifications of a page as read once the page is open, however the viewer got there. */
function useReadOnArrival(unread: number): void {
  const { mutate } = useMarkRead()
  const href = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  const markRead = useEffectEvent((at: string) => {
    const page = pageAt(at)
    if (page) mutate({ page })
  })
  const hasUnread = unread > 0
  useEffect(() => {
    if (hasUnread && href !== undefined) markRead(href)
  }, [href, hasUnread])
}

const pagePaths: Record<NotificationPage['kind'], RegExp> = {
  discussion: /^\/forums\/(\d+)(?=[/?#]|$)/,
  poll: /^\/polls\/(\d+)(?=[/?#]|$)/,
  politician: /^\/politicians\/(\d+)(?=[/?#]|$)/,
  post: /^\/boiler-room\?(?:.*&)?post=(\d+)(?=[&#]|$)/,
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
const pageKinds = Object.keys(pagePaths) as NotificationPage['kind'][]

/** The content that a URL of the site shows, if notifications can be about it. */
export function pageAt(href: string): NotificationPage | undefined {
  for (const kind of pageKinds) {
    const id = Number(pagePaths[kind].exec(href)?.[1])
    if (id > 0) return { kind, id }
  }
  return undefined
}
