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
      <p className="truncate">
        {item.politician ? (
          <Link
            to="/politicians/$politicianId"
            params={{ politicianId: String(item.politician.id) }}
            className="font-semibold hover:underline"
          >
            {item.name}
          </Link>
        ) : (
          <span className="font-semibold">{item.name}</span>
        )}{' '}
        <span className="text-sm text-soft">{item.place}</span>
      </p>
      <p className="truncate text-sm tabular-nums">{item.description}</p>
    </div>
  )
}
