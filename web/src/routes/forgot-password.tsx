import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/forgot-password')({ component: ForgotPassword })

function ForgotPassword() {
  return (
    <PlainPage path="/forgot-password">
      <p>Here you will ask for a code that lets you choose a new password.</p>
    </PlainPage>
  )
}
