import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { createLink } from '@tanstack/react-router'
import {
  createContext,
  use,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'
import { classes } from '#lib/classes.ts'
import { useCloseOnBack } from './close-on-back.ts'

const RunAfterClose = createContext<(run: () => void) => void>((run) => run())

/**
 * The menu that `button` opens. Initially open: load this module with `lazy` and mount it when the user opens the menu.
 * It is not modal, because a modal menu locks the page's scrolling, which shifts the layout.
 */
export function Menu({
  button,
  wide = false,
  children,
}: {
  button: ReactElement
  /** For items of two lines. */
  wide?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(true)
  useCloseOnBack(open, () => setOpen(false))
  const afterClose = useRef<() => void>(undefined)
  const runAfterClose = useMemo(() => (run: () => void) => void (afterClose.current = run), [])
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      {/* In a landmark, where screen readers expect all content. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          ref={highlightFirst}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={() => {
            const run = afterClose.current
            afterClose.current = undefined
            // After this handler, Radix moves focus to the button.
            if (run) setTimeout(run)
          }}
          // Above a toast, which would cover the lower items on a phone.
          className={classes(
            wide ? 'w-80' : 'w-60',
            'z-70 max-w-[calc(100vw-1rem)] animate-fade-in rounded-card border border-line bg-surface p-1.5 shadow-float',
          )}
        >
          <RunAfterClose value={runAfterClose}>{children}</RunAfterClose>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Radix does so itself, but not if the key that opened the menu came before its code. */
function highlightFirst(content: HTMLElement | null): void {
  setTimeout(() => {
    if (content?.matches(':focus-visible')) content.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  })
}

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-3 text-base data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0'

interface MenuItemProps {
  icon: ReactNode
  className?: string
  onSelect?: () => void
  children: ReactNode
}

export function MenuItem({ icon, className, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={classes(itemClass, className)} onSelect={onSelect}>
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

/**
 * An item that moves focus, for example by opening a dialog. Its action runs once the menu has returned focus to its
 * button, so that the dialog returns focus to the button as well.
 */
export function MenuItemMovingFocus({ onSelect, ...item }: MenuItemProps & { onSelect: () => void }) {
  const runAfterClose = use(RunAfterClose)
  return <MenuItem {...item} onSelect={() => runAfterClose(onSelect)} />
}

/** An item that opens another site in a new window. */
export function MenuLink({ href, icon, onSelect, children }: MenuItemProps & { href: string }) {
  return (
    <DropdownMenu.Item asChild onSelect={onSelect}>
      <a href={href} target="_blank" rel="noopener noreferrer" className={itemClass}>
        {icon}
        {children}
        <span className="sr-only">(opens in a new window)</span>
      </a>
    </DropdownMenu.Item>
  )
}

/** An item that leads to another page of the site. */
export const MenuPageLink = createLink(PageItem)

function PageItem({ icon, children, ...link }: ComponentProps<'a'> & { icon: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <a {...link} className={itemClass}>
        {icon}
        {children}
      </a>
    </DropdownMenu.Item>
  )
}

/** Whose menu it is, above the items. */
export const MenuName = ({ name }: { name: string }) => (
  <DropdownMenu.Label translate="no" className="truncate px-3 pt-2 pb-2.5 text-sm text-soft">
    {name}
  </DropdownMenu.Label>
)

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1.5 my-1.5 border-t border-line" />
