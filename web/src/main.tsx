import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { newQueryClient } from '#lib/api/api.ts'
import { startLiveUpdates } from '#lib/live/live.ts'
import { maintainSession } from '#lib/session/session.ts'
import { followSession } from '#shell/follow-session.ts'
import { SiteGate } from '#shell/gate/site-gate.tsx'
import { newRouter } from './router.tsx'
import './styles.css'

// Radix writes a style element while a dialog locks the page's scroll: the policy lets it in by this page's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

const queryClient = newQueryClient()
const router = newRouter(queryClient)
followSession(router, queryClient)

/** Behind the gate: nothing of it is loaded, fetched or rendered before. */
function Site() {
  useEffect(() => maintainSession(), [])
  useEffect(() => startLiveUpdates(queryClient), [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

const root = document.getElementById('root')
if (root) {
  // A transition renders in slices: the page answers the first tap while it is still being built.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <SiteGate>
          <Site />
        </SiteGate>
      </StrictMode>,
    ),
  )
}
