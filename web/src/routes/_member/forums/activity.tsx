import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/_member/forums/activity')({ component: ActivityPage })

const planned = ['The latest replies first', 'A mark for what is new today', 'A way back to where you stopped reading']

function ActivityPage() {
  return (
    <ComingSoon path="/forums/activity" planned={planned}>
      All discussions in the order in which somebody last spoke up.
    </ComingSoon>
  )
}
