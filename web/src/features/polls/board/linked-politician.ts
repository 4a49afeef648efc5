import type { PoliticianProfile } from '@wtpu/contract/politicians'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { politicianByNameQuery, politicianQuery } from '#features/polls/politician-select/politician-api.ts'
import type { PollSearch } from '#features/polls/search.ts'

/** Skeletons replace the list for at most two seconds. */
const maxSkeletonMs = 2000

type LinkedPolitician = { kind: 'none' | 'loading' | 'not-found' } | { kind: 'failed'; retry: () => unknown }

/** Looks up the politician named in `?filter=politician&q=` and calls `onFound` to select them. */
export function useLinkedPolitician(
  search: PollSearch,
  onFound: (politician: PoliticianProfile) => void,
): LinkedPolitician {
  const queryClient = useQueryClient()
  const name = search.filter === 'politician' ? search.q : undefined
  const { data, error, refetch } = useQuery({ ...politicianByNameQuery(name ?? ''), enabled: name !== undefined })
  const select = useEffectEvent((politician: PoliticianProfile) => {
    // Lets the filter show the name without another request.
    queryClient.setQueryData(politicianQuery(politician.id).queryKey, politician)
    onFound(politician)
  })
  useEffect(() => {
    if (name !== undefined && data) select(data)
  }, [name, data])

  const [timedOutName, setTimedOutName] = useState<string>()
  useEffect(() => {
    if (name === undefined) return undefined
    const timer = setTimeout(() => setTimedOutName(name), maxSkeletonMs)
    return () => clearTimeout(timer)
  }, [name])

  if (name === undefined) return { kind: 'none' }
  if (error) return error.status === 404 ? { kind: 'not-found' } : { kind: 'failed', retry: () => refetch() }
  return { kind: timedOutName === name ? 'none' : 'loading' }
}
