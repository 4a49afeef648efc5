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
    // Always run the loader on preload; the query cache decides whether data is still fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    scrollRestoration: pathChanged(),
  })
}

/** Scroll restoration applies when the path changes. A filter that changes only the search params does not scroll. */
function pathChanged(): (change: { location: ParsedLocation }) => boolean {
  let lastPath: string | undefined
  return ({ location }) => {
    const changed = location.pathname !== lastPath
    lastPath = location.pathname
    return changed
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
