import type { QueryClient } from '@tanstack/react-query'
import { now } from '#lib/time.ts'
import { urlKey } from './api.ts'

/**
 * Adds the responses that the server has rendered a page from, so that they are not requested again. `at` is when it did:
 * browsers also open pages that they have kept for days.
 */
export function addEmbedded(queryClient: QueryClient, responses: string, at: number): void {
  for (const [path, data] of Object.entries(JSON.parse(responses)))
    queryClient.setQueryData(urlKey(path), data, { updatedAt: Math.min(at, now()) })
}
