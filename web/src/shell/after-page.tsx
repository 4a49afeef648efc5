import { BottomBar } from './bottom-bar.tsx'
import { SearchKey } from './header/search-key.tsx'
import { NewVersionPrompt } from './install/new-version-prompt.tsx'
// Leaves the history entry of a menu or dialog that was open when the page was loaded again.
import '#ui/close-on-back.ts'

/** What every page shows, but the first paint does not need. */
export function AfterPage() {
  return (
    <>
      <NewVersionPrompt />
      <BottomBar />
      <SearchKey />
    </>
  )
}
