import { Link } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
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
        {item.politician ? (
          <Link
            to="/politicians/$politicianId"
            params={{ politicianId: String(item.politician.id) }}
            // A thumb has to hit it, over the lines beside it.
            className="relative -my-3 max-w-full shrink-0 truncate py-3 font-semibold hover:underline focus-visible:-outline-offset-3"
          >
            {item.name}
          </Link>
        ) : (
          <span className="truncate font-semibold">{item.name}</span>
        )}
        <span className="truncate text-sm text-soft">{item.place}</span>
      </p>
      <p className="truncate text-sm tabular-nums">{item.description}</p>
    </div>
  )
}
