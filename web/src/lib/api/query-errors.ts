import type { Query, QueryCache } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Keeps the error of a query without data while it is fetched again. TanStack Query would make it pending: each refetch, such
 * as the feed's every five seconds, would replace the error by a skeleton, and take the focus from its Try Again.
 *
 * A query that nothing shows any more forgets its error, so a page that is opened again starts with its skeleton.
 */
export function keepErrors(cache: QueryCache): void {
  const shownErrors = new WeakMap<Query, Error>()
  cache.subscribe((event) => {
    const { query, type } = event
    if (type === 'observerRemoved' && !query.isActive()) shownErrors.delete(query)
    if (type !== 'updated') return
    const { status, fetchStatus, error, data } = query.state
    if (status === 'error' && error && data === undefined && query.isActive()) shownErrors.set(query, error)
    if (status === 'success') shownErrors.delete(query)
    if (status !== 'pending') return
    const shown = shownErrors.get(query)
    if (shown && fetchStatus !== 'idle') query.setState({ status: 'error', error: shown })
    else shownErrors.delete(query)
  })
}

/** The error of the last try, also while the next one is pending. For a `FormAlert` with `pending`. */
export function useLastError<E>({ error, isPending }: { error: E | null; isPending: boolean }): E | null {
  const [last, setLast] = useState(error)
  if (!isPending && last !== error) setLast(error)
  return isPending ? last : error
}
