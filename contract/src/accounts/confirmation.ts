import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'

/** How long a confirmation link works, and how many links a mailbox gets in 24 hours. */
export const confirmationHours = 48
export const confirmationsPerDay = 5

/** Confirms the email that the link was sent to. A POST, because mail scanners open every link. */
export const confirmEmail = {
  method: 'POST',
  url: '/auth/api/email/confirm/',
  schema: {
    area: 'Accounts',
    summary: 'Confirms the email address that a link was mailed to.',
    errors: ['expired_link', 'invalid_link'],
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 200: Type.Object({ email_confirmed: Type.Boolean() }), ...failures },
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
