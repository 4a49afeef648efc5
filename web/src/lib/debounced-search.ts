import { useEffect, useEffectEvent, useState } from 'react'

/** Specification 9. */
const debounce = 600

/**
 * The text in the search box: it runs ahead of the address while typing and follows it when the address moves. `place` is
 * the whole address that `search` is a part of: Back to a place with the same search still drops what was not applied.
 */
export function useDebouncedSearch(search: string, place: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const [followed, setFollowed] = useState(place)
  const [applied, setApplied] = useState<string>()
  const wanted = text.trim()
  if (place !== followed) {
    setFollowed(place)
    setApplied(undefined)
    // Back, Forward or Clear; the address catching up with the box must not take away what was typed since.
    if (search !== wanted && search !== applied) setText(search)
  }

  const apply = () => {
    setApplied(wanted)
    onSearch(wanted)
  }
  const applyLater = useEffectEvent(apply)
  useEffect(() => {
    if (wanted === search) return undefined
    const timer = setTimeout(() => applyLater(), debounce)
    return () => clearTimeout(timer)
  }, [wanted, search])

  return { text, wanted, change: setText, apply }
}
