import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Toaster } from '#ui/toast/toast.tsx'
import { newTestQueryClient } from './fake-api.tsx'

/** Renders a component without a page: on any path, with an empty query cache and with toasts. */
export function renderComponent(component: ReactNode, queryClient = newTestQueryClient()) {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        {component}
        <Toaster />
      </>
    ),
    notFoundComponent: () => null,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return {
    queryClient,
    ...render(
      <QueryClientProvider client={queryClient}>
        {/* The app's router type is registered globally. This one has no routes, which links do not need. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  }
}
