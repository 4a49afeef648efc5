import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { maxPendingAnswers, pendingAnswerResults } from '../polls/pending-answers.ts'
import { optionMaxLength } from '../polls/polls.ts'
import { Id, LimitedText, Nullable } from '../schemas.ts'

/** How long a confirmation link works, and how many links a mailbox gets in 24 hours. */
export const confirmationHours = 48
export const confirmationsPerDay = 5

const Link = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) })

const Confirmation = Type.Object({
  email: Type.String(),
  email_confirmed: Type.Boolean(),
  /** The answers that the confirmation counts. */
  answers: Type.Array(Type.Object({ poll: Id, question: Type.String(), option: Type.String() })),
})
export type Confirmation = Static<typeof Confirmation>

/**
 * What became of the answers that this confirmation decided, without what was chosen. A link that is used again decides none.
 * A server of the last release does not send it.
 */
const DecidedAnswers = Type.Array(
  Type.Object({ poll: Id, question: Nullable(Type.String()), state: Type.Enum([...pendingAnswerResults]) }),
)

/** A POST, so that the token is in no log. */
export const openConfirmation = {
  method: 'POST',
  url: '/auth/api/email/link/',
  schema: {
    area: 'Accounts',
    summary: 'Says what a confirmation link does.',
    description: 'For the owner of the address, who may not be the one who typed it.',
    errors: ['expired_link', 'invalid_link'],
    body: Link,
    response: { 200: Confirmation, ...failures },
  },
} satisfies Endpoint

/** Confirms the email that the link was sent to. A POST, because mail scanners open every link. */
export const confirmEmail = {
  method: 'POST',
  url: '/auth/api/email/confirm/',
  schema: {
    area: 'Accounts',
    summary: 'Confirms the email address that a link was mailed to.',
    description:
      'Also counts the answers that waited, and ends the sessions that began on other networks. With `seen`, the answers that were shown to the owner of the address, it does nothing if another one waits meanwhile.',
    errors: ['expired_link', 'invalid_link', 'answers_changed'],
    body: Type.Object({
      ...Link.properties,
      seen: Type.Optional(
        Type.Array(Type.Object({ poll: Id, option: LimitedText(optionMaxLength) }), { maxItems: maxPendingAnswers }),
      ),
    }),
    response: {
      200: Type.Object({
        email_confirmed: Type.Boolean(),
        ended: Type.Integer(),
        answers: Type.Optional(DecidedAnswers),
      }),
      ...failures,
    },
  },
} satisfies Endpoint

export const declineRegistration = {
  method: 'POST',
  url: '/auth/api/email/decline/',
  schema: {
    area: 'Accounts',
    summary: 'Deletes the account that somebody else created with the address.',
    description: 'For the owner of the address, with the token of the confirmation link, until the email is confirmed.',
    errors: ['expired_link', 'invalid_link', 'already_confirmed', 'is_staff'],
    body: Link,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** Mails a new link to the account's current email. Earlier links to it stay valid. */
export const resendConfirmation = {
  method: 'POST',
  url: '/auth/api/email/resend/',
  schema: {
    area: 'Accounts',
    summary: "Mails a new confirmation link to the viewer's address.",
    errors: ['already_confirmed', 'daily_limit'],
    response: { 200: Type.Object({ sent: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
