import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AccountPage } from '#features/accounts/account-page.tsx'
import { SetupPage } from '#features/admin/setup-page.tsx'

export const Route = createFileRoute('/setup')({ component: Setup })

function Setup() {
  return (
    <AccountPage title="Set up this site" lead={<p>The first account here runs the site.</p>}>
      <SetupPage token={useLocation().hash} />
    </AccountPage>
  )
}
