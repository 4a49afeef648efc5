import { Type, type Static } from 'typebox'
import { Nullable } from '../schemas.ts'
import { rules } from './on-demand/rules.ts'

/** What a moderator can decide about a case. */
export const DecisionAction = Type.Enum(['keep', 'remove', 'warn', 'suspend', 'block', 'lock'])
export type DecisionAction = Static<typeof DecisionAction>

/** What can become of a text. */
export const textActions = ['keep', 'lock', 'remove'] as const
export const TextAction = Type.Enum(textActions)
export type TextAction = Static<typeof TextAction>

/** What a decision does to the text, unless it says something else. */
export function defaultTextAction(action: string): TextAction {
  if (action === 'lock') return 'lock'
  return action === 'keep' || action === 'warn' ? 'keep' : 'remove'
}

export const Rule = Type.Integer({ minimum: 1, maximum: rules.length })

/** What was decided. */
export const decidedFields = {
  action: Type.String(),
  days: Nullable(Type.Integer()),
  /** What became of the text, if that is not what the action does by itself. */
  text_action: Nullable(TextAction),
}
/** For `undo`: the decision that it undid, with its day in UTC. Otherwise null. */
export const Undid = Nullable(Type.Object({ ...decidedFields, day: Type.String({ format: 'date' }) }))
