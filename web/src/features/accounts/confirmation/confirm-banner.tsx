import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { cachedEmailStatus, cacheEmailStatus } from '#lib/session/email-status.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

// Without it, the page works as before.
const Banner = lazyComponent(
  () => import('./on-demand/banner.tsx').then((module) => module.Banner),
  () => null,
)

/** Loads the code of the banner if the viewer will see it, so that it comes with the page and moves nothing. */
export function loadConfirmBanner(): Promise<unknown> | undefined {
  return cachedEmailStatus()?.email_confirmed === false ? Banner.preload() : undefined
}

/** A banner above every page that asks signed-in users to confirm their email. */
export function ConfirmBanner() {
  const session = useSession()
  return session && <UserBanner key={session.user_id} />
}

function UserBanner() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The status as of the last navigation. Newer data may hide the banner, but must not show it and shift the layout.
  const [atNavigation, setAtNavigation] = useState(() => ({ path, status: cachedEmailStatus() }))
  if (atNavigation.path !== path) setAtNavigation({ path, status: cachedEmailStatus() })
  const { data: current } = useQuery({
    ...accountQuery(),
    enabled: atNavigation.status?.email_confirmed !== true,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (current) cacheEmailStatus(current)
  }, [current])
  const status = atNavigation.status
  if (!status || status.email_confirmed || current?.email_confirmed || path === '/confirm-email') return null
  // No link would arrive.
  if (status.sends_mail === false || current?.sends_mail === false) return null
  return <Banner status={status} />
}
