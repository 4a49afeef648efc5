import { Ellipsis } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { ContentMenuListProps } from './content-menu-list.tsx'

const ContentMenuList = lazyComponent(() => import('./content-menu-list.tsx').then((module) => module.ContentMenuList))

/** The menu of a piece of content: what its author, or any other member, can do with it. Its list is loaded on demand. */
export function ContentMenu({
  of,
  ...list
}: Omit<ContentMenuListProps, 'button'> & {
  /** Names the content, for example "Ada’s post: Good morning". */
  of: string
}) {
  const [requested, setRequested] = useState(false)
  const placeholder = (
    <MenuButton
      of={of}
      aria-haspopup="menu"
      aria-expanded={false}
      {...ContentMenuList.preloadHandlers}
      onClick={() => setRequested(true)}
    />
  )
  if (!requested) return placeholder
  return <ContentMenuList fallback={placeholder} {...list} button={<MenuButton of={of} />} />
}

function MenuButton({ of, ...buttonProps }: ComponentProps<'button'> & { of: string }) {
  return (
    <button
      type="button"
      {...buttonProps}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink print:hidden"
    >
      <Ellipsis aria-hidden className="size-5" />
      <span className="sr-only">More options for {of}</span>
    </button>
  )
}
