import { ChevronDown, Compass } from 'lucide-react'
import { useId, useState } from 'react'
import { classes } from '#lib/classes.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { ShareButtons } from './share-buttons.tsx'
import { SuggestedConnections } from './suggested-connections.tsx'
import { TrendingTopics } from './trending-topics.tsx'

/**
 * A column next to the posts, or, on narrow screens, a section above them that a button opens. Below an endless list, nobody
 * could reach it.
 */
export function FeedSidebar() {
  const isWide = useMediaQuery('(width >= 64rem)')
  return isWide ? (
    // Scrolls with the posts until its last line is visible, then stays.
    <div className="sticky bottom-0 min-h-[calc(100dvh-5rem)] self-end pb-5">
      <Sections />
    </div>
  ) : (
    <Disclosure />
  )
}

function Disclosure() {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="w-full justify-start! px-4!"
      >
        <Compass aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 text-left">Topics and people to follow</span>
        <ChevronDown
          aria-hidden
          className={classes('size-4 shrink-0 transition-transform duration-150', open && 'rotate-180')}
        />
      </Button>
      {open && (
        <div id={id} className="mt-3">
          <Sections />
        </div>
      )}
    </div>
  )
}

function Sections() {
  return (
    <aside aria-label="More from the Boiler Room" className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:gap-5">
      <TrendingTopics />
      <div className="grid content-start gap-4 lg:gap-5">
        <SuggestedConnections />
        <ShareButtons />
      </div>
    </aside>
  )
}
