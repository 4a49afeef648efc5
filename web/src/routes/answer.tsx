import type { Mailbox } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { createFileRoute } from '@tanstack/react-router'
import { OpenRegistration } from '#features/accounts/registration-closed.tsx'
import { SignupForm } from '#features/accounts/signup-form.tsx'
import { MailedAnswer } from '#features/polls/mailed/mailed-answer.tsx'
import { useLinkToken } from '#lib/link-token.ts'

export const Route = createFileRoute('/answer')({ component: MailedAnswerPage })

function MailedAnswerPage() {
  const token = useLinkToken('answer_token')
  return <MailedAnswer key={token} token={token} KeepAccount={KeepAccount} />
}

function KeepAccount({ mailbox, onSignedIn }: { mailbox: Mailbox; onSignedIn: () => void }) {
  return (
    <OpenRegistration>
      <h2 className="text-2xl">Keep an account</h2>
      <p className="mt-1 mb-4 text-soft">
        You then answer other polls without a mail for each. Your answer is in it, and your address is confirmed
        already.
      </p>
      <SignupForm short mailbox={mailbox} onSignedIn={onSignedIn} />
    </OpenRegistration>
  )
}
