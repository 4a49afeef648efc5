import type { PoliticianProfile } from '@wtpu/contract/politicians'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { politicianByNameQuery, politicianQuery } from '#features/polls/politician-select/politician-api.ts'
import type { PollSearch } from '#features/polls/search.ts'

/** Specification 2: skeletons stand in for the list up to two seconds. */
const patience = 2000

type Named = { kind: 'none' | 'pending' | 'unknown' } | { kind: 'failed'; retry: () => void }

/** Finds the official whom `?filter=politician&q=` names (decision 51); `onFound` puts them into the filters. */
export function useNamedPolitician(search: PollSearch, onFound: (politician: PoliticianProfile) => void): Named {
  const queryClient = useQueryClient()
  const name = search.filter === 'politician' ? search.q : undefined
  const { data, error, refetch } = useQuery({ ...politicianByNameQuery(name ?? ''), enabled: name !== undefined })
  const found = useEffectEvent((politician: PoliticianProfile) => {
    // The filter shows the name at once.
    queryClient.setQueryData(politicianQuery(politician.id).queryKey, politician)
    onFound(politician)
  })
  useEffect(() => {
    if (name !== undefined && data) found(data)
  }, [name, data])

  const [late, setLate] = useState<string>()
  useEffect(() => {
    if (name === undefined) return undefined
    const timer = setTimeout(() => setLate(name), patience)
    return () => clearTimeout(timer)
  }, [name])

  if (name === undefined) return { kind: 'none' }
  if (error) return error.status === 404 ? { kind: 'unknown' } : { kind: 'failed', retry: () => void refetch() }
  return { kind: late === name ? 'none' : 'pending' }
}
