import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/invite')({ component: Invite })

const planned = [
  'A personal invitation link',
  'Invitations by email',
  'See who joined through your invitation',
  'Groups for your town or school',
]

function Invite() {
  return (
    <ComingSoon path="/invite" planned={planned}>
      Democracy grows by word of mouth. Bring your friends, family and neighbors.
    </ComingSoon>
  )
}
