import { findPage } from '@wtpu/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showHead } from '#lib/head.ts'
import { forgetRedirect, rememberRoute, safePath, storeRedirect } from '#lib/last-route.ts'
import { getSession, onSessionChange, type LogoutReason } from '#lib/session.ts'

/** What follows every arrival at a page: its head, the last route, focus at its heading. */
export function useArrivals(): void {
  const router = useRouter()
  const href = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  useEffect(() => {
    if (href === undefined) return
    const path = new URL(href, window.location.origin).pathname
    showHead(path)
    if (findPage(path)) rememberRoute(href)
  }, [href])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading()
      }),
    [router],
  )
}

/** A screen reader reads the new page's heading, the keyboard goes on from there. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Specification 2: where signing in and out lead, whoever caused it. */
export function useSessionEvents(): void {
  const router = useRouter()
  useEffect(() => {
    const onLoggedOut = (event: CustomEvent<{ reason: LogoutReason }>) => {
      if (event.detail.reason === 'expired') storeRedirect(router.state.location.href)
      router.history.push(event.detail.reason === 'manual' ? '/' : '/login')
    }
    const onRedirect = (event: CustomEvent<{ target?: string }>) => {
      forgetRedirect()
      router.history.replace(safePath(event.detail.target) ?? '/')
    }
    window.addEventListener('wtpu-logged-out', onLoggedOut)
    window.addEventListener('wtpu-post-login-redirect', onRedirect)
    return () => {
      window.removeEventListener('wtpu-logged-out', onLoggedOut)
      window.removeEventListener('wtpu-post-login-redirect', onRedirect)
    }
  }, [router])
  useForgottenAnswers()
}

/** One person's answers are not shown to the next; and a sign-out in another tab closes the members' pages here. */
function useForgottenAnswers(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    let user = getSession()?.user_id
    return onSessionChange(() => {
      const next = getSession()?.user_id
      if (next === user) return
      user = next
      void router.invalidate().then(() => {
        queryClient.removeQueries({ type: 'inactive' })
        if (next) void queryClient.invalidateQueries()
      })
    })
  }, [router, queryClient])
}

declare global {
  interface WindowEventMap {
    'wtpu-logged-out': CustomEvent<{ reason: LogoutReason }>
    'wtpu-post-login-redirect': CustomEvent<{ target?: string }>
  }
}
