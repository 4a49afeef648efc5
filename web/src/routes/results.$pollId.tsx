import { createFileRoute } from '@tanstack/react-router'
import { parseId } from '@wtpu/contract/schemas'
import { ResultsPage } from '#features/polls/results/results-page.tsx'
import { usePendingAnswer } from '#lib/session/pending-answer.ts'
import { useSession } from '#lib/session/session.ts'
import { NotFound } from '#shell/page-error.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

// Loaded once a visitor has given an answer.
const AnswerStatus = lazyComponent(() => import('#shell/home/answer-status.tsx').then((module) => module.AnswerStatus))

export const Route = createFileRoute('/results/$pollId')({ component: Results })

function Results() {
  const { pollId } = Route.useParams()
  const isMember = useSession() !== null
  const hasAnswer = usePendingAnswer() !== undefined || isMember
  const id = parseId(pollId)
  if (id === undefined) return <NotFound />
  return (
    <ResultsPage key={id} id={id}>
      {(poll, isTapped) => hasAnswer && <AnswerStatus poll={poll} isTapped={isTapped} />}
    </ResultsPage>
  )
}
