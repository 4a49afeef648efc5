import { givePendingAnswer } from '@wtpu/contract/polls/pending-answers'
import { listMyVotes } from '@wtpu/contract/polls/polls'
import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure, call, urlKey } from '#lib/api/api.ts'
import { isPermanentFailure } from '#lib/api/request.ts'
import { getSession, onSessionChange } from '#lib/session/session.ts'
import { myVotesQuery, rememberVote } from '#features/polls/core/my-votes.ts'
import { type AnswerOutcome, type PendingAnswer, readPendingAnswer, settleAnswer } from '#lib/session/pending-answer.ts'

const retryMs = 10_000

/**
 * Casts the answer that waits in this browser as soon as somebody is signed in, however that happened. What failed because of the
 * network or the server is tried again later, when the network is back, and by the next page. Returns a stop function.
 */
export function castPendingAnswers(queryClient: QueryClient, onOutcome: (outcome: AnswerOutcome) => void): () => void {
  let running = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const cast = async () => {
    const answer = readPendingAnswer()
    clearTimeout(timer)
    if (running || !answer || !getSession()) return
    running = true
    const outcome = await send(answer)
    running = false
    if (!outcome) {
      timer = setTimeout(start, retryMs)
      return
    }
    // Cancelled or replaced meanwhile: what was sent is shown all the same.
    if (outcome.state === 'counted') rememberVote(outcome)
    // An invalidation does not repeat a first request that is under way, which may have been answered before the vote.
    if (outcome.state === 'counted') await queryClient.cancelQueries({ queryKey: myVotesQuery().queryKey })
    settleAnswer(outcome)
    void queryClient.invalidateQueries({ queryKey: urlKey('/api/polls/') })
    onOutcome(outcome)
  }
  const start = () => void cast()
  const stop = onSessionChange(start)
  window.addEventListener('online', start)
  start()
  return () => {
    stop()
    clearTimeout(timer)
    window.removeEventListener('online', start)
  }
}

/** Resolves to undefined if the answer has to wait for the network or the server. */
async function send(answer: PendingAnswer): Promise<AnswerOutcome | undefined> {
  const { pollId, optionId, rotation } = answer
  try {
    const { state } = await call(givePendingAnswer, { params: { id: pollId }, body: { option_id: optionId, rotation } })
    return { ...answer, state }
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || !isPermanentFailure(failure) || failure.status === 401) return undefined
    if (failure.code === 'already_voted' && (await isCounted(answer))) return { ...answer, state: 'counted' }
    return { ...answer, state: 'failed', reason: failure.detail }
  }
}

/** The response to an earlier try was lost, or another tab was faster. */
async function isCounted({ pollId, optionId }: PendingAnswer): Promise<boolean> {
  const votes = await call(listMyVotes).catch(() => [])
  return votes.some(({ poll, option }) => poll === pollId && option === optionId)
}
