import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/terms')({ component: Terms })

function Terms() {
  return (
    <PlainPage path="/terms">
      <p>
        These terms say what you may expect of WTPU and what WTPU expects of you. Membership is free, one person has one
        account, and each person has one vote in a poll and one rating of an official.
      </p>
      <p>
        What you write stays yours; by posting it you allow WTPU to show it here. Accounts that break the Community
        Guidelines may be suspended.
      </p>
    </PlainPage>
  )
}
