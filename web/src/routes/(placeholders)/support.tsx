import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/support')({ component: Support })

function Support() {
  return (
    <PlainPage path="/support">
      <p>
        If something does not work, try the page again first; what you have typed is kept. If you cannot sign in, ask
        for a new password on the sign-in page.
      </p>
      <p>
        When you report a problem, tell us the address of the page, what you did and what you saw instead of what you
        expected.
      </p>
    </PlainPage>
  )
}
