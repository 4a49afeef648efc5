import type { User } from '@wtpu/contract/accounts'
import { useDraft } from '#lib/draft.ts'
import type { ProfileText } from './profile-api.ts'
import { hasChanged, storedProfile } from './profile-rules.ts'

/** The text of the profile while it is edited. What is equal to the stored one is no draft. */
export function useProfileDraft(user: User) {
  const stored = storedProfile(user)
  const [text, setText] = useDraft('profile', stored)
  return {
    text,
    changed: hasChanged(text, user),
    write: (next: ProfileText) => setText(hasChanged(next, user) ? next : stored),
    forget: () => setText(stored),
  }
}
