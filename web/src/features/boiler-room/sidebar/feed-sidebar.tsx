import ChevronDown from 'lucide-react/icons/chevron-down'
import Compass from 'lucide-react/icons/compass'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '#lib/classes.ts'
import { useWidth } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

// The sidebar is not part of the first load: on a phone it is closed, and elsewhere the posts come first.
const SidebarSections = lazyComponent(() => import('./sidebar-sections.tsx').then((module) => module.SidebarSections))

/**
 * A column next to the posts, or, on narrow screens, a section above them that a button opens. Below an endless list, nobody
 * could reach it. `findingPeople` shows it and moves focus to the suggested people, then calls `onPeopleFound`. A window that
 * becomes narrower or wider keeps what the viewer opened.
 */
export function FeedSidebar(props: PeopleSearch) {
  const { isNarrow, isWide } = useWidth('64rem')
  const [allPeople, setAllPeople] = useState(false)
  const [opened, setOpened] = useState<boolean>()
  const id = useId()
  if (props.findingPeople && !opened) setOpened(true)
  const open = opened ?? allPeople
  return (
    // On wide screens, scrolls with the posts until its last line is visible, then stays.
    <div className="lg:sticky lg:bottom-0 lg:min-h-[calc(100dvh-5rem)] lg:self-end lg:pb-5">
      {isNarrow && <OpenButton open={open} controls={id} onClick={() => setOpened(!open)} />}
      {(isWide || open) && (
        <div id={id} className={open ? 'max-lg:mt-3' : 'max-lg:hidden'}>
          <SidebarSections fallback={<SidebarSkeleton />} {...props} allPeople={allPeople} onAllPeople={setAllPeople} />
        </div>
      )}
    </div>
  )
}

function OpenButton({ open, controls, onClick }: { open: boolean; controls: string; onClick: () => void }) {
  return (
    <Button
      variant="secondary"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onClick}
      className="w-full justify-start! px-4! lg:hidden"
    >
      <Compass aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left">Topics and people to follow</span>
      <ChevronDown
        aria-hidden
        className={classes('size-4 shrink-0 transition-transform duration-150', open && 'rotate-180')}
      />
    </Button>
  )
}

export function SidebarLayout({ loading, children }: { loading?: boolean; children: ReactNode }) {
  return (
    <aside
      aria-label="More from the Boiler Room"
      aria-busy={loading}
      className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:gap-5"
    >
      {children}
    </aside>
  )
}

/** Shown while the code of the sidebar loads. */
function SidebarSkeleton() {
  return (
    <SidebarLayout loading>
      <div className={cardClass('h-96 p-4 sm:p-5')}>
        <Skeleton className="h-6 w-40" />
      </div>
      <div className={cardClass('h-52 p-4 sm:p-5')}>
        <Skeleton className="h-6 w-52" />
      </div>
    </SidebarLayout>
  )
}

/** Whether all suggested people are shown. */
export interface AllPeople {
  allPeople: boolean
  onAllPeople: (all: boolean) => void
}

/** A request to move focus to the suggested people. */
export interface PeopleSearch {
  findingPeople: boolean
  onPeopleFound: () => void
}
