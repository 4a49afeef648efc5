import { listPendingAnswers } from '@wtpu/contract/polls/pending-answers'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/api/api.ts'
import { answerCounted, answerNotCounted, reasons } from '#features/polls/core/pending-messages.ts'

/** What became of the answers that waited for the member's email. */
export function KeptAnswers() {
  const { data = [] } = useQuery(query(listPendingAnswers, {}, { meta: { own: true }, refetchOnMount: 'always' }))
  const decided = data.filter(({ state }) => state !== 'waiting')
  if (decided.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {decided.map(({ poll, question, state }) => (
        <li key={poll}>
          <strong>{state === 'counted' ? answerCounted : answerNotCounted}.</strong> {reasons[state]}{' '}
          <span className="text-soft">{question}</span>
        </li>
      ))}
    </ul>
  )
}
