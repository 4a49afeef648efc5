import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/profile')({ component: Profile })

const planned = [
  'A page of your own posts and discussions',
  'Followers and people you follow',
  'A record of your civic activity',
  'Control over what others see',
]

function Profile() {
  return (
    <ComingSoon path="/profile" planned={planned}>
      Your public face on WTPU: who you are, what you wrote and who follows you.
    </ComingSoon>
  )
}
