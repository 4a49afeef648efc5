import { isOn } from '@wtpu/contract/site/parts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsUsername } from './usernames.ts'

/** A mention leads to the profile. Of a name that nobody has, it stays text. */
export function MentionLink({ username, children }: { username: string; children: ReactNode }) {
  if (!useIsUsername(username) || !isOn('profiles')) return <span translate="no">{children}</span>
  return (
    <Link to="/user/$userId" params={{ userId: username }} translate="no" className="text-link">
      {children}
    </Link>
  )
}
