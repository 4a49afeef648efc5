import { createFileRoute } from '@tanstack/react-router'
import { parseId } from '@wtpu/contract/schemas'
import { CheckPage } from '#features/check/check-page.tsx'
import { NotFound } from '#shell/page-error.tsx'

export const Route = createFileRoute('/polls/$pollId/check')({ component: Check })

function Check() {
  const { pollId } = Route.useParams()
  const id = parseId(pollId)
  if (id === undefined) return <NotFound />
  return <CheckPage key={id} id={id} />
}
