import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect } from 'react'

const typingOrDialog = 'input, textarea, select, [contenteditable], [role$="dialog"]'

/** Leads to the search. The key "/" does too, anywhere on the site. */
export function SearchLink() {
  const navigate = useNavigate()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { target } = event
      // Some keyboards have "/" only with Shift.
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof Element && target.closest(typingOrDialog)) return
      event.preventDefault()
      const box = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts]')
      box?.focus()
      box?.select()
      if (!box) void navigate({ to: '/search' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
  return (
    <Link
      to="/search"
      aria-label="Site search"
      aria-keyshortcuts="/"
      title="Search (press /)"
      className="flex size-11 items-center justify-center rounded-control text-soft hover:text-ink data-[status=active]:text-accent max-md:hidden"
    >
      <Search aria-hidden className="size-5" />
    </Link>
  )
}
