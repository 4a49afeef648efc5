import { useEffect, useEffectEvent, useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'

/**
 * Loads the next page of a list, by button or automatically when the end of the list comes near the viewport. After a
 * failure, or if it is not `automatic`, it waits for a click.
 */
export function LoadMore({
  hasMore,
  loading,
  failed,
  automatic = true,
  onLoad,
}: {
  hasMore: boolean
  loading: boolean
  failed: boolean
  automatic?: boolean
  onLoad: () => void
}) {
  const footer = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(onLoad)
  const canAutoLoad = automatic && hasMore && !loading && !failed
  useEffect(() => {
    if (!canAutoLoad || !footer.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' })
    observer.observe(footer.current)
    return () => observer.disconnect()
  }, [canAutoLoad])

  const pressed = useRef(false)
  useEffect(() => {
    // The button disappears with the last page, so keep keyboard focus at the end of the list.
    if (!hasMore && pressed.current && document.activeElement === document.body) footer.current?.focus()
  }, [hasMore])
  function press() {
    pressed.current = true
    if (!loading) onLoad()
  }

  return (
    <div ref={footer} tabIndex={-1} className={classes('flex flex-col items-center gap-3', hasMore && 'min-h-11')}>
      {failed && !loading && (
        <p role="alert" className="text-soft">
          More could not be loaded.
        </p>
      )}
      {hasMore && (
        <Button variant="secondary" aria-disabled={loading} onClick={press}>
          {loading ? 'Loading...' : failed ? 'Try Again' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
