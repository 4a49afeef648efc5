import { storedList } from '#lib/stored-list.ts'
import { now } from '#lib/time.ts'

export interface RememberedVote {
  pollId: number
  optionId: number
  timestamp: number
}

/** The votes stored in this browser, shown until the server returns the viewer's votes. */
export const rememberedVotes = storedList('userVotes', isVote)

/** There is one vote per poll: a second vote in the same poll is ignored. */
export function rememberVote(vote: { pollId: number; optionId: number }): void {
  const votes = rememberedVotes.read()
  if (votes.some(({ pollId }) => pollId === vote.pollId)) return
  rememberedVotes.write([...votes, { ...vote, timestamp: now() }])
}

function isVote(entry: unknown): entry is RememberedVote {
  const { pollId, optionId } = (entry ?? {}) as Partial<RememberedVote>
  return typeof pollId === 'number' && typeof optionId === 'number'
}
