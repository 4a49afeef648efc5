import CloudOff from 'lucide-react/icons/cloud-off'
import HardDrive from 'lucide-react/icons/hard-drive'
import { createStore, useStore } from '#lib/store.ts'
import { hasStorageFailed, storageFailure } from '#lib/storage.ts'

const network = createStore(() => navigator.onLine, [window, 'online'], [window, 'offline'])
const storage = createStore(hasStorageFailed, [storageFailure, 'change'])

/** One line each while the network is lost, and when the browser does not store what the site needs. */
export function Trouble() {
  const isOnline = useStore(network)
  const isForgotten = useStore(storage)
  return (
    <output className="block bg-warning-tint text-sm text-warning print:hidden">
      {!isOnline && (
        <span className="frame flex items-center gap-2 py-2">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <span>You are offline. What you see may be out of date.</span>
        </span>
      )}
      {isForgotten && (
        <span className="frame flex items-center gap-2 py-2">
          <HardDrive aria-hidden className="size-4 shrink-0" />
          <span>
            Your browser’s storage is full or blocked, so it forgets your sign-in and drafts when you close this page.
          </span>
        </span>
      )}
    </output>
  )
}
