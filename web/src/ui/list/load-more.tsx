import { useEffect, useEffectEvent, useRef } from 'react'
import { classes } from '#lib/classes.ts'
import type { NextPage } from '#lib/endless-list.ts'
import { Button } from '#ui/button.tsx'

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

  const pressed = useRef(false)
  useEffect(() => {
    // The button disappears with the last page, so keep keyboard focus at the end of the list.
    if (!hasNextPage && pressed.current && document.activeElement === document.body) footer.current?.focus()
  }, [hasNextPage])
  function press() {
    pressed.current = true
    if (!loading) void fetchNextPage()
  }

  return (
    <div ref={footer} tabIndex={-1} className={classes('flex flex-col items-center gap-3', hasNextPage && 'min-h-11')}>
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
