import { createFileRoute } from '@tanstack/react-router'
import { parseId } from '@wtpu/contract/schemas'
import { RollCallPage } from '#features/roll-calls/roll-call-page.tsx'
import { NotFound } from '#shell/page-error.tsx'

export const Route = createFileRoute('/roll-calls/$rollCallId')({ component: RollCall })

function RollCall() {
  const { rollCallId } = Route.useParams()
  const id = parseId(rollCallId)
  if (id === undefined) return <NotFound />
  return <RollCallPage key={id} id={id} />
}
