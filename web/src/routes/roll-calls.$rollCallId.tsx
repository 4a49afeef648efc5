import { createFileRoute } from '@tanstack/react-router'
import { RollCallPage } from '#features/roll-calls/roll-call-page.tsx'

export const Route = createFileRoute('/roll-calls/$rollCallId')({ component: RollCall })

function RollCall() {
  const { rollCallId } = Route.useParams()
  return <RollCallPage key={rollCallId} id={Number(rollCallId)} />
}
