import type { ReactNode } from 'react'
import { ProfileLink } from '#community/profile-link.tsx'
import { useIsUsername } from './usernames.ts'

/** A mention leads to the profile. Of a name that nobody has, it stays text. */
export function MentionLink({ username, children }: { username: string; children: ReactNode }) {
  if (!useIsUsername(username)) return <span translate="no">{children}</span>
  return (
    <ProfileLink user={username} translate="no" look="text-link">
      {children}
    </ProfileLink>
  )
}
