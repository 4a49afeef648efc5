import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/terms')({ component: Terms })

function Terms() {
  return (
    <PlainPage path="/terms">
      <p>
        These terms explain what you can expect from WTPU and what WTPU expects from you. Membership is free. Each
        person has one account, one vote in each poll and one rating of each official.
      </p>
      <p>
        You own what you write; by posting it, you allow WTPU to show it here. Accounts that break the Community
        Guidelines may be suspended.
      </p>
    </PlainPage>
  )
}
