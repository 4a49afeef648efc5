import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '#lib/search.ts'
import { PageError } from '#shell/page-error.tsx'
import { routeTree } from './routeTree.gen.ts'

export function newRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    scrollRestoration: onPathChange(),
  })
}

/** Back and forward restore the place, a new path starts at its top; a filter that rewrites the query moves nothing. */
function onPathChange(): (change: { location: ParsedLocation }) => boolean {
  let last: string | undefined
  return ({ location }) => {
    const changed = location.pathname !== last
    last = location.pathname
    return changed
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
