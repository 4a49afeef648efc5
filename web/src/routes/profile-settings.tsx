import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/profile-settings')({ component: ProfileSettings })

function ProfileSettings() {
  return (
    <PlainPage path="/profile-settings">
      <p>Here you will change your name, picture and bio, and sign out.</p>
    </PlainPage>
  )
}
