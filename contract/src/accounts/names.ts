import { charactersOf } from '../characters.ts'

/** The name fields of a user, a comment's author or the cached profile. */
export interface UserName {
  first_name?: string | null
  last_name?: string | null
  username?: string | null
  email?: string | null
}

/** First and last name, else the username, else the part of the email before the @, else "Anonymous". */
export function displayName(user: UserName): string {
  const full = [user.first_name, user.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  return full || user.username?.trim() || user.email?.split('@')[0]?.trim() || 'Anonymous'
}

const letterOrEmoji = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u
const firstLetter = (text: string) => charactersOf(text).find((character) => letterOrEmoji.test(character))

/** The first letters of up to two words of the display name, in upper case, without punctuation. An emoji is a letter. */
export function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => firstLetter(word) ?? [])
  // "SS" is the upper case of "ß".
  const found = letters.slice(0, 2).map((letter) => firstLetter(letter.toUpperCase()) ?? letter)
  return found.join('') || (charactersOf(name.trim())[0] ?? '')
}
