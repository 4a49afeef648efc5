import { Menu } from 'lucide-react'
import { Suspense, useState, type ComponentProps } from 'react'
import type { Session } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { MenuNotLoaded } from './menu-not-loaded.tsx'

const loadPanel = () => import('./mobile-menu-panel.tsx').then((module) => module.MobileMenuPanel)
const MobileMenuPanel = lazyComponent(loadPanel, MenuNotLoaded)

/** The header's menu on small screens. Its panel is loaded on hover, focus or click. */
export function MobileMenu({ session }: { session: Session | null }) {
  const [requested, setRequested] = useState(false)
  const preload = () => void loadPanel().catch(() => undefined)
  const button = (
    <MenuButton
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setRequested(true)}
    />
  )
  if (!requested) return button
  return (
    <Suspense fallback={button}>
      <MobileMenuPanel session={session} button={<MenuButton />} />
    </Suspense>
  )
}

function MenuButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="Open menu"
      {...props}
      className="flex size-11 items-center justify-center rounded-control hover:bg-sunken md:hidden"
    >
      <Menu aria-hidden className="size-6" />
    </button>
  )
}
