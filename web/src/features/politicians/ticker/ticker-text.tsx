import { Link } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { classes } from '#lib/classes.ts'
import { fullDate, relativeTime, useNow } from '#lib/time.ts'
import type { TickerItem } from './ticker-items.ts'

const clockTick = 30_000

/** Three lines, each of which is cut rather than broken: the bar keeps its height from turn to turn. */
export function TickerText({ item, readAt }: { item: TickerItem; readAt: number }) {
  const now = useNow(clockTick)
  const read = new Date(readAt)
  return (
    <div className="min-w-0 flex-1 animate-fade-in leading-snug">
      <p className="flex items-center gap-1.5 text-xs text-soft">
        <Activity aria-hidden className="size-3.5 shrink-0" />
        Performance update
        {item.politician && (
          <>
            <span aria-hidden>·</span>
            <time dateTime={read.toISOString()} title={fullDate(read)}>
              {relativeTime(read, now, 'comment')}
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

/** The one line of a phone: who, and how citizens rate them. */
export function TickerLine({ item }: { item: TickerItem }) {
  return (
    <p className="flex min-w-0 flex-1 animate-fade-in items-baseline gap-2 leading-snug">
      <TickerName item={item} />
      <span className="shrink-0 text-sm text-soft tabular-nums">{item.summary ?? item.place}</span>
    </p>
  )
}

function TickerName({ item, className }: { item: TickerItem; className?: string }) {
  if (!item.politician) return <span className={classes('truncate font-semibold', className)}>{item.name}</span>
  return (
    <Link
      to="/politicians/$politicianId"
      params={{ politicianId: String(item.politician.id) }}
      // A thumb has to hit it, over the lines beside it.
      className={classes(
        'relative -my-3 truncate py-3 font-semibold hover:underline focus-visible:-outline-offset-3',
        className,
      )}
    >
      {item.name}
    </Link>
  )
}
