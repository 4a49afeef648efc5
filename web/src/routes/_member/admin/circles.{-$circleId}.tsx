import { parseId } from '@wtpu/contract/schemas'
import { createFileRoute } from '@tanstack/react-router'
import { CirclePage } from '#features/admin/circles/circle-page.tsx'
import { CirclesPage } from '#features/admin/circles/circles-page.tsx'

export const Route = createFileRoute('/_member/admin/circles/{-$circleId}')({ component: Circles })

function Circles() {
  const { circleId } = Route.useParams()
  return circleId === undefined ? <CirclesPage /> : <CirclePage key={circleId} id={parseId(circleId) ?? 0} />
}
