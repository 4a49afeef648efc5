import { useInfiniteQuery } from '@tanstack/react-query'
import { keepToastsAbove } from '#ui/after-page/keep-toasts-above.ts'
import { ShortDate } from '#ui/relative-time.tsx'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { useStableList } from '#lib/stable-list.ts'
import { phoneMediaQuery, useMediaQuery } from '#lib/use-media-query.ts'
import { tickerQuery, tickerItemLimit } from '#features/politicians/small/api.ts'
import { RatingControls } from '#features/politicians/rating-controls.tsx'
import { useTickerRotation } from '#features/politicians/ticker/ticker-rotation.ts'
import { uniquePoliticians } from '#features/politicians/rules.ts'
import { tickerSwitch, tickerUnfolded } from '#lib/stored-switch.ts'
import { tickerItems, type TickerItem } from '#features/politicians/ticker/ticker-items.ts'
import { Link } from '@tanstack/react-router'
import Activity from 'lucide-react/icons/activity'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import X from 'lucide-react/icons/x'
import type { LucideIcon } from 'lucide-react'
import { useNow } from '#lib/time.ts'
import { relativeTime } from '#lib/dates.ts'

/**
 * Sticky instead of fixed: at the end of the page the ticker stops sticking, so that it is laid out above the footer and
 * covers nothing. In a low window it always is.
 */
const positionClasses = {
  bottom: 'tall:bottom-[var(--bottom-bar,0px)] mt-6 md:mt-16 border-t',
  top: 'tall:top-16 border-b',
  floating: 'tall:bottom-4 mt-16 mr-4 ml-auto w-[min(24rem,calc(100%-2rem))] rounded-card border',
}

/** Keeps toasts and focused elements from being hidden behind the ticker. */
function makeRoom(ticker: HTMLElement): () => void {
  const stop = keepToastsAbove(ticker)
  const { classList } = document.documentElement
  classList.toggle('with-bottom-ticker', ticker.dataset['ticker'] === 'bottom')
  return () => {
    stop()
    classList.remove('with-bottom-ticker')
  }
}

/**
 * The real-time ticker: rotates through politicians, with rating buttons for signed-in users. Render it before the page's
 * content for position `top`, otherwise after it.
 */
export function Ticker({ position }: { position: keyof typeof positionClasses }) {
  const list = useInfiniteQuery(tickerQuery())
  const signedIn = useSession() !== null
  const { items: stableList } = useStableList(list.data?.pages[0]?.results ?? [], 'append')
  const items =
    list.data || list.error ? tickerItems(uniquePoliticians(stableList).slice(0, tickerItemLimit), signedIn) : []
  const { index, byUser, move, stopped, toggle, pauseHandlers } = useTickerRotation(items.map(({ key }) => key))
  const isPhone = useMediaQuery(phoneMediaQuery)
  const unfolded = tickerUnfolded.use()
  const item = items[index]
  if (!item) return null
  // A wide bar has text and buttons on one line; a narrow bar and the floating card have two lines.
  const isBar = position !== 'floating'
  const collapsed = isPhone && !unfolded

  return (
    <section
      ref={makeRoom}
      aria-label="Performance updates"
      data-ticker={position}
      className={classes(
        'relative z-20 animate-rise border-line tall:sticky bg-surface shadow-float',
        positionClasses[position],
      )}
      {...pauseHandlers}
    >
      {/* Announces items that the user moved to, but not the automatic rotation. */}
      <output className="sr-only">{byUser && `${item.name}, ${index + 1} of ${items.length}`}</output>
      <div
        className={classes(
          'flex flex-wrap items-center',
          isPhone ? 'py-0.5' : 'gap-x-1 gap-y-1 py-2 md:gap-x-3',
          isBar ? 'frame lg:flex-nowrap' : 'px-4',
        )}
      >
        {collapsed ? (
          <TickerLine key={item.key} item={item} />
        ) : (
          <TickerText key={item.key} item={item} fetchedAt={list.dataUpdatedAt} isShort={isPhone} />
        )}
        {isPhone && <TickerExpandButton expanded={unfolded} onToggle={() => tickerUnfolded.set(!unfolded)} />}
        <TickerCloseButton onClose={close} className={isBar && 'lg:order-last'} />
        {!collapsed && (
          <div className={classes('flex w-full items-center gap-2', isBar && 'lg:w-auto')}>
            {signedIn && item.politician && (
              <RatingControls
                key={item.key}
                politician={item.politician}
                inTicker
                className={classes('flex-1 sm:max-w-80', isBar && 'lg:min-w-60')}
              />
            )}
            {items.length > 1 && <TickerControls stopped={stopped} onToggle={toggle} onMove={move} />}
          </div>
        )}
      </div>
    </section>
  )
}

