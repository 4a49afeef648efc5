import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { useStableList } from '#lib/stable-list.ts'
import { phone, useMediaQuery } from '#lib/use-media-query.ts'
import { tickerQuery, tickerItemLimit } from '#features/politicians/api.ts'
import { RatingControls } from '#features/politicians/rating-controls.tsx'
import { useTickerRotation } from './ticker-rotation.ts'
import { uniquePoliticians } from '#features/politicians/rules.ts'
import { TickerClose, TickerControls, TickerExpand } from './ticker-controls.tsx'
import { setTickerOpen } from './ticker-closed-flag.ts'
import { tickerItems } from './ticker-items.ts'
import { TickerLine, TickerText } from './ticker-text.tsx'
import { keepToastsAbove } from './toast-offset.ts'

/**
 * Sticky, never fixed: at its own place in the page it lets go, so that it ends up above the footer and takes its own
 * room there.
 */
const places = {
  bottom: 'sticky bottom-0 mt-16 border-t',
  top: 'sticky top-16 border-b',
  floating: 'sticky bottom-4 mt-16 mr-4 ml-auto w-[min(24rem,calc(100%-2rem))] rounded-card border',
}
/**
 * The real-time ticker: officials in turn, and for members the way to rate them. At the top it belongs before the page's
 * content, elsewhere after it.
 */
export function Ticker({ position }: { position: keyof typeof places }) {
  const list = useInfiniteQuery(tickerQuery())
  const signedIn = useSession() !== null
  const { items: steady } = useStableList(list.data?.pages[0]?.results ?? [], 'append')
  const items =
    list.data || list.error ? tickerItems(uniquePoliticians(steady).slice(0, tickerItemLimit), signedIn) : []
  const { index, byHand, move, stopped, toggle, pauseHandlers } = useTickerRotation(items.map(({ key }) => key))
  const foldable = useMediaQuery(phone)
  const [expanded, setExpanded] = useState(false)
  const item = items[index]
  if (!item) return null
  // A bar is one line where there is room for whole names; a card, and a narrower bar, are two.
  const isBar = position !== 'floating'
  // On a phone it is one line until somebody wants more of it.
  const folded = foldable && !expanded

  return (
    <section
      ref={keepToastsAbove}
      aria-label="Performance updates"
      data-ticker={position}
      className={classes('z-20 animate-rise border-line bg-surface shadow-float', places[position])}
      {...pauseHandlers}
    >
      {/* What turns by itself is not announced; what somebody turned to is. */}
      <output className="sr-only">{byHand && `${item.name}, ${index + 1} of ${items.length}`}</output>
      <div
        className={classes(
          'flex flex-wrap items-center gap-y-1',
          folded ? 'py-0.5' : 'gap-x-1 py-2 md:gap-x-3',
          isBar ? 'frame lg:flex-nowrap' : 'px-4',
        )}
      >
        {folded ? (
          <TickerLine key={item.key} item={item} />
        ) : (
          <TickerText key={item.key} item={item} readAt={list.dataUpdatedAt} />
        )}
        {foldable && <TickerExpand expanded={expanded} onToggle={() => setExpanded(!expanded)} />}
        <TickerClose onClose={close} className={isBar && 'lg:order-last'} />
        {!folded && (
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
  // The pressed button is gone: the keyboard goes on from the page.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
