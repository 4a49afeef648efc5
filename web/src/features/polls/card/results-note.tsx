import { quorumText, turnoutText, whenShown } from '@wtpu/contract/polls/on-demand/hidden-results'
import { boundText } from '@wtpu/contract/polls/on-demand/bound'
import type { Poll } from '@wtpu/contract/polls/polls'

/**
 * Who can answer, if not everybody. When hidden results are shown and how many have answered, or what the invited who have not answered could change; and how many have
 * to answer for the quorum.
 */
export function ResultsNote({ poll }: { poll: Poll }) {
  const options = poll.options.map(({ text, vote_count: votes }) => ({ text, votes }))
  const who =
    poll.audience === 'circle' &&
    !poll.is_closed &&
    'Only invited people can answer: by the link or code that they got, or signed in with the address that was invited.'
  const texts = [who, whenShown(poll), turnoutText(poll), boundText(options, poll.eligible), quorumText(poll)]
  return <p className="text-sm text-soft">{texts.filter(Boolean).join(' ')}</p>
}
