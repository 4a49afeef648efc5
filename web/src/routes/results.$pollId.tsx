import { createFileRoute } from '@tanstack/react-router'
import { parseId } from '@wtpu/contract/schemas'
import { ResultsPage } from '#features/polls/results/results-page.tsx'
import { NotFound } from '#shell/page-error.tsx'

export const Route = createFileRoute('/results/$pollId')({ component: Results })

function Results() {
  const { pollId } = Route.useParams()
  const id = parseId(pollId)
  if (id === undefined) return <NotFound />
  return <ResultsPage key={id} id={id} />
}
