import { createFileRoute } from '@tanstack/react-router'
import { CheckPage } from '#features/check/check-page.tsx'

export const Route = createFileRoute('/polls/$pollId/check')({ component: Check })

function Check() {
  const { pollId } = Route.useParams()
  return <CheckPage key={pollId} id={Number(pollId)} />
}
