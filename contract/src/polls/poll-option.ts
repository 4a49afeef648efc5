import { Type, type Static } from 'typebox'
import { Id } from '../schemas.ts'

export const PollOption = Type.Object({
  id: Id,
  text: Type.String(),
  vote_count: Type.Integer(),
  /** "Not sure" and the like: counted in the totals, but missing where opinions are compared. Left out if false. */
  is_no_opinion: Type.Optional(Type.Boolean()),
})
export type PollOption = Static<typeof PollOption>

export const PollWording = Type.Object({
  poll: Id,
  question: Type.String(),
  description: Type.String(),
  n: Type.Integer(),
  options: Type.Array(PollOption),
  version: Type.Integer(),
})
