import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { NewsList, NewsRow } from '#community/news-row.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { latestQuery } from './small/api.ts'
import { NotificationLink, NotificationsSkeleton } from './notification-link.tsx'

const shownNotifications = 2

/** The latest unread notifications, and the poll that closes next without the viewer's answer. */
export function Waiting({
  closing,
  isPending,
}: {
  closing: { id: number; question: string; time: string } | undefined
  isPending: boolean
}) {
  const latest = useQuery(latestQuery())
  if (latest.isPending || isPending) return <NotificationsSkeleton rows={2} />
  if (!latest.data) return <ErrorState title="Your notifications could not be loaded" query={latest} />
  const unread = latest.data.results.filter(({ is_read: isRead }) => !isRead).slice(0, shownNotifications)
  if (!closing && unread.length === 0) {
    return <p className="text-soft">You have read all notifications. Polls that close soon appear here, too.</p>
  }
  return (
    <NewsList>
      {closing && (
        <li>
          <NewsRow path={`/polls/${closing.id}`} icon={Clock} isUrgent>
            Closes in <strong className="tabular-nums">{closing.time}</strong>, and you have not voted
            <span className="line-clamp-2 text-sm text-soft">{closing.question}</span>
          </NewsRow>
        </li>
      )}
      {unread.map((notification, index) => (
        <li key={notification.id}>
          <NotificationLink notification={notification} above={unread[index - 1]} isShort />
        </li>
      ))}
    </NewsList>
  )
}
