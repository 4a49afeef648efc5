import type { User } from '@wtpu/contract/accounts/accounts'
import { useDraft } from '#lib/draft.ts'
import type { ProfileText } from './profile-api.ts'
import { hasChanged, savedProfile } from './profile-rules.ts'

/** The profile text while it is edited. Text that equals the saved profile is not saved as a draft. */
export function useProfileDraft(user: User) {
  const saved = savedProfile(user)
  const [text, setText] = useDraft('profile', saved)
  return {
    text,
    changed: hasChanged(text, user),
    update: (next: ProfileText) => setText(hasChanged(next, user) ? next : saved),
    discard: () => setText(saved),
  }
}
