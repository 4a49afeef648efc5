import { trimmed } from '@wtpu/contract/text'
import { avatarMaxBytes, bioMaxLength, type User } from '@wtpu/contract/accounts'
import { avatarNotAnImage, avatarTooLarge, nameRequired } from './messages.ts'
import type { ProfileChange } from './profile-api.ts'

export interface ProfileErrors {
  first_name?: string
  bio?: string
  avatar?: string
}

/** Specification 5, profile. */
export function checkProfile({ first_name, last_name, bio }: ProfileChange): ProfileErrors {
  const errors: ProfileErrors = {}
  if (trimmed(first_name) === '' && trimmed(last_name) === '') errors.first_name = nameRequired
  if (Array.from(bio).length > bioMaxLength) errors.bio = `Bio can have at most ${bioMaxLength} characters`
  return errors
}

/** What is wrong with a chosen picture; the server looks at its content as well. */
export function checkAvatar(file: { size: number; type: string }): string | undefined {
  if (!file.type.startsWith('image/')) return avatarNotAnImage
  return file.size > avatarMaxBytes ? avatarTooLarge : undefined
}

export function storedProfile({ first_name, last_name, bio }: User): ProfileChange {
  return { first_name, last_name, bio }
}

export function hasChanged(form: ProfileChange, user: User): boolean {
  const text = ['first_name', 'last_name', 'bio'] as const
  const stored = storedProfile(user)
  return form.avatar !== undefined || text.some((name) => form[name] !== stored[name])
}
