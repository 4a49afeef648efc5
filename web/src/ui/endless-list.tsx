import { useRef, useState, type ReactNode, useEffect, useEffectEvent } from 'react'
import type { useEndlessList, NextPage } from '#lib/endless-list.ts'
import { classes } from '#lib/classes.ts'
import { Button } from './button.tsx'
import { newItemsText, NewItemsPill } from './new-items-pill.tsx'

/** After as many pages, a click is needed to go on, so that the page's footer can be reached. */
const automaticPages = 5
const roomForRows = 'mb-[100dvh] print:mb-0'

/** What surrounds the rows of an endless list: a pill for new rows above them, and the next page below. */
export function EndlessList({
  list,
  noun,
  newCount = list.waiting.length,
  loadNew,
  automatic = true,
  children,
}: {
  list: Omit<ReturnType<typeof useEndlessList>, 'rows' | 'fresh' | 'items'>
  /** Names a new row, for example "poll". */
  noun: string
  newCount?: number
  /** Called before new rows are shown. They are not if it resolves to false. */
  loadNew?: () => Promise<boolean>
  automatic?: boolean
  children: ReactNode
}) {
  const top = useRef<HTMLDivElement>(null)
  async function showNew() {
    if (loadNew && !(await loadNew())) return
    list.showWaiting()
    // The pill disappears, so move focus to the list.
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      <NewItemsPill text={newItemsText(newCount, noun)} onShow={() => void showNew()} />
      <div className={list.listClass}>{children}</div>
      {/* Not below the first rows only: the next ones would move it. */}
      {(list.isComplete || (list.pages.data?.pages.length ?? 0) > 1) && (
        <LoadMore pages={list.pages} automatic={automatic} isRendering={!list.isComplete} />
      )}
    </div>
  )
}

/**
 * Loads the next page of a list, by button or automatically when the end of the list comes near the viewport. After a
 * failure, or if it is not `automatic`, it waits for a click.
 */
export function LoadMore({
  pages: { data, hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed, fetchNextPage },
  automatic: wanted = true,
  isRendering = false,
}: {
  pages: NextPage
  automatic?: boolean
  /** Rows that have arrived are rendered a few at a time. */
  isRendering?: boolean
}) {
  const footer = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(fetchNextPage)
  const automatic = wanted && (data?.pages.length ?? 0) % automaticPages !== 0
  const canAutoLoad = automatic && !isRendering && hasNextPage && !loading && !failed
  useEffect(() => {
    if (!canAutoLoad || !footer.current || typeof IntersectionObserver === 'undefined') return undefined
    // Not above the window: who went on to the footer would see it move.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: '0px 0px 600px',
    })
    observer.observe(footer.current)
    return () => observer.disconnect()
  }, [canAutoLoad])

  // What is below the list leaves the window at a press, or is below it all the time: the rows that come later would move it.
  const keepsRoom = isRendering || (hasNextPage && (automatic || loading || failed))

  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    // The button disappears with the last page, so keep keyboard focus at the end of the list. The window stays at the new rows.
    if (!hasNextPage && pressed && document.activeElement === document.body)
      footer.current?.focus({ preventScroll: true })
  }, [hasNextPage, pressed])
  function press() {
    setPressed(true)
    if (!loading) void fetchNextPage()
  }

  return (
    <>
      {/* Once the button was pressed, its text says that more is there. */}
      <div
        ref={footer}
        tabIndex={-1}
        aria-live={pressed ? 'polite' : undefined}
        className={classes('flex flex-col items-center gap-3', keepsRoom && roomForRows)}
      >
        {failed && !loading && (
          <p role="alert" className="text-soft">
            More could not be loaded.
          </p>
        )}
        {hasNextPage && (
          <Button variant="secondary" aria-disabled={loading} onClick={press}>
            {loading ? 'Loading...' : failed ? 'Try Again' : 'Load more'}
          </Button>
        )}
      </div>
      {/* Browsers with scroll anchoring keep this element, and all that follows, in its place while rows are added above it. */}
      <div className="h-px" />
    </>
  )
}

/**
 * Tells screen readers how many rows a filter has found. It stays mounted while the rows are replaced, or it would not be read.
 * Without `count` it says nothing, as before the filter is set and while rows load.
 */
export function FoundCount({ count, noun }: { count: string | undefined; noun: string }) {
  return (
    <output className="sr-only">
      {count !== undefined && (count === '1' ? `1 ${noun} found` : `${count === '0' ? 'No' : count} ${noun}s found`)}
    </output>
  )
}
