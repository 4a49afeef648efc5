import { lengthProblem } from '../lengths.ts'
import { trimInvisible } from '../schemas.ts'
import { nameErrors, nameProblem, type Names } from './on-demand/allowed-names.ts'
import { forProfileTexts, type ProfileTexts } from './on-demand/fields.ts'

export const usernameLength = { min: 3, max: 30 } as const
const reservedUsernames = new Set(['anonymous', 'deleted', 'everyone', 'everybody', 'nobody', 'null', 'undefined'])

export const usernameTaken = 'This username is taken. Please choose another.'

/** As it is stored. */
export const plainUsername = (typed: string): string => typed.trim().replace(/^@/, '').toLowerCase()

/** Begins with a letter, because `/user/42` is an id. Dots would look like those of an address. */
function usernameProblem(username: string): string | undefined {
  const { min, max } = usernameLength
  if (!/^[a-z][a-z0-9_]*$/.test(username) || username.length < min || username.length > max)
    return `A username has ${min} to ${max} letters from a to z, digits and underscores, and begins with a letter.`
  if (reservedUsernames.has(username)) return 'This username is reserved. Please choose another.'
  const problem = nameProblem(username)
  return problem && `A username ${problem}`
}

/** How often an account may change its username in 24 hours. */
export const usernamesPerDay = 3

interface ProfileText extends Names, Partial<ProfileTexts> {
  username?: string
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`

/** The errors of a changed profile, by field. What is left out stays as it was before. */
export function profileErrors(
  { first_name, last_name, username, ...texts }: ProfileText,
  before: Required<Names> & { username: string | null },
): ProfileText {
  const names = [first_name ?? before.first_name, last_name ?? before.last_name]
  const tooLong = forProfileTexts((name, { noun, maxLength }) =>
    lengthProblem(withArticle(noun), texts[name] ?? '', maxLength),
  )
  const plain = username === undefined ? undefined : plainUsername(username)
  // A username from before these rules stays allowed until it is changed.
  const problem = plain === undefined || plain === before.username?.toLowerCase() ? undefined : usernameProblem(plain)
  return {
    ...nameErrors({ first_name, last_name }, before),
    ...(names.every((name) => trimInvisible(name) === '') && { first_name: 'First name or last name is required' }),
    ...Object.fromEntries(Object.entries(tooLong).filter(([, found]) => found)),
    ...(problem && { username: problem }),
  }
}
