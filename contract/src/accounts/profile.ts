import { lengthProblem } from '../lengths.ts'
import { trimInvisible } from '../schemas.ts'
import { nameErrors, type Names } from './allowed-names.ts'
import { bioMaxLength } from './settings.ts'

/** How often an account may change its username in 24 hours. */
export const usernamesPerDay = 3

interface ProfileText extends Names {
  bio?: string
}

/** The errors of a changed profile, by field. What is left out stays as it was before. */
export function profileErrors({ first_name, last_name, bio = '' }: ProfileText, before: Required<Names>): ProfileText {
  const names = [first_name ?? before.first_name, last_name ?? before.last_name]
  const bioProblem = lengthProblem('A bio', bio, bioMaxLength)
  return {
    ...nameErrors({ first_name, last_name }, before),
    ...(names.every((name) => trimInvisible(name) === '') && { first_name: 'First name or last name is required' }),
    ...(bioProblem && { bio: bioProblem }),
  }
}
