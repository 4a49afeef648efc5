import type { QueryClient } from '@tanstack/react-query'
import { now } from '#lib/time.ts'
import { pagesKey, urlKey } from './api.ts'
import { toListPage } from './pages.ts'

/**
 * Adds the responses that the server has rendered a page from, so that they are not requested again. A list is the first page. `at` is when it did:
 * browsers also open pages that they have kept for days.
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
