import { isOpenPath } from '@wtpu/contract/site/parts'
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '#lib/search.ts'
import { PageError } from '#shell/page-error.tsx'
import { routeTree } from './routeTree.gen.ts'

export function newRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
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
  // The layout says that the part is off, so neither code nor data of the page is loaded.
  const routes: { fullPath: string; options: { component?: unknown; loader?: unknown } }[] = Object.values(
    router.routesById,
  )
  for (const { fullPath, options } of routes) if (!isOpenPath(fullPath)) options.component = options.loader = undefined
  return router
}

/**
 * Scroll restoration applies when the path changes, when a single post opens or closes, and when a link, such as a tag
 * far down in a list, leads to another category or tag. Other search params do not scroll.
 */
function pathChanged(): (change: { location: ParsedLocation }) => boolean {
  let lastPlace: string | undefined
  return ({ location: { pathname, search } }) => {
    const params = new Map<string, unknown>(Object.entries(search))
    const place = [pathname, ...['post', 'category', 'tag'].map((name) => params.get(name))].join(' ')
    const changed = place !== lastPlace
    lastPlace = place
    return changed
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
