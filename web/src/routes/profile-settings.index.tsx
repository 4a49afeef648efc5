import { createFileRoute } from '@tanstack/react-router'
import { ProfileSettings, SignInPrompt } from '#features/accounts/settings/profile-settings.tsx'
import { MutedPeople, mutedPeopleTitle } from '#features/boiler-room/muted-people.tsx'
import { OwnDecisions, ownDecisionsTitle } from '#features/moderation/own-decisions.tsx'
import { useSession } from '#lib/session/session.ts'

export const Route = createFileRoute('/profile-settings/')({ component: Settings })

const others = [
  { id: 'muted-people', title: mutedPeopleTitle },
  { id: 'decisions', title: ownDecisionsTitle },
]

function Settings() {
  const session = useSession()
  return (
    <div className="page">
      <h1 className="mb-8">Profile Settings</h1>
      {session ? (
        <ProfileSettings key={session.user_id} userId={session.user_id} others={others}>
          <MutedPeople />
          <OwnDecisions />
        </ProfileSettings>
      ) : (
        <SignInPrompt />
      )}
    </div>
  )
}
