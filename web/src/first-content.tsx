import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.browser'
import { newQueryClient } from '#lib/api/api.ts'
import { GateScreen } from '#shell/gate/gate-screen.tsx'
import { newRouter } from './router.tsx'

/*
 * What the app shows before any call is answered, as HTML that the server puts into the page (`vite-first-content.ts`). The
 * app replaces it with the same. It runs on the server with the few browser globals of `server/src/site/first-content.ts`.
 */

export const renderGate = () => markupOf(<GateScreen onOpen={() => undefined} />)

/** @returns An empty string for an address that leads to another page. */
export async function renderPage(path: string): Promise<string> {
  const queryClient = newQueryClient()
  const router = newRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  // Loaders request data.
  for (const route of Object.values(router.routesById)) Object.assign(route.options, { loader: undefined })
  await router.load()
  if (router.state.location.pathname !== path) return ''
  return markupOf(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/**
 * Controls that need the app are inert until it is there: what is typed earlier would be lost. Without the app, a form must
 * not put what is typed into an address.
 */
function markupOf(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replaceAll(/<script\b.*?<\/script>/gs, '')
    .replaceAll('<form', '<form method="post" inert')
    .replaceAll(/<(?=(?:button|input|select|textarea)\b)(\w+)/g, '<$1 inert')
}
