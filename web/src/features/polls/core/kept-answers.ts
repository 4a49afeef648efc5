import { listPendingAnswers } from '@wtpu/contract/polls/pending-answers'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/api/api.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useAnswerOutcome } from '#lib/session/pending-answer.ts'
import { cachedEmailStatus } from '#lib/session/email-status.ts'
import { useSession } from '#lib/session/session.ts'
import { myVotesQuery, useMyVotes } from '#features/polls/core/my-votes.ts'

/** The answers that wait with the account for a confirmed email, also after a reload or on another device. */
export function useKeptAnswers() {
  // The banner about the email fetches the account.
  const { data: account } = useQuery({ ...accountQuery(), enabled: false })
  const isConfirmed = (account ?? cachedEmailStatus())?.email_confirmed
  const enabled = isConfirmed === false
  const { data, isLoading } = useQuery({ ...query(listPendingAnswers, {}, { meta: { own: true } }), enabled })
  return { data: enabled ? data : undefined, isLoading, isConfirmed }
}

type AnswerState = { state: 'counted' } | { state: 'waiting'; option: string } | { state: 'failed'; reason: string }

/**
 * What became of an answer that was given before signing up. The lists of the server say it; the outcome that this browser knows
 * bridges the time until they are read.
 */
export function useAnswerState(pollId: number): AnswerState | undefined {
  const enabled = useSession() !== null
  const { isFetching } = useQuery({ ...myVotesQuery(), enabled })
  const isVoted = useMyVotes().has(pollId)
  const { data: kept, isConfirmed } = useKeptAnswers()
  const last = useAnswerOutcome()
  const outcome = last?.pollId === pollId ? last : undefined
  if (!enabled) return undefined
  if (outcome?.state === 'failed') return outcome
  if (isVoted || (outcome?.state === 'counted' && isFetching)) return outcome && { state: 'counted' }
  if (kept) {
    const own = kept.find(({ poll }) => poll === pollId)
    return own?.state === 'waiting' && own.option !== null ? { state: 'waiting', option: own.option } : undefined
  }
  return outcome?.state === 'waiting' && !isConfirmed ? { state: 'waiting', option: outcome.option } : undefined
}
