import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { SetupPage } from '#features/admin/setup-page.tsx'

export const Route = createFileRoute('/setup')({ component: Setup })

function Setup() {
  return (
    <AccountPage isOfLink title="Set up this site" lead={<p>Its first admin begins here.</p>}>
      <SetupPage token={useLocation().hash} />
    </AccountPage>
  )
}
