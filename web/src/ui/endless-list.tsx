import { useRef, useState, type ReactNode, useEffect, useEffectEvent } from 'react'
import type { useEndlessList, NextPage } from '#lib/endless-list.ts'
import { classes } from '#lib/classes.ts'
import { Button } from './button.tsx'
import { newItemsText, NewItemsPill } from './new-items-pill.tsx'

const automaticPages = 5

/** What surrounds the rows of an endless list: a pill for new rows above them, and the next page below. */
export function EndlessList({
  list,
  noun,
  newCount = list.waiting.length,
  loadNew,
  automatic = true,
  pauses = false,
  children,
}: {
  list: Omit<ReturnType<typeof useEndlessList>, 'rows' | 'fresh' | 'items'>
  /** Names a new row, for example "poll". */
  noun: string
  newCount?: number
  /** Called before new rows are shown. They are not if it resolves to false. */
  loadNew?: () => Promise<boolean>
  automatic?: boolean
  /** Every five pages, a click is needed to go on, so that the page's footer can be reached. */
  pauses?: boolean
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
  const pageCount = list.pages.data?.pages.length ?? 0
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      <NewItemsPill text={newItemsText(newCount, noun)} onShow={() => void showNew()} />
      <div className={list.listClass}>{children}</div>
      {/* Not below the first rows only: the next ones would move it. */}
      {(list.isComplete || pageCount > 1) && (
        <LoadMore
          pages={list.pages}
          automatic={automatic && list.isComplete && !(pauses && pageCount % automaticPages === 0)}
        />
      )}
    </div>
  )
}

/**
 * Loads the next page of a list, by button or automatically when the end of the list comes near the viewport. After a
 * failure, or if it is not `automatic`, it waits for a click.
 */
export function LoadMore({
  pages: { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed, fetchNextPage },
  automatic = true,
}: {
  pages: NextPage
  automatic?: boolean
}) {
  const footer = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(fetchNextPage)
  const canAutoLoad = automatic && hasNextPage && !loading && !failed
  useEffect(() => {
    if (!canAutoLoad || !footer.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' })
    observer.observe(footer.current)
    return () => observer.disconnect()
  }, [canAutoLoad])

  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    // The button disappears with the last page, so keep keyboard focus at the end of the list.
    if (!hasNextPage && pressed && document.activeElement === document.body) footer.current?.focus()
  }, [hasNextPage, pressed])
  function press() {
    setPressed(true)
    if (!loading) void fetchNextPage()
  }

  return (
    // Once the button was pressed, its text says that more is there.
    <div
      ref={footer}
      tabIndex={-1}
      aria-live={pressed ? 'polite' : undefined}
      className={classes('flex flex-col items-center gap-3', hasNextPage && 'min-h-11')}
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
