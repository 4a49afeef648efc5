import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { useStableList } from '#lib/stable-list.ts'
import { phoneMediaQuery, useMediaQuery } from '#lib/use-media-query.ts'
import { tickerQuery, tickerItemLimit } from '#features/politicians/api.ts'
import { RatingControls } from '#features/politicians/rating-controls.tsx'
import { useTickerRotation } from './ticker-rotation.ts'
import { uniquePoliticians } from '#features/politicians/rules.ts'
import { TickerCloseButton, TickerControls, TickerExpandButton } from './ticker-controls.tsx'
import { setTickerOpen } from './ticker-closed-flag.ts'
import { tickerItems } from './ticker-items.ts'
import { TickerLine, TickerText } from './ticker-text.tsx'
import { keepToastsAbove } from './toast-offset.ts'

/**
 * Sticky instead of fixed: at the end of the page the ticker stops sticking, so that it is laid out above the footer and
 * covers nothing.
 */
const positionClasses = {
  bottom: 'sticky bottom-0 mt-16 border-t',
  top: 'sticky top-16 border-b',
  floating: 'sticky bottom-4 mt-16 mr-4 ml-auto w-[min(24rem,calc(100%-2rem))] rounded-card border',
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
  const [expanded, setExpanded] = useState(false)
  const item = items[index]
  if (!item) return null
  // A wide bar has text and buttons on one line; a narrow bar and the floating card have two lines.
  const isBar = position !== 'floating'
  // On a phone, the ticker is a single line until it is expanded.
  const collapsed = isPhone && !expanded

  return (
    <section
      ref={makeRoom}
      aria-label="Performance updates"
      data-ticker={position}
      className={classes('z-20 animate-rise border-line bg-surface shadow-float', positionClasses[position])}
      {...pauseHandlers}
    >
      {/* Announces items that the user moved to, but not the automatic rotation. */}
      <output className="sr-only">{byUser && `${item.name}, ${index + 1} of ${items.length}`}</output>
      <div
        className={classes(
          'flex flex-wrap items-center gap-y-1',
          collapsed ? 'py-0.5' : 'gap-x-1 py-2 md:gap-x-3',
          isBar ? 'frame lg:flex-nowrap' : 'px-4',
        )}
      >
        {collapsed ? (
          <TickerLine key={item.key} item={item} />
        ) : (
          <TickerText key={item.key} item={item} fetchedAt={list.dataUpdatedAt} />
        )}
        {isPhone && <TickerExpandButton expanded={expanded} onToggle={() => setExpanded(!expanded)} />}
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
  setTickerOpen(false)
  // The focused button disappears, so move focus to <main>.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
