import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/notifications')({ component: Notifications })

const planned = [
  'Replies to your posts and comments',
  'Results of polls you voted in',
  'News about officials you rated',
  'Quiet hours and a daily digest',
]

function Notifications() {
  return (
    <ComingSoon path="/notifications" planned={planned}>
      Everything that happened since your last visit, in one place and at your pace.
    </ComingSoon>
  )
}
