import { trimInvisible } from '@wtpu/contract/schemas'
import type { User } from '@wtpu/contract/accounts/accounts'
import { avatarMaxBytes, bioMaxLength } from '@wtpu/contract/accounts/settings'
import { avatarNotAnImage, avatarTooLarge, nameRequired } from '#features/accounts/messages.ts'
import type { ProfileText } from './profile-api.ts'

export interface ProfileErrors {
  first_name?: string
  bio?: string
  avatar?: string
}

export function checkProfile({ first_name, last_name, bio }: ProfileText): ProfileErrors {
  const errors: ProfileErrors = {}
  if (trimInvisible(first_name) === '' && trimInvisible(last_name) === '') errors.first_name = nameRequired
  if (Array.from(bio).length > bioMaxLength) errors.bio = `Bio can have at most ${bioMaxLength} characters`
  return errors
}

/** Returns the error of a chosen picture, if any. The server also checks the content. */
export function checkAvatar(file: { size: number; type: string }): string | undefined {
  if (!file.type.startsWith('image/')) return avatarNotAnImage
  return file.size > avatarMaxBytes ? avatarTooLarge : undefined
}

export function savedProfile({ first_name, last_name, bio }: User): ProfileText {
  return { first_name, last_name, bio }
}

export function hasChanged(text: ProfileText, user: User): boolean {
  return text.first_name !== user.first_name || text.last_name !== user.last_name || text.bio !== user.bio
}
