import type { ComponentProps, MouseEvent } from 'react'
import { threadPath, type ThreadSearch } from '#features/forums/thread/thread-search.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'

/** A link to another view of the same thread. `onFollow` may handle a plain click without a navigation. */
export function ThreadLink({
  search,
  onFollow,
  ...link
}: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { search: Omit<ThreadSearch, 'sort'>; onFollow?: () => boolean }) {
  const { discussionId, sort, go } = useThread()
  const target = { sort, ...search }
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!onFollow?.()) go(target, 'push')
  }
  return (
    <a {...link} href={threadPath(discussionId, target)} onClick={follow}>
      {link.children}
    </a>
  )
}
