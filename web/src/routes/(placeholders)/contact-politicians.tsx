import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/contact-politicians')({ component: ContactPoliticians })

const planned = [
  'Find your representatives by address',
  'Messages to several offices at once',
  'Letter templates for common concerns',
  'A history of your messages and the replies',
]

function ContactPoliticians() {
  return (
    <ComingSoon path="/contact-politicians" planned={planned}>
      Write to the officials who represent you. Their addresses are already filled in.
    </ComingSoon>
  )
}
