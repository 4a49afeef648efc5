import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../../endpoint.ts'
import { closed } from '../../closed.ts'
import { Id, IdempotencyKey, Instant, Nullable } from '../../schemas.ts'
import { reveals } from '../reveals.ts'

/**
 * A call has one of three keys: the token of a link, a code that somebody typed, or, for a signed-in member, the id of a paper. With a
 * code, the id says which of its papers.
 */
const Key = {
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  paper: Type.Optional(Id),
}

export const Ballot = Type.Object({
  title: Type.String(),
  introduction: Type.String(),
  circle: Type.String(),
  /** Names of those who can see who has answered, beside the admins. */
  keepers: Type.Array(Type.String()),
  /** In an order that is drawn anew for each ballot, and stays for it. */
  kit: Type.Array(Type.Object({ label: Type.String(), url: Type.String() })),
  questions: Type.Array(
    Type.Object({
      poll: Id,
      question: Type.String(),
      options: Type.Array(Type.Object({ id: Id, text: Type.String(), is_no_opinion: Type.Boolean() })),
      /** By this ballot, or by an account of its mailbox. What was answered is not said. */
      is_answered: Type.Boolean(),
    }),
  ),
  /** Other papers that are open, and that the same code opens with their id. */
  others: Type.Array(Type.Object({ paper: Id, title: Type.String() })),
  /** `open`: something can be answered. `used`: everything is, for good. */
  state: Type.Enum(['open', 'used', 'closed'] as const),
  changeable: Type.Boolean(),
  reveal: Type.Enum(reveals),
  closes_at: Instant,
  eligible: Type.Integer(),
  /** How many must answer, or null. */
  quorum: Nullable(Type.Integer()),
})
export type Ballot = Static<typeof Ballot>

const errors = ['ballot_unknown', 'not_signed_in', 'too_many_attempts'] as const

const OwnBallot = Type.Object({
  paper: Id,
  title: Type.String(),
  circle: Type.String(),
  closes_at: Instant,
  questions: Type.Integer(),
  /** How many questions the mailbox of the viewer has answered, by its link, by a code or by an account. */
  answered: Type.Integer(),
})

export const listOwnBallots = {
  method: 'GET',
  url: '/api/ballots/',
  schema: {
    area: 'Polls',
    part: 'circles',
    summary: 'Lists the open ballot papers that the viewer is invited to, at most 20.',
    description:
      'Those whose list has the mailbox of the viewer, once the viewer has confirmed the address. `paper` opens and answers them.',
    response: { 200: Type.Array(OwnBallot), ...failures },
  },
} satisfies Endpoint

/** A POST, so that the token or code is in no address and no log. It changes nothing. */
export const openBallot = {
  method: 'POST',
  url: '/api/ballots/open/',
  schema: {
    area: 'Polls',
    part: 'circles',
    summary: 'Shows the ballot paper of a link or a code, or of `listOwnBallots`.',
    description:
      'Changes nothing. Unknown and revoked ones get the same response in the same time. Codes are read without regard to case, spaces, hyphens, O for 0, and I or L for 1. A code of the list opens all papers of the circle: `paper` says which, by default the newest one without an answer.',
    missing: 'Ballot',
    errors: [...errors],
    body: Type.Object(Key),
    response: { 200: Ballot, ...failures },
  },
} satisfies Endpoint

export const answerBallot = {
  method: 'POST',
  url: '/api/ballots/',
  schema: {
    area: 'Polls',
    part: 'circles',
    summary: 'Answers questions of a ballot paper.',
    description:
      'All answers are stored, or none. A link, a code and the accounts of the mailbox share one vote in each poll. With `changeable`, later answers replace earlier ones until the close. `idempotency_key`: the same key again returns the same response.',
    missing: 'Ballot',
    errors: [...errors, 'ballot_used', 'ballot_closed', 'blocked', 'invalid', 'suspended'],
    body: Type.Object(
      {
        ...Key,
        answers: Type.Array(Type.Object({ poll: Id, option: Id }, closed), { minItems: 1, maxItems: 20 }),
        idempotency_key: IdempotencyKey,
      },
      closed,
    ),
    response: {
      200: Type.Object({
        /** With the ballot number, by which the voter finds the answer in the published ballots. */
        answers: Type.Array(Type.Object({ poll: Id, ballot: Type.String() })),
        changeable_until: Nullable(Instant),
      }),
      ...failures,
    },
  },
} satisfies Endpoint
