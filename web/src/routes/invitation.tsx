import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { InvitationPage } from '#features/accounts/invitation-page.tsx'

export const Route = createFileRoute('/invitation')({ component: Invitation })

function Invitation() {
  return (
    <AccountPage isOfLink title="Your invitation" lead={<p>An admin of this site invited you.</p>}>
      <InvitationPage token={useLocation().hash} />
    </AccountPage>
  )
}
