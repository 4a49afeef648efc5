import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactElement } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Drawer } from '#ui/dialog/drawer.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { latestQuery, useMarkRead } from './small/api.ts'
import { NotificationLink, NotificationsSkeleton } from './notification-link.tsx'

export function NotificationPanel({ button }: { button: ReactElement<ComponentProps<'button'>> }) {
  return (
    <Drawer title="Notifications" button={button} closeLabel="Close notifications" style={{ width: '24rem' }}>
      {(close) => (
        <>
          <Latest onFollow={close} />
          <Link
            to="/$placeholder"
            params={{ placeholder: 'notifications' }}
            className={buttonClass({ variant: 'secondary' })}
            onClick={close}
          >
            All notifications
          </Link>
        </>
      )}
    </Drawer>
  )
}

function Latest({ onFollow }: { onFollow: () => void }) {
  const latest = useQuery(latestQuery())
  const read = useMarkRead()
  if (latest.isPending) return <NotificationsSkeleton rows={5} />
  if (!latest.data) return <ErrorState inCard title="Your notifications could not be loaded" query={latest} />
  const [newest] = latest.data.results
  if (!newest) {
    return <p className="px-3 py-6 text-soft">Nothing yet. Replies, mentions and results will appear here.</p>
  }
  return (
    <>
      {latest.data.results.some(({ is_read }) => !is_read) && (
        <Button
          variant="ghost"
          size="small"
          className="self-start"
          onClick={() => read.mutate({ before: newest.created_at })}
        >
          Mark all as read
        </Button>
      )}
      <ul aria-label="Latest notifications" className="mb-4 divide-y divide-line">
        {latest.data.results.map((notification, index, all) => (
          <li key={notification.id}>
            <NotificationLink notification={notification} above={all[index - 1]} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  )
}