function close() {
  tickerSwitch.set(false)
  // The focused button disappears, so move focus to <main>.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

const clockIntervalMs = 30_000

/** Three lines, or two, that are truncated instead of wrapped, so that the height of the ticker does not change. */
export function TickerText({ item, fetchedAt, isShort }: { item: TickerItem; fetchedAt: number; isShort: boolean }) {
  const now = useNow(clockIntervalMs)
  const fetchDate = new Date(fetchedAt)
  return (
    <div className="min-w-0 flex-1 animate-fade-in leading-snug">
      {/* Nothing has happened yet to an official without ratings. */}
      <p
        className={classes(
          'flex items-center gap-1.5 text-sm text-soft',
          item.politician?.total_rating === 0 && 'invisible',
        )}
      >
        <Activity aria-hidden className="size-3.5 shrink-0" />
        Performance update
        {item.politician && (
          <>
            <span aria-hidden>·</span>
            <ShortDate at={fetchDate.toISOString()} className="truncate">
              {relativeTime(fetchDate, now, 'comment')}
            </ShortDate>
          </>
        )}
      </p>
      <p className="flex items-baseline gap-1.5">
        <TickerName item={item} className="max-w-full shrink-0" />
        <span className="truncate text-sm text-soft">{isShort ? (item.summary ?? item.place) : item.place}</span>
      </p>
      {!isShort && <p className="truncate text-sm tabular-nums">{item.description}</p>}
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
  if (!item.politician)
    return (
      <span translate="no" className={classes('truncate font-semibold', className)}>
        {item.name}
      </span>
    )
  return (
    <Link
      to="/politicians/$politicianId"
      params={{ politicianId: String(item.politician.id) }}
      translate="no"
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

/** Previous and Next, and the Pause button that WCAG 2.2.2 requires for moving content. */
export function TickerControls({
  stopped,
  onToggle,
  onMove,
}: {
  stopped: boolean
  onToggle: () => void
  onMove: (by: 1 | -1) => void
}) {
  return (
    <div className="ml-auto flex shrink-0">
      <IconButton Icon={ChevronLeft} label="Previous update" onClick={() => onMove(-1)} />
      <IconButton
        Icon={stopped ? Play : Pause}
        label={stopped ? 'Resume updates' : 'Pause updates'}
        onClick={onToggle}
      />
      <IconButton Icon={ChevronRight} label="Next update" onClick={() => onMove(1)} />
    </div>
  )
}

export function TickerExpandButton({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  return (
    <IconButton
      Icon={expanded ? ChevronDown : ChevronUp}
      label={expanded ? 'Show less of the ticker' : 'Show more of the ticker'}
      expanded={expanded}
      onClick={onToggle}
    />
  )
}

export function TickerCloseButton({ onClose, className }: { onClose: () => void; className?: string | false }) {
  return <IconButton Icon={X} label="Close the ticker" onClick={onClose} className={className} />
}

function IconButton({
  Icon,
  label,
  expanded,
  onClick,
  className,
}: {
  Icon: LucideIcon
  label: string
  expanded?: boolean
  onClick: () => void
  className?: string | false
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={expanded}
      onClick={onClick}
      className={classes(
        // In pixels, so that large text leaves room for the name.
        'flex size-[44px] shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
