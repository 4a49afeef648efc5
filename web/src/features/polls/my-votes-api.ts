import { listMyVotes } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/api/api.ts'
import { useSession } from '#lib/session/session.ts'
import { useStore } from '#lib/store.ts'
import { rememberedVotes } from '#features/polls/card/vote-memory.ts'

/** Refetched on focus: the viewer may have voted in another tab or on another device. */
export const myVotesQuery = () => query(listMyVotes, {}, { meta: { own: true }, refetchOnWindowFocus: 'always' })

/** The viewer's option by poll: from this browser's memory until the server has answered. Empty for visitors. */
export function useMyVotes(): ReadonlyMap<number, number> {
  const signedIn = useSession() !== null
  const { data } = useQuery({ ...myVotesQuery(), enabled: signedIn })
  const remembered = useStore(rememberedVotes)
  if (!signedIn) return new Map()
  return new Map(
    data
      ? data.map(({ poll, option }) => [poll, option])
      : remembered.map(({ pollId, optionId }) => [pollId, optionId]),
  )
}
