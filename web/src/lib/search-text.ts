import { useEffect, useEffectEvent, useState } from 'react'

/** Specification 9. */
const debounce = 600

/** The text in the search box: it runs ahead of the address while typing and follows it when the address moves. */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const [followed, setFollowed] = useState(search)
  const wanted = text.trim()
  if (search !== followed) {
    setFollowed(search)
    // Back, Forward or Clear; the address catching up with the box must not take away a space being typed.
    if (search !== wanted) setText(search)
  }

  const apply = useEffectEvent(() => onSearch(wanted))
  useEffect(() => {
    if (wanted === search) return undefined
    const timer = setTimeout(() => apply(), debounce)
    return () => clearTimeout(timer)
  }, [wanted, search])

  return { text, wanted, change: setText, apply: () => onSearch(wanted) }
}
