import { Type } from 'typebox'
import { Id, IsRepetition, Rotation } from '../schemas.ts'
import { voteSources } from './on-demand/arrivals.ts'

export const VoteBody = Type.Object({
  option_id: Id,
  rotation: Rotation,
  source: Type.Optional(Type.Enum(voteSources)),
  is_repetition: IsRepetition,
})
