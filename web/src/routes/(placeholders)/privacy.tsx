import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/privacy')({ component: Privacy })

function Privacy() {
  return (
    <PlainPage path="/privacy">
      <p>
        WTPU stores only what it needs to work: your name, email address and state, and your votes, ratings and posts.
        Your votes and ratings are counted, but never shown with your name.
      </p>
      <p>
        Your email address is hidden from others unless you choose to show it, and nothing about you is sold. Passwords
        are stored in a form that cannot be reversed.
      </p>
    </PlainPage>
  )
}
