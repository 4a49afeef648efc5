import type { Poll } from '@wtpu/contract/polls/polls'

/** HTML that shows a poll and its totals on another site. */
export function embedCode(origin: string, { id, question }: Pick<Poll, 'id' | 'question'>): string {
  const title = question.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<iframe src="${origin}/embed/polls/${id}" title="${title}" width="100%" height="480" style="border:0;max-width:40rem" loading="lazy"></iframe>`
}
