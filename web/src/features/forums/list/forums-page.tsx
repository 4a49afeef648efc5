import type { Discussion } from '@wtpu/contract/forums/discussions'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { isFiltered, type ForumSearch, type OnForumSearch } from '#features/forums/search.ts'
import { ForumFilters } from './forum-filters.tsx'
import { ForumHero, ForumSidebar } from './forum-sidebar.tsx'
import { ForumTabs } from './forum-tabs.tsx'

const StartDiscussionDialog = lazyDialog(
  () => 'Start New Discussion',
  () => import('#features/forums/start/start-discussion-dialog.tsx').then((module) => module.StartDiscussionDialog),
)

export function ForumsPage({ search, onSearch }: { search: ForumSearch; onSearch: OnForumSearch }) {
  const searchBox = useRef<HTMLInputElement>(null)
  const [startedIds, setStartedIds] = useState<readonly number[]>([])
  const [starting, setStarting] = useState(false)
  const start = () => setStarting(true)
  function onStarted({ id }: Discussion) {
    setStartedIds((ids) => [id, ...ids])
    // The new discussion must be visible, which other lists do not guarantee.
    if (isFiltered(search) || search.sort !== undefined || search.tab !== undefined) onSearch({}, 'push')
  }
  function clear() {
    onSearch({ tab: search.tab }, 'push')
    // The Clear button disappears with the filters, so move focus to the search field.
    searchBox.current?.focus()
  }
  return (
    <div className="page">
      <ForumHero>
        <Button {...StartDiscussionDialog.preloadHandlers} onClick={start} className="max-sm:w-full">
          <Plus aria-hidden className="size-4" />
          Start New Discussion
        </Button>
      </ForumHero>
      <div className="mt-4 grid gap-x-8 gap-y-8 md:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* On phones, the sidebar begins below the window, so that it does not move when the list comes. */}
        <div className="min-w-0 max-lg:min-h-dvh">
          <ForumFilters search={search} onSearch={onSearch} onClear={clear} searchBox={searchBox} />
          <div className="mt-3 md:mt-5">
            <ForumTabs search={search} onSearch={onSearch} onClear={clear} onStart={start} startedIds={startedIds} />
          </div>
        </div>
        <div className="min-w-0 lg:grid">
          {/* Scrolls with the list until its last line is visible, then stays. */}
          <div className="lg:sticky lg:bottom-0 lg:min-h-[calc(100dvh-5rem)] lg:self-end lg:pb-5">
            <ForumSidebar />
          </div>
        </div>
      </div>
      <StartDiscussionDialog open={starting} onOpenChange={setStarting} onStarted={onStarted} />
    </div>
  )
}
