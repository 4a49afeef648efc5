import type { QueryClient } from '@tanstack/react-query'
import { now } from '#lib/time.ts'
import { pagesKey, urlKey } from './api.ts'
import { toListPage } from './pages.ts'

/**
 * Adds the responses from which the server has rendered a page, so that they are not requested again. A list becomes the first of
 * its pages. `at` is when the server rendered them: browsers also open pages that they have kept for days.
 */
export function addEmbedded(queryClient: QueryClient, responses: string, at: number): void {
  const updatedAt = Math.min(at, now())
  for (const [path, data] of Object.entries<object | null>(JSON.parse(responses))) {
    queryClient.setQueryData(urlKey(path), data, { updatedAt })
    if (data === null || !('next' in data)) continue
    const pages = { pages: [toListPage(data)], pageParams: [''] }
    queryClient.setQueryData(pagesKey(urlKey(path)), pages, { updatedAt })
  }
}
