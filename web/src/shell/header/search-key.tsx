import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onShortcuts } from '#lib/small/shortcuts.ts'

/** The key "/" leads to the search, anywhere on the site. */
export function SearchKey() {
  const navigate = useNavigate()
  useEffect(() => {
    function search() {
      const box = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts]')
      box?.focus()
      box?.select()
      if (!box) void navigate({ to: '/search' })
    }
    return onShortcuts({ '/': search })
  }, [navigate])
  return null
}
