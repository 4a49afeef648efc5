import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/_member/forums/activity')({ component: ActivityPage })

const planned = ['Latest replies first', 'New today at a glance', 'Pick up where you stopped reading']

function ActivityPage() {
  return (
    <ComingSoon path="/forums/activity" planned={planned}>
      All discussions, sorted by their latest reply.
    </ComingSoon>
  )
}
