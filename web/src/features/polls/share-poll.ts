import type { Poll } from '@wtpu/contract/polls/polls'
import { copyLink } from '#community/copy-link.ts'

/** The public page of a poll's result, which needs no account. */
export const resultsUrl = (id: number) => `${window.location.origin}/results/${id}`

/** Opens the sheet of the system, or copies the link where there is none. */
export async function sharePoll({ id, question }: Pick<Poll, 'id' | 'question'>): Promise<void> {
  const url = resultsUrl(id)
  try {
    if ('share' in navigator) await navigator.share({ title: question, url })
    else await copyLink(url)
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled) await copyLink(url)
  }
}
