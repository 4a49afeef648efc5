import { attributesOf } from '@wtpu/contract/schemas'
import { initials } from '@wtpu/contract/accounts/names'
import type { Notification } from '@wtpu/contract/notifications/notifications'
import { type NotificationKind, notificationSentence, peopleOf } from '@wtpu/contract/notifications/on-demand/kinds'
import AtSign from 'lucide-react/icons/at-sign'
import ChartColumn from 'lucide-react/icons/chart-column'
import Eye from 'lucide-react/icons/eye'
import Gavel from 'lucide-react/icons/gavel'
import Landmark from 'lucide-react/icons/landmark'
import type { LucideIcon } from 'lucide-react'
import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import Reply from 'lucide-react/icons/reply'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sun from 'lucide-react/icons/sun'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import UserPlus from 'lucide-react/icons/user-plus'
import { NewsRow } from '#community/news-row.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { classes } from '#lib/classes.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useMarkRead } from './small/api.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  mention: AtSign,
  reply: Reply,
  comment: MessageSquare,
  watched: Eye,
  like: ThumbsUp,
  follower: UserPlus,
  poll_closed: ChartColumn,
  official_poll: Landmark,
  daily_question: Sun,
  moderation: Gavel,
  letter: Mail,
  security: ShieldCheck,
}

/** Whether it is about the same as the one above, whose title need not be repeated. */
const isAboutSame = ({ subject }: Notification, above: Notification | undefined): boolean =>
  above?.subject.kind === subject.kind && above.subject.id === subject.id

/** What happened, as a link to it. Following the link marks it as read. */
export function NotificationLink({
  notification,
  above,
  isShort = false,
  onFollow,
}: {
  notification: Notification
  above?: Notification | undefined
  /** Leaves the text that it is about out on a phone. */
  isShort?: boolean
  onFollow?: () => void
}) {
  const { id, kind, actors, subject, excerpt, is_read: isRead, created_at: createdAt, url } = notification
  const read = useMarkRead()
  const Icon = icons[kind]
  const [actor] = actors
  // The name of an official is a part of the sentence.
  const title = subject.kind === 'politician' ? '' : subject.title
  const words = notificationSentence({ ...notification, subject: { ...subject, title: title ? '' : subject.title } })
  const who = peopleOf(notification)
  const names = words.startsWith(who) ? who : ''
  function follow() {
    if (!isRead) read.mutate({ ids: [id] })
    onFollow?.()
  }
  return (
    <NewsRow
      path={url}
      onClick={follow}
      icon={Icon}
      picture={actor && <Avatar id={actor.id} image={actor.avatar} initials={initials(actor.name)} size="small" />}
      end={!isRead && <span aria-hidden className="mt-1.5 size-2.5 shrink-0 rounded-full bg-brand" />}
    >
      {!isRead && <span className="sr-only">Unread: </span>}
      <span dir="auto" className="leading-snug">
        <strong className="font-semibold">{names}</strong>
        {words.slice(names.length)}
      </span>
      {title && !isAboutSame(notification, above) && (
        <span dir="auto" className="block truncate">
          {title}
        </span>
      )}
      {excerpt !== '' && (
        <span
          dir="auto"
          {...attributesOf(notification)}
          className={classes('line-clamp-2 text-sm text-soft', isShort && 'max-md:hidden')}
        >
          {excerpt}
        </span>
      )}
      <span className="flex items-center gap-1.5 text-soft">
        {actor && <Icon aria-hidden className="size-4 shrink-0" />}
        <RelativeTime at={createdAt} preset="feed" />
      </span>
    </NewsRow>
  )
}

export function NotificationsSkeleton({ rows }: { rows: number }) {
  return (
    <LoadingState label="Loading your notifications..." rows={rows} className="divide-y divide-line">
      <div className="flex items-start gap-3 p-3">
        <Skeleton className="size-9 shrink-0 rounded-full!" />
        <div className="flex-1">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="mt-2.5 h-4 w-1/2" />
        </div>
      </div>
    </LoadingState>
  )
}
