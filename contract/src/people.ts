/** Any bearer of a name: a user, a comment's author, the cached profile. */
export interface PersonName {
  first_name?: string | null
  last_name?: string | null
  username?: string | null
  email?: string | null
}

/** Specification 1: first and last name joined; else username; else the email before the at-sign; else Anonymous. */
export function displayName(person: PersonName): string {
  const full = [person.first_name, person.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  return full || person.username?.trim() || person.email?.split('@')[0]?.trim() || 'Anonymous'
}

/** Specification 1: first letters of the words of that name, upper-cased, at most 2. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => (Array.from(word)[0] ?? '').toUpperCase())
    .join('')
}
