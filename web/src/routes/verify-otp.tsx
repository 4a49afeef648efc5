import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/verify-otp')({ component: VerifyOtp })

function VerifyOtp() {
  return (
    <PlainPage path="/verify-otp">
      <p>Here you will enter the 6-digit code from our email.</p>
    </PlainPage>
  )
}
