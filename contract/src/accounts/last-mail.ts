import { Type } from 'typebox'

/** Mails to people who have an account. */
export const mailKinds = ['code', 'confirmation', 'decision', 'notification', 'retention'] as const
export type MailKind = (typeof mailKinds)[number]
/** `accepted`: by the mail server of the site. `rejected`: for good. `expired`: it was not sent while it was useful. */
export const mailOutcomes = ['accepted', 'rejected', 'expired'] as const
export type MailOutcome = (typeof mailOutcomes)[number]
export const LastMail = Type.Object({
  kind: Type.Enum(mailKinds),
  /** In UTC. */
  day: Type.String({ format: 'date' }),
  outcome: Type.Enum(mailOutcomes),
})
