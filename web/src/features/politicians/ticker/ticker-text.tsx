import { Link } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { classes } from '#lib/classes.ts'
import { fullDate, relativeTime, useNow } from '#lib/time.ts'
import type { TickerItem } from './ticker-items.ts'

const clockIntervalMs = 30_000

/** Three lines that are truncated instead of wrapped, so that the height of the ticker does not change. */
export function TickerText({ item, fetchedAt }: { item: TickerItem; fetchedAt: number }) {
  const now = useNow(clockIntervalMs)
  const fetchDate = new Date(fetchedAt)
  return (
    <div className="min-w-0 flex-1 animate-fade-in leading-snug">
      <p className="flex items-center gap-1.5 text-xs text-soft">
        <Activity aria-hidden className="size-3.5 shrink-0" />
        Performance update
        {item.politician && (
          <>
            <span aria-hidden>·</span>
            <time dateTime={fetchDate.toISOString()} title={fullDate(fetchDate)}>
              {relativeTime(fetchDate, now, 'comment')}
            </time>
          </>
        )}
      </p>
      <p className="flex items-baseline gap-1.5">
        <TickerName item={item} className="max-w-full shrink-0" />
        <span className="truncate text-sm text-soft">{item.place}</span>
      </p>
      <p className="truncate text-sm tabular-nums">{item.description}</p>
    </div>
  )
}

/** The one-line version for phones: name and approval. */
export function TickerLine({ item }: { item: TickerItem }) {
  return (
    <p className="flex min-w-0 flex-1 animate-fade-in items-baseline gap-2 leading-snug">
      <TickerName item={item} />
      <span className="min-w-[4ch] shrink-99 overflow-hidden text-sm whitespace-nowrap text-soft tabular-nums">
        {item.summary ?? item.place}
      </span>
    </p>
  )
}

function TickerName({ item, className }: { item: TickerItem; className?: string }) {
  if (!item.politician) return <span className={classes('truncate font-semibold', className)}>{item.name}</span>
  return (
    <Link
      to="/politicians/$politicianId"
      params={{ politicianId: String(item.politician.id) }}
      // The padding enlarges the touch target over the adjacent lines.
      className={classes(
        'relative -my-3 truncate py-3 font-semibold hover:underline focus-visible:-outline-offset-3',
        className,
      )}
    >
      {item.name}
    </Link>
  )
}
