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

/** The first letters of up to two words of the display name, in upper case. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => (Array.from(word)[0] ?? '').toUpperCase())
    .join('')
}
