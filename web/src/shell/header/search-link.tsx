import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'

/** Leads to the search. The key "/" does too, anywhere on the site. */
export function SearchLink() {
  const navigate = useNavigate()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return
    event.preventDefault()
    const box = document.querySelector<HTMLInputElement>('main input[aria-keyshortcuts="/"]')
    box?.focus()
    box?.select()
    if (!box) void navigate({ to: '/search' })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <Link
      to="/search"
      aria-label="Search"
      aria-keyshortcuts="/"
      title="Search (press /)"
      className="flex size-11 items-center justify-center rounded-control text-soft transition-colors duration-150 hover:bg-sunken hover:text-ink data-[status=active]:text-accent max-md:hidden"
    >
      <Search aria-hidden className="size-5" />
    </Link>
  )
}

/** Some keyboards have "/" only with Shift. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  const isTyping =
    event.target instanceof HTMLElement &&
    (event.target.isContentEditable || event.target.matches('input, textarea, select'))
  return !isTyping && document.querySelector('[role="dialog"], [role="alertdialog"]') === null
}
