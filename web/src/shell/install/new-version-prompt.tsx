import { RefreshCw, X } from 'lucide-react'
import { useState, useEffect } from 'react'
import { Button } from '#ui/button.tsx'

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

/**
 * Installs the service worker. Returns a function that changes to a new version of the site, which reloads the page, or
 * undefined while there is none.
 */
export function useNewVersion(): (() => void) | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>()
  useEffect(() => (import.meta.env.PROD ? watchForNewVersions(setWaiting) : undefined), [])
  return waiting && (() => changeTo(waiting))
}

/** Calls `onWaiting` with a worker that waits to replace the one that the page uses. Returns a stop function. */
export function watchForNewVersions(onWaiting: (worker: ServiceWorker) => void): () => void {
  // Undefined on a site without HTTPS.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker) return () => undefined
  let stopped = false
  // The first worker of a browser replaces none.
  const offer = (worker: ServiceWorker | null) => {
    if (!stopped && worker?.state === 'installed' && serviceWorker.controller) onWaiting(worker)
  }
  async function register(container: ServiceWorkerContainer) {
    const registration = await container.register('/sw.js')
    offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => offer(installing))
    })
  }
  // The registration may fail, for example in a private window. The site works without a service worker.
  register(serviceWorker).catch(() => undefined)
  return () => {
    stopped = true
  }
}

function changeTo(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  worker.postMessage('activate', [])
}
