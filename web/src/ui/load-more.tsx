import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'

/**
 * The foot of a list that comes in pages: a button for everyone, pressed by itself when it comes near the window. After
 * a failure it waits to be pressed.
 */
export function LoadMore({
  hasMore,
  loading,
  failed,
  onLoad,
}: {
  hasMore: boolean
  loading: boolean
  failed: boolean
  onLoad: () => void
}) {
  const foot = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(onLoad)
  const waiting = hasMore && !loading && !failed
  useEffect(() => {
    if (!waiting || !foot.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' })
    observer.observe(foot.current)
    return () => observer.disconnect()
  }, [waiting])

  const pressed = useRef(false)
  useEffect(() => {
    // The pressed button is gone with the last page: without this, so is the keyboard's place.
    if (!hasMore && pressed.current && document.activeElement === document.body) foot.current?.focus()
  }, [hasMore])
  function press() {
    pressed.current = true
    if (!loading) onLoad()
  }

  return (
    <div ref={foot} tabIndex={-1} className="flex min-h-11 flex-col items-center gap-3">
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
