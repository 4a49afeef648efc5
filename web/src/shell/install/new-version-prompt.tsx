import { RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useNewVersion } from './use-new-version.ts'

/** Offers to change to a new version of the site. Pages that are open keep the old one until then. */
export function NewVersionPrompt() {
  const update = useNewVersion()
  const [dismissed, setDismissed] = useState(false)
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--toast-offset,0px))] z-40 flex justify-center px-4 print:hidden">
      {update && !dismissed && (
        // Above the ticker, like toasts.
        <span className="pointer-events-auto flex animate-rise items-center gap-x-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
          A new version of WTPU is ready.
          <Button size="small" onClick={update}>
            <RefreshCw aria-hidden className="size-4" /> Update
          </Button>
          <Button variant="ghost" size="small" aria-label="Later" onClick={() => setDismissed(true)}>
            <X aria-hidden className="size-5" />
          </Button>
        </span>
      )}
    </output>
  )
}
