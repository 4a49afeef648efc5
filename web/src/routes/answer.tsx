import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AccountPage } from '#features/accounts/account-page.tsx'
import { MailedAnswer } from '#features/polls/mailed/mailed-answer.tsx'

export const Route = createFileRoute('/answer')({ component: MailedAnswerPage })

function MailedAnswerPage() {
  const token = useLocation().hash
  return (
    <AccountPage title="Count your answer" lead={<p>One press, and your answer is in the result.</p>}>
      <MailedAnswer key={token || 'kept'} token={token} />
    </AccountPage>
  )
}
