import { site } from '@wtpu/contract/site/name'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import X from 'lucide-react/icons/x'
import { useState, useEffect } from 'react'
import { useNewRelease } from '#lib/release.ts'
import { useSwitchedParts } from '#shell/install/switched-parts.ts'
import { TermsNotice } from '#shell/terms-notice.tsx'
import { Button } from '#ui/button.tsx'

/** Offers to change to a new version of the site. Pages that are open keep the old one until then. */
export function NewVersionPrompt() {
  const release = useNewRelease()
  const hasOtherParts = useSwitchedParts()
  const offered = release ?? (hasOtherParts ? 'parts' : undefined)
  const [dismissed, setDismissed] = useState<string>()
  useEffect(() => (import.meta.env.PROD ? installServiceWorker() : undefined), [])
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--toast-offset,var(--bottom-bar,0px)))] z-40 flex flex-col items-center gap-2 px-4 print:hidden">
      <TermsNotice />
      {offered !== undefined && dismissed !== offered && (
        // Above the ticker, like toasts.
        <span className="pointer-events-auto flex animate-rise items-center gap-x-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
          {release ? `A new version of ${site.name} is ready.` : `Parts of ${site.name} have changed.`}
          <Button size="small" onClick={() => window.location.reload()}>
            <RefreshCw aria-hidden className="size-4" /> Update
          </Button>
          <Button variant="ghost" size="small" aria-label="Later" onClick={() => setDismissed(offered)}>
            <X aria-hidden className="size-5" />
          </Button>
        </span>
      )}
    </output>
  )
}

function installServiceWorker(): void {
  // Undefined on a site without HTTPS.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  // This may fail, for example in a private window. The site works without a service worker.
  serviceWorker?.register('/sw.js').catch(() => undefined)
}
