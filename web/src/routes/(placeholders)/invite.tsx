import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/invite')({ component: Invite })

const planned = [
  'A personal invitation link',
  'Invitations by email',
  'See who joined through you',
  'Groups for your town or school',
]

function Invite() {
  return (
    <ComingSoon path="/invite" planned={planned}>
      Democracy grows by word of mouth: bring your friends, family and neighbors along.
    </ComingSoon>
  )
}
