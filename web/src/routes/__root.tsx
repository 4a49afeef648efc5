import type { QueryClient } from '@tanstack/react-query'
import { isForMembers, isOpenPath } from '@wtpu/contract/site/parts'
import { createRootRouteWithContext, Outlet, redirect, useLocation } from '@tanstack/react-router'
import { ConfirmBanner, loadConfirmBanner } from '#features/accounts/confirmation/confirm-banner.tsx'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession } from '#lib/session/session.ts'
import { useIdle } from '#lib/use-idle.ts'
import { Footer } from '#shell/footer.tsx'
import { Header } from '#shell/header/header.tsx'
import { NotFound } from '#shell/page-error.tsx'
import { useNavigationEffects } from '#shell/use-navigation-effects.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Toaster } from '#ui/toast/toast.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  /** Sends visitors from the pages of members to the sign-in, and back afterwards. */
  beforeLoad: ({ location, matches, preload }) => {
    const { href, pathname } = location
    // The layout says that a page is switched off.
    const isMembers = isOpenPath(pathname) && matches[1]?.routeId === '/_member'
    if (getSession() || !(isMembers || isForMembers(pathname))) return
    // Hovering over a link also runs this guard, as a preload. Only a real visit is stored as the redirect target.
    if (!preload) storeRedirect(href)
    // Most visitors who open the link of a poll have no account yet.
    throw redirect({ to: '/login', state: { isNew: pathname.startsWith('/polls/') } })
  },
  loader: loadConfirmBanner,
  component: RootLayout,
  notFoundComponent: NotFound,
})

// Without them, the page works as before.
const Trouble = lazyComponent(
  () => import('#shell/after-page/trouble.tsx').then((module) => module.Trouble),
  () => null,
)
const AfterPage = lazyComponent(
  () => import('#shell/after-page/after-page.tsx').then((module) => module.AfterPage),
  () => null,
)

function RootLayout() {
  const idle = useIdle()
  useNavigationEffects()
  const isOpen = useLocation({ select: ({ pathname }) => isOpenPath(pathname) })
  return (
    <div className="flex flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header />
      {idle && <Trouble />}
      <ConfirmBanner />
      {/* Fills the window, so that the footer is not seen moving when a page becomes taller or shorter. */}
      <main id="content" tabIndex={-1} className="min-h-dvh outline-none lg:min-h-[calc(100dvh-4rem-1px)]">
        {isOpen ? <Outlet /> : <NotFound />}
      </main>
      <Footer />
      <Toaster />
      {idle && <AfterPage />}
    </div>
  )
}
