import { listPendingAnswers, type PendingAnswer } from '@wtpu/contract/polls/pending-answers'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/api/api.ts'
import { useSession } from '#lib/session/session.ts'
import { answerCounted, answerNotCounted } from '#features/polls/small/pending-messages.ts'

/** Why an answer that waited on the server was not counted, by its state. */
const reasons: Partial<Record<PendingAnswer['state'], string>> = {
  already_voted: 'You had already voted in this poll.',
  poll_closed: 'The poll closed before your email was confirmed.',
  not_found: 'The poll was removed.',
  not_allowed: 'Your account could not vote when your email was confirmed.',
}

type Decided = Pick<PendingAnswer, 'poll' | 'question' | 'state'>

/** What became of the answers that waited for the email: those that were decided `now`, else all of the member. */
export function KeptAnswers({ now }: { now: Decided[] | undefined }) {
  const isLaterVisit = now === undefined || now.length === 0
  const enabled = useSession() !== null && isLaterVisit
  const own = query(listPendingAnswers, {}, { meta: { own: true }, refetchOnMount: 'always' })
  const { data = [] } = useQuery({ ...own, enabled })
  const decided = isLaterVisit ? data.filter(({ state }) => state !== 'waiting') : now
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
