import { BottomBar } from '#shell/bottom-bar.tsx'
import { SearchKey } from '#shell/header/search-key.tsx'
import { NewVersionPrompt } from '#shell/install/new-version-prompt.tsx'
// Leaves the history entry of a menu or dialog that was open when the page was loaded again.
import '#ui/on-demand/close-on-back.ts'

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
