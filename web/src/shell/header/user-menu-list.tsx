import { Link } from '@tanstack/react-router'
import { LogOut, Settings } from 'lucide-react'
import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import type { ComponentProps, ReactElement } from 'react'
import { signOut } from '#lib/session/session.ts'

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-[0.9375rem] data-highlighted:bg-sunken'

/** The menu that `button` opens. Initially open, because it is mounted when the user opens the menu. */
export function UserMenuList({ name, button }: { name: string; button: ReactElement<ComponentProps<'button'>> }) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      {/* In a landmark, where screen readers expect all content. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="z-50 w-60 max-w-[calc(100vw-1rem)] animate-fade-in rounded-card border border-line bg-surface p-1.5 shadow-float"
        >
          <DropdownMenu.Label translate="no" className="truncate px-3 pt-2 pb-2.5 text-sm text-soft">
            {name}
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="-mx-1.5 mb-1.5 border-t border-line" />
          <DropdownMenu.Item asChild>
            <Link to="/profile-settings" className={itemClass}>
              <Settings aria-hidden className="size-4 text-soft" /> Profile Settings
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={signOut}>
            <LogOut aria-hidden className="size-4 text-soft" /> Sign Out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
