import { useEffect, useState, type ReactNode } from 'react'
import { localStore } from '#lib/storage.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const openedKey = 'wtpu-authenticated'
const GateScreen = lazyComponent(() => import('./gate-screen.tsx').then((module) => module.GateScreen))

/** Asks for the site access code. Mounts `children` only after the right code was entered. */
export function SiteGate({ children }: { children: ReactNode }) {
  // Under `vite dev` the attribute still holds the `__GATE__` placeholder, which counts as on.
  const [open, setOpen] = useState(
    () => document.documentElement.dataset['gate'] === 'off' || localStore.read(openedKey) === 'true',
  )
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
        setOpen(true)
      }}
    />
  )
}
