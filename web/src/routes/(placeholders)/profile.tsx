import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/profile')({ component: Profile })

const planned = [
  'Your posts and discussions on one page',
  'Followers and people you follow',
  'A history of your civic activity',
  'Control over what others see',
]

function Profile() {
  return (
    <ComingSoon path="/profile" planned={planned}>
      How others see you on WTPU: who you are, what you wrote and who follows you.
    </ComingSoon>
  )
}
