import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/support')({ component: Support })

function Support() {
  return (
    <PlainPage path="/support">
      <p>
        If something does not work, first try the page again; what you typed is kept. If you cannot sign in, reset your
        password from the sign-in page.
      </p>
      <p>
        When you report a problem, tell us the address of the page, what you did, what you expected, and what happened
        instead.
      </p>
    </PlainPage>
  )
}
