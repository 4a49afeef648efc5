import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/privacy')({ component: Privacy })

function Privacy() {
  return (
    <PlainPage path="/privacy">
      <p>
        WTPU keeps what it needs to work: your name, email address, state, and what you vote, rate and write. Your votes
        and ratings are counted; they are never shown with your name.
      </p>
      <p>
        Your email address is not shown to others, and nothing about you is sold. Passwords are stored in a form that
        cannot be read back.
      </p>
    </PlainPage>
  )
}
