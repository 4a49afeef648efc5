import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadPageHead, writePageHead } from '#lib/head.ts'
import { useIdle } from '#lib/use-idle.ts'
import { clearRedirect, storeLastRoute, safePath } from '#lib/session/post-login-redirect.ts'
import { getSession } from '#lib/session/session.ts'

/** Runs after every navigation: updates the page head, stores the last route, and moves focus to the heading. */
export function useNavigationEffects(): void {
  const router = useRouter()
  const idle = useIdle()
  useEffect(() => {
    // In time for the first navigation.
    if (idle) void loadPageHead()
  }, [idle])
  const href = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  useEffect(() => {
    if (href === undefined) return
    const path = new URL(href, window.location.origin).pathname
    writePageHead(path)
    // The page for unknown addresses has this mark.
    if (!document.querySelector('[data-not-found]')) storeLastRoute(href)
    // Clear the saved route only after arrival, because guards may read it several times during navigation.
    if (getSession() && safePath(href)) clearRedirect()
    // The form of the gate had the focus and is gone.
    const { dataset } = document.documentElement
    if (dataset['gate'] === 'opened') {
      dataset['gate'] = 'on'
      focusHeading()
    }
  }, [href])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading()
      }),
    [router],
  )
}

/** Makes screen readers announce the new page, or what the link is about on it. Skipped while the user types, as in a search that changes the URL. */
function focusHeading(): void {
  if (document.activeElement?.matches('input, select, textarea, [role="tab"]')) return
  const heading =
    document.getElementById(location.hash.slice(1)) ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
