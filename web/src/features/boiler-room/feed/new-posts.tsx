import { useEffect, useRef, useState } from 'react'
import { now } from '#lib/time.ts'

const announcementMs = 60_000

/** Tells screen readers how many new posts wait, at most once a minute. */
export function NewPostsAnnouncement({ count }: { count: number }) {
  const [announced, setAnnounced] = useState(0)
  const next = useRef(0)
  useEffect(() => {
    const announce = () => {
      if (count > 0) next.current = now() + announcementMs
      setAnnounced(count)
    }
    const timer = setTimeout(announce, count > 0 ? next.current - now() : 0)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <output className="sr-only">{announced > 0 && (announced === 1 ? '1 new post' : `${announced} new posts`)}</output>
  )
}
