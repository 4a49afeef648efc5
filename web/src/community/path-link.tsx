import { isOpenPath } from '@wtpu/contract/site/parts'
import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** Whether the page at an address belongs to a part that is on, or to none. */
export const isOpenAddress = (address: string) => isOpenPath(address.replace(/[?#].*/, ''))

/** A link to a page of the site whose path the server sent, or text if its part is off. `Link` takes only paths that the code knows. */
export function PathLink({ path, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { path: string }) {
  const router = useRouter()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // The browser opens new tabs.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(path)
  }
  if (!isOpenAddress(path)) return <span>{rest.children}</span>
  return (
    <a {...rest} href={path} onClick={follow}>
      {rest.children}
    </a>
  )
}
