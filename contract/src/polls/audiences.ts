import { Type } from 'typebox'
import { reveals } from '../circles/reveals.ts'
import { Nullable } from '../schemas.ts'

export const audiences = ['everyone', 'circle'] as const
/** Results that wait for staff are shown by themselves after this many days. */
export const daysToPublish = 30
/** The turnout of a poll with hidden results is shown once it has this many answers, rounded down to tens. */
export const minTurnout = 20

/** Fields of a poll. Servers of earlier versions do not send them. */
export const PollAudience = {
  /** `circle`: only people on a list may answer. */
  audience: Type.Optional(Type.Enum(audiences)),
  reveal: Type.Optional(Type.Enum(reveals)),
  /** Nothing is said of the votes yet: every count is 0, and calls for results answer `results_hidden`. */
  results_hidden: Type.Optional(Type.Boolean()),
  /** How many people are on the list. */
  eligible: Type.Optional(Nullable(Type.Integer())),
  /** How many of them have to answer, if the poll has a quorum. It decides nothing. */
  quorum: Type.Optional(Nullable(Type.Integer())),
  /** While the results are hidden: how many have answered, rounded down to tens. Null below 20, or if the poll does not show it. */
  turnout: Type.Optional(Nullable(Type.Integer())),
}

/** For new polls of staff. */
export const StaffChoices = {
  reveal: Type.Optional(Type.Enum(reveals)),
  /** Whether the turnout is shown while the results are hidden. */
  show_turnout: Type.Optional(Type.Boolean()),
  /** Whether readers of an article can answer by email, if the site has that. True by default. */
  mailed_answers: Type.Optional(Type.Boolean()),
}
