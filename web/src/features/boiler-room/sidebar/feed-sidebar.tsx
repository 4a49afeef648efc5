import { ChevronDown, Compass } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { classes } from '#lib/classes.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { PeopleSearch } from './people-search.ts'
import { SidebarSkeleton } from './sidebar-layout.tsx'

// Not part of the first load: on a phone it is closed, and elsewhere the posts come first.
const SidebarSections = lazyComponent(() => import('./sidebar-sections.tsx').then((module) => module.SidebarSections))

/**
 * A column next to the posts, or, on narrow screens, a section above them that a button opens. Below an endless list, nobody
 * could reach it. `findingPeople` shows it and moves focus to the suggested people, then calls `onPeopleFound`.
 */
export function FeedSidebar(props: PeopleSearch) {
  const isWide = useMediaQuery('(width >= 64rem)')
  if (!isWide) return <Disclosure {...props} />
  return (
    // Scrolls with the posts until its last line is visible, then stays.
    <div className="sticky bottom-0 min-h-[calc(100dvh-5rem)] self-end pb-5">
      <Sections {...props} />
    </div>
  )
}

function Disclosure(props: PeopleSearch) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (props.findingPeople && !open) setOpen(true)
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
          <Sections {...props} />
        </div>
      )}
    </div>
  )
}

function Sections(props: PeopleSearch) {
  return (
    <Suspense fallback={<SidebarSkeleton />}>
      <SidebarSections {...props} />
    </Suspense>
  )
}
