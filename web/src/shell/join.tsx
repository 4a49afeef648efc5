import { site } from '@wtpu/contract/site/name'
import type { ReactNode } from 'react'
import { SignupBenefits } from '#features/accounts/signup-texts.tsx'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { OrByEmailDivider, SignInWays } from '#features/accounts/google/google-buttons.tsx'
import { googleSignupFailed } from '#features/accounts/messages.ts'
import { OpenRegistration } from '#features/accounts/registration-closed.tsx'
import { SignupForm } from '#features/accounts/signup-form.tsx'
import { AnswerNotice } from '#features/polls/pending/answer-notice.tsx'
import { SharedLink } from './shared-link.tsx'

/** The screen that creates an account. */
export function Join({
  hasAccount,
}: {
  /** Leads people who have an account to the sign-in. */
  hasAccount: ReactNode
}) {
  return (
    <AccountPage
      title={`Join ${site.name}`}
      lead={<p>{hasAccount}</p>}
      below={
        <>
          <AnswerNotice verb="Join" />
          <SharedLink verb="Join" />
        </>
      }
      aside={<SignupBenefits />}
    >
      <OpenRegistration>
        <SignInWays googleFailed={googleSignupFailed}>
          <OrByEmailDivider />
          <SignupForm />
        </SignInWays>
      </OpenRegistration>
    </AccountPage>
  )
}
