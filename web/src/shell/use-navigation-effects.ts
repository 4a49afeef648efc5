import { findPage } from '@wtpu/contract/pages'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { writePageHead } from '#lib/head.ts'
import { clearRedirect, storeLastRoute, safePath } from '#lib/session/post-login-redirect.ts'
import { getSession } from '#lib/session/session.ts'

/** What follows every arrival at a page: its head, the last route, focus at its heading. */
export function useNavigationEffects(): void {
  const router = useRouter()
  const href = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  useEffect(() => {
    if (href === undefined) return
    const path = new URL(href, window.location.origin).pathname
    writePageHead(path)
    if (findPage(path)) storeLastRoute(href)
    // The saved route has served; until here it may be asked for more than once.
    if (getSession() && safePath(href)) clearRedirect()
  }, [href])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading()
      }),
    [router],
  )
}

/** A screen reader reads the new page's heading, the keyboard goes on from there. Not for a page that changes as one types. */
function focusHeading(): void {
  if (document.activeElement?.matches('input, select, textarea, [role="tab"]')) return
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
