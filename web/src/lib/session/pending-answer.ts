import { createStore, storedList, useStore } from '#lib/store.ts'
import { pendingAnswerKey } from '#lib/storage.ts'
import { now } from '#lib/time.ts'

/** What a visitor tapped in a poll: counted once they have an account. */
export interface PendingAnswer {
  pollId: number
  optionId: number
  /** Which option stood first. */
  rotation?: number | undefined
  question: string
  option: string
  /** In milliseconds, by the server's clock. */
  expires: number
}

/** `waiting`: the server keeps the answer until the email is confirmed. */
export type AnswerOutcome =
  | (PendingAnswer & { state: 'counted' | 'waiting' })
  | (PendingAnswer & { state: 'failed'; reason: string })

const keptMs = 60 * 60_000

/**
 * In local storage, because the answer must survive Google's redirect, other tabs and a closed browser, for an hour. At most one
 * entry.
 */
const stored = storedList(pendingAnswerKey, isPendingAnswer)

export function readPendingAnswer(): PendingAnswer | undefined {
  return stored.read().find(({ expires }) => expires > now())
}

export function usePendingAnswer(): PendingAnswer | undefined {
  return useStore(stored, () => readPendingAnswer())
}

export function keepAnswer(answer: Omit<PendingAnswer, 'expires'>): void {
  settleAnswer(undefined)
  stored.write([{ ...answer, expires: now() + keptMs }])
}

let outcome: AnswerOutcome | undefined
const outcomes = createStore(() => outcome)

/** What became of the last answer, until the page is closed. */
export function useAnswerOutcome(): AnswerOutcome | undefined {
  return useStore(outcomes)
}

/** The answer no longer waits in this browser: it was sent, or cancelled if there is no outcome. */
export function settleAnswer(next: AnswerOutcome | undefined): void {
  outcome = next
  stored.write([])
  outcomes.notify()
}

/** The vote was taken back, so an answer whose response was lost is not sent again. */
export function forgetAnswer(pollId: number): void {
  if (readPendingAnswer()?.pollId === pollId || outcome?.pollId === pollId) settleAnswer(undefined)
}

function isPendingAnswer(entry: unknown): entry is PendingAnswer {
  const { pollId, optionId, question, option, expires } = (entry ?? {}) as Partial<PendingAnswer>
  return (
    [pollId, optionId, expires].every(Number.isFinite) && typeof question === 'string' && typeof option === 'string'
  )
}
