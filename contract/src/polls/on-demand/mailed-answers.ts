import { Type, type Static } from 'typebox'
import { emailMaxLength } from '../../accounts/accounts.ts'
import { failures, type Endpoint } from '../../endpoint.ts'
import { fullCount } from '../../full-count.ts'
import { Id, IdParams, Rotation } from '../../schemas.ts'
import { pendingAnswerResults } from '../pending-answers.ts'

/** To an account whose mailbox has answered by a mailed link. */
export const votedByMail = 'Your mailbox already answered this poll by email.'

/** How long the link in the mail works. */
export const mailedAnswerDays = 7

/** How long somebody who counted an answer can keep an account without another mail. */
export const mailboxMinutes = 60

const Link = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) })

const Mailbox = Type.Object({ email: Type.String(), proof: Type.String() })
export type Mailbox = Static<typeof Mailbox>

const Result = Type.Enum(pendingAnswerResults)

/** `option` is null once the answer is decided. */
export const MailedAnswer = Type.Object({
  poll: Id,
  question: Type.String(),
  option: Type.Union([Type.String(), Type.Null()]),
  state: Type.Enum(['waiting', ...pendingAnswerResults]),
  /** The sentence about the newsletter that its owner agrees to by counting the answer. Null without the switch. */
  newsletter: Type.Union([Type.String(), Type.Null()]),
})
export type MailedAnswer = Static<typeof MailedAnswer>

export const giveMailedAnswer = {
  method: 'POST',
  url: '/api/polls/:id/answers/',
  schema: {
    area: 'Polls',
    part: 'mailed-answers',
    summary: 'Answers a poll with an email address, without an account.',
    description:
      'For polls in articles on other sites. The answer waits until the button on the page of the mailed link is pressed, and is deleted after seven days. A mailbox has one vote: another answer in the same poll replaces the one that waits. The response is the same for every address.',
    missing: 'Poll',
    errors: ['invalid', 'poll_closed', 'registration_closed', 'daily_limit'],
    params: IdParams,
    body: Type.Object({
      option_id: Id,
      rotation: Rotation,
      email: Type.String({ maxLength: emailMaxLength }),
      /** Asks for the newsletter of the site, if it has one. */
      newsletter: Type.Optional(Type.Boolean()),
    }),
    response: { 200: Type.Object({ state: Type.Literal('waiting') }), ...failures },
  },
} satisfies Endpoint

/** A POST, so that the token is in no log. */
export const openMailedAnswer = {
  method: 'POST',
  url: '/api/polls/answers/link/',
  schema: {
    area: 'Polls',
    part: 'mailed-answers',
    summary: 'Says which answer the mailed link counts.',
    errors: ['expired_link', 'invalid_link'],
    body: Link,
    response: { 200: MailedAnswer, ...failures },
  },
} satisfies Endpoint

/** A POST, because mail scanners open every link. */
export const countMailedAnswer = {
  method: 'POST',
  url: '/api/polls/answers/count/',
  schema: {
    area: 'Polls',
    part: 'mailed-answers',
    summary: 'Counts the answer of the mailed link, or says why it does not count.',
    description:
      'For the owner of the address. If the address has a confirmed account, it is the vote of that account. Otherwise the address is deleted, and what is kept is that its mailbox has voted. Calling it again has the same result, without `mailbox`: the address and a proof of it, for an account that keeps the answer and needs no mail (`mailbox` of the registration). It is left out if the address has an account, or the site takes none of its own.',
    errors: ['expired_link', 'invalid_link'],
    body: Link,
    response: { 200: Type.Object({ state: Result, mailbox: Type.Optional(Mailbox) }), ...failures },
  },
} satisfies Endpoint

export const deleteMailedAnswer = {
  method: 'POST',
  url: '/api/polls/answers/decline/',
  schema: {
    area: 'Polls',
    part: 'mailed-answers',
    summary: 'Deletes an answer that somebody else gave with the address.',
    errors: ['expired_link', 'invalid_link'],
    body: Link,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** How many consents a file has at most. */
export const maxConsents = 100_000

export const listConsents = {
  method: 'GET',
  url: '/api/admin/newsletter/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    part: 'mailed-answers',
    summary: 'Lists who asked for the newsletter with an answer by email, as a CSV file.',
    description: `For admins. Each row has the address, the day in UTC, the poll and the sentence that was agreed to, and nothing that tells the answer: neither its time nor its order. An address is deleted with the account of its mailbox. The file has the newest ${fullCount(maxConsents)}.`,
    missing: 'Page',
    response: { 200: Type.Object({ csv: Type.String() }), ...failures },
  },
} satisfies Endpoint
