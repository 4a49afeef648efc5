import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { localStore } from '#lib/storage.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const flag = 'wtpu-authenticated'
const GateScreen = lazyComponent(() => import('./gate-screen.tsx').then((module) => module.GateScreen))

/** A curtain before the site (decision 1): nothing behind it is mounted until the code is right. */
export function SiteGate({ children }: { children: ReactNode }) {
  // `vite dev` leaves the server's place-holder as it is, and that counts as on.
  const [open, setOpen] = useState(
    () => document.documentElement.dataset['gate'] === 'off' || localStore.read(flag) === 'true',
  )
  useEffect(() => {
    if (open) return undefined
    // The code was entered in another tab.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === flag && newValue === 'true') setOpen(true)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [open])
  if (open) return children
  return (
    <Suspense>
      <GateScreen
        onOpen={() => {
          localStore.write(flag, 'true')
          setOpen(true)
        }}
      />
    </Suspense>
  )
}
