import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { MailedAnswer } from '#features/polls/mailed/mailed-answer.tsx'
import { useLinkToken } from '#lib/link-token.ts'

export const Route = createFileRoute('/answer')({ component: MailedAnswerPage })

function MailedAnswerPage() {
  const token = useLinkToken('answer_token')
  return (
    <AccountPage title="Count your answer" lead={<p>One press, and your answer is in the result.</p>}>
      <MailedAnswer key={token} token={token} />
    </AccountPage>
  )
}
