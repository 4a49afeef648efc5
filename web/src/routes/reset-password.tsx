import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/reset-password')({ component: ResetPassword })

function ResetPassword() {
  return (
    <PlainPage path="/reset-password">
      <p>Here you will choose a new password.</p>
    </PlainPage>
  )
}
