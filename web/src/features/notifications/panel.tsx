import * as Dialog from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState, type ComponentProps, type ReactElement } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { latestQuery, useMarkRead } from './api.ts'
import { NotificationLink, NotificationsSkeleton } from './notification-link.tsx'

/** The panel with the latest notifications. Initially open, because it is mounted when the user opens it. */
export function NotificationPanel({
  button,
}: {
  button: ReactElement<ComponentProps<'button'>>
  onNotLoaded: () => void
}) {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{button}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-[rgb(20_16_8/0.55)]" />
        <Dialog.Content
          aria-describedby={undefined}
          style={{ width: '24rem' }}
          className="fixed inset-y-0 right-0 z-50 flex max-w-[88vw] animate-slide-in flex-col overflow-y-auto bg-surface p-4 shadow-float"
        >
          <div className="mb-2 flex items-center justify-between">
            <Dialog.Title className="pl-3 font-serif text-xl font-semibold">Notifications</Dialog.Title>
            <Dialog.Close
              aria-label="Close notifications"
              className="flex size-11 items-center justify-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          <Latest onFollow={close} />
          <Link
            to="/$placeholder"
            params={{ placeholder: 'notifications' }}
            className={buttonClass({ variant: 'secondary' })}
            onClick={close}
          >
            All notifications
          </Link>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Latest({ onFollow }: { onFollow: () => void }) {
  const { data, error, refetch } = useQuery(latestQuery())
  const read = useMarkRead()
  if (!data) {
    if (!error) return <NotificationsSkeleton rows={5} />
    return (
      <ErrorState inCard title="Your notifications could not be loaded" onRetry={() => refetch()}>
        {error.message}
      </ErrorState>
    )
  }
  const [newest] = data.results
  if (!newest) {
    return <p className="px-3 py-6 text-soft">Nothing yet. Replies, mentions and results will appear here.</p>
  }
  return (
    <>
      {data.results.some(({ is_read }) => !is_read) && (
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
        {data.results.map((notification) => (
          <li key={notification.id}>
            <NotificationLink notification={notification} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  )
}
