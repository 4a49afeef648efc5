import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { newQueryClient } from '#lib/api/api.ts'
import { addEmbedded } from '#lib/api/embedded.ts'
import { useIdle } from '#lib/use-idle.ts'
import { maintainSession } from '#lib/session/session.ts'
import { startSessionNavigation } from '#shell/session-navigation.ts'
import { loadFirstScreen, SiteGate } from '#shell/gate/site-gate.tsx'
import { newRouter } from './router.tsx'
import { optionalCode } from '#lib/optional-code.ts'
import forcedColors from './forced-colors.css?url'
import './styles.css'

const queryClient = newQueryClient()
const router = newRouter(queryClient)
const responses = document.getElementById('responses')
if (responses) addEmbedded(queryClient, responses.textContent, Number(responses.dataset['at']))
startSessionNavigation(router, queryClient)

const survivesTranslation = () => optionalCode(() => import('#lib/on-demand/translated-texts.ts'))
// Browsers translate at once for those who read another language, and for others only when they ask.
const isTranslated = !navigator.language.startsWith('en') && survivesTranslation()
if (document.readyState === 'complete') void survivesTranslation()
else addEventListener('load', survivesTranslation)

// Few people use forced colors, so their rules are a file of their own.
if (matchMedia('(forced-colors: active)').matches)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: forcedColors }))

/** Mounted by the gate, so nothing below is fetched or rendered before it opens. */
function Site() {
  useEffect(() => maintainSession(), [])
  const idle = useIdle()
  useEffect(() => (idle ? loadAfterPage() : undefined), [idle])
  return <RouterProvider router={router} />
}

/**
 * Loads the code of the live stream and of error reports after the page. If that fails, the refetch intervals apply until the
 * network is back.
 */
function loadAfterPage(): () => void {
  let stop: (() => void) | undefined
  let stopped = false
  const load = async () => {
    const updates = await optionalCode(() => import('#shell/after-page/live-updates.ts'))
    if (stopped) return
    if (updates) stop = updates.startAfterPage(queryClient)
    else window.addEventListener('online', onOnline, { once: true })
  }
  const onOnline = () => void load()
  onOnline()
  return () => {
    stopped = true
    window.removeEventListener('online', onOnline)
    stop?.()
  }
}

const root = document.getElementById('root')
if (root) {
  // A transition renders in time slices, so the page responds to input while it renders.
  const show = () =>
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <SiteGate>
              <Site />
            </SiteGate>
          </QueryClientProvider>
        </StrictMode>,
      ),
    )
  // What the server has sent for this viewer stays until the app can replace it with the same.
  const first = document.querySelector('#first > *')
  if (first && getComputedStyle(first).visibility === 'visible') {
    // A reader may have scrolled, gone on by keyboard, selected text or opened details meanwhile.
    const take = async () => {
      await isTranslated
      const isUsed = scrollY > 0 || document.querySelector('#first :is(:focus, details[open])')
      if (isUsed || getSelection()?.toString())
        (await optionalCode(() => import('#lib/on-demand/keep-place.ts')))?.keepPlace(root, router)
      show()
    }
    void loadFirstScreen(() => router.load()).then(take, take)
  } else void Promise.resolve(isTranslated).then(show)
}
