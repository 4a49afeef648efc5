import { Menu } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import type { Session } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { MenuNotLoaded } from './menu-not-loaded.tsx'

const MobileMenuPanel = lazyComponent(
  () => import('./mobile-menu-panel.tsx').then((module) => module.MobileMenuPanel),
  MenuNotLoaded,
)

/** The header's menu on small screens. Its panel is loaded on hover, focus or click. */
export function MobileMenu({ session }: { session: Session | null }) {
  const [requested, setRequested] = useState(false)
  const button = (
    <MenuButton
      aria-haspopup="dialog"
      aria-expanded={false}
      {...MobileMenuPanel.preloadHandlers}
      onClick={() => setRequested(true)}
    />
  )
  if (!requested) return button
  return <MobileMenuPanel fallback={button} session={session} button={<MenuButton />} />
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
