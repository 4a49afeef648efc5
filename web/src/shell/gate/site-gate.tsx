import { useEffect, useState, type ReactNode } from 'react'
import { localStore } from '#lib/storage.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const openedKey = 'wtpu-authenticated'
const GateScreen = lazyComponent(() => import('./gate-screen.tsx').then((module) => module.GateScreen))

// Under `vite dev` the attribute still holds the `__GATE__` placeholder, which counts as on.
const isOpen = () => document.documentElement.dataset['gate'] === 'off' || localStore.read(openedKey) === 'true'

/** Loads what is shown first: the code of the gate's screen, or what `loadSite` loads. */
export const loadFirstScreen = (loadSite: () => Promise<unknown>) => (isOpen() ? loadSite() : GateScreen.preload())

/** Asks for the site access code. Mounts `children` only after the right code was entered. */
export function SiteGate({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(isOpen)
  useEffect(() => {
    if (open) return undefined
    // The code was entered in another tab.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === openedKey && newValue === 'true') setOpen(true)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [open])
  if (open) return children
  return (
    <GateScreen
      onOpen={() => {
        localStore.write(openedKey, 'true')
        // The first page moves the focus.
        document.documentElement.dataset['gate'] = 'opened'
        setOpen(true)
      }}
    />
  )
}
