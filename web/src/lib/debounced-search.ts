import { useEffect, useEffectEvent, useState } from 'react'

const debounceMs = 600

export type DebouncedSearch = ReturnType<typeof useDebouncedSearch>

/**
 * The text of a search box whose value is mirrored in the URL. While the user types, the URL follows after a delay. When
 * the URL changes by navigation, the text follows the URL. `locationKey` identifies all search params, so that
 * navigating to a URL with the same search but other filters also discards text that was not applied yet.
 */
export function useDebouncedSearch(search: string, locationKey: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const [lastKey, setLastKey] = useState(locationKey)
  const [applied, setApplied] = useState<string>()
  const trimmed = text.trim()
  if (locationKey !== lastKey) {
    setLastKey(locationKey)
    setApplied(undefined)
    // Follow Back, Forward and Clear, but keep text typed while the URL catches up with the applied search.
    if (search !== trimmed && search !== applied) setText(search)
  }

  const apply = () => {
    setApplied(trimmed)
    onSearch(trimmed)
  }
  const applyLater = useEffectEvent(apply)
  useEffect(() => {
    if (trimmed === search) return undefined
    const timer = setTimeout(() => applyLater(), debounceMs)
    return () => clearTimeout(timer)
  }, [trimmed, search])

  return { text, trimmed, change: setText, apply }
}
