import type { Notification } from '@wtpu/contract/notifications/notifications'
import { notificationSentence } from '@wtpu/contract/notifications/sentence'
import { Ellipsis } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'

const MenuList = lazyComponent(() =>
  import('./notification-menu-list.tsx').then((module) => module.NotificationMenuList),
)

/** What can be done with a notification. Its list is loaded on demand. */
export function NotificationMenu({ notification }: { notification: Notification }) {
  const [requested, setRequested] = useState(false)
  const of = notificationSentence(notification)
  // Nothing can be done: it is read, and cannot be turned off.
  if (notification.kind === 'security' && notification.is_read) return null
  const placeholder = (
    <MenuButton
      of={of}
      aria-haspopup="menu"
      aria-expanded={false}
      {...MenuList.preloadHandlers}
      onClick={() => setRequested(true)}
    />
  )
  if (!requested) return placeholder
  return <MenuList fallback={placeholder} notification={notification} button={<MenuButton of={of} />} />
}

function MenuButton({ of, ...buttonProps }: ComponentProps<'button'> & { of: string }) {
  return (
    <button
      type="button"
      {...buttonProps}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink print:hidden"
    >
      <Ellipsis aria-hidden className="size-5" />
      <span className="sr-only">Options for: {of}</span>
    </button>
  )
}
