import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../../endpoint.ts'
import { closed } from '../../closed.ts'
import { Id, IdParams, Instant, LimitedText, Nullable, PageQuery } from '../../schemas.ts'
import { reveals } from '../reveals.ts'

export const paperLimits = {
  title: 120,
  introduction: 5_000,
  questions: 20,
  options: 5,
  kit: 10,
  label: 120,
  url: 500,
  reminders: 3,
  reminderDays: 3,
} as const

/** Who has answered is shown from this many on, once the paper has closed. */
export const minAnswersToName = 20

export const ballotDeliveries = ['waiting', 'accepted', 'refused'] as const

const KitLink = Type.Object({
  label: LimitedText(paperLimits.label, { minLength: 1 }),
  url: Type.String({ minLength: 1, maxLength: paperLimits.url }),
})
export type KitLink = Static<typeof KitLink>

const PaperQuestion = Type.Object(
  {
    question: LimitedText(500),
    options: Type.Array(LimitedText(200), { minItems: 2, maxItems: paperLimits.options }),
    /** Positions of options that say "Not sure" and the like. */
    no_opinion: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 5 })),
  },
  closed,
)
export type PaperQuestion = Static<typeof PaperQuestion>

const Quorum = Nullable(
  Type.Union([
    Type.Object({ count: Type.Integer({ minimum: 1, maximum: 50_000 }) }, closed),
    Type.Object({ percent: Type.Integer({ minimum: 1, maximum: 100 }) }, closed),
  ]),
)

const Paper = Type.Object({
  id: Id,
  circle: Type.Object({ id: Id, name: Type.String() }),
  title: Type.String(),
  introduction: Type.String(),
  kit: Type.Array(KitLink),
  questions: Type.Array(PaperQuestion),
  /** The poll of each question, once the paper is sent. */
  polls: Type.Array(Id),
  reveal: Type.Enum(reveals),
  show_turnout: Type.Boolean(),
  quorum: Quorum,
  changeable: Type.Boolean(),
  /** A sheet of paper counts once two people have entered the same. */
  two_people: Type.Boolean(),
  closes_at: Instant,
  is_closed: Type.Boolean(),
  sent_at: Nullable(Instant),
  /** Rows that have a ballot, or would get one. Of them, those that were struck and that came late. */
  eligible: Type.Integer(),
  struck: Type.Integer(),
  late: Type.Integer(),
  waiting: Type.Integer(),
  accepted: Type.Integer(),
  refused: Type.Integer(),
  without_address: Type.Integer(),
  /** False: the site has no mail server, so mails are files on the server. */
  sends_mail: Type.Boolean(),
  reminders: Type.Array(Instant),
  /** When those without an answer can be mailed again. Null if they cannot any more. */
  next_reminder: Nullable(Instant),
})
export type Paper = Static<typeof Paper>

const area = 'Administration'
const part = 'circles'
const forKeepers = 'For admins, and the keepers of the circle.'

export const createPaper = {
  method: 'POST',
  url: '/api/admin/papers/',
  schema: {
    area,
    part,
    summary: 'Writes a ballot paper for a circle, as a draft.',
    description:
      'For admins. Nothing is mailed or shown until it is sent. `reveal` is `at_close` by default. `quorum` is a number or a percentage of the list. `kit` has links to read before the answer; files come with another call. `two_people`: a sheet that came back on paper counts once two people have entered the same. `category` is that of the polls, by default the first one.',
    missing: 'Circle',
    errors: ['invalid'],
    body: Type.Object(
      {
        circle: Id,
        title: LimitedText(paperLimits.title),
        introduction: Type.Optional(LimitedText(paperLimits.introduction)),
        kit: Type.Optional(Type.Array(KitLink, { maxItems: paperLimits.kit })),
        questions: Type.Array(PaperQuestion, { minItems: 1, maxItems: paperLimits.questions }),
        category: Type.Optional(Id),
        reveal: Type.Optional(Type.Enum(reveals)),
        show_turnout: Type.Optional(Type.Boolean()),
        quorum: Type.Optional(Quorum),
        changeable: Type.Optional(Type.Boolean()),
        two_people: Type.Optional(Type.Boolean()),
        closes_at: Instant,
      },
      closed,
    ),
    response: { 201: Paper, ...failures },
  },
} satisfies Endpoint

export const getPaper = {
  method: 'GET',
  url: '/api/admin/papers/:id/',
  schema: {
    area,
    part,
    summary: 'Gets a ballot paper, and how many of its mails were accepted.',
    description: forKeepers,
    missing: 'Paper',
    params: IdParams,
    response: { 200: Paper, ...failures },
  },
} satisfies Endpoint

export const deletePaper = {
  method: 'DELETE',
  url: '/api/admin/papers/:id/',
  schema: {
    area,
    part,
    summary: 'Deletes the draft of a ballot paper.',
    description: 'For admins.',
    missing: 'Paper',
    errors: ['paper_sent'],
    params: IdParams,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

export const addToKit = {
  method: 'POST',
  url: '/api/admin/papers/:id/kit/',
  config: {
    files: { file: { maxBytes: 10 * 1024 * 1024, maxCount: 1, tooLarge: 'A file can have at most 10 MB.' } },
  },
  schema: {
    area,
    part,
    summary: 'Adds a file to read before the answer to the draft of a ballot paper.',
    description: `For admins. \`file\` is a PDF. A ballot paper has at most ${paperLimits.kit} links and files, which each ballot shows in an order of its own.`,
    missing: 'Paper',
    errors: ['invalid', 'paper_sent'],
    params: IdParams,
    body: Type.Object({ label: LimitedText(paperLimits.label) }),
    response: { 200: Paper, ...failures },
  },
} satisfies Endpoint

export const removeFromKit = {
  method: 'DELETE',
  url: '/api/admin/papers/:id/kit/',
  schema: {
    area,
    part,
    summary: 'Removes a link or a file from the draft of a ballot paper.',
    description: 'For admins. `url` is the address of the entry. Calling this again changes nothing.',
    missing: 'Paper',
    errors: ['paper_sent'],
    params: IdParams,
    querystring: Type.Object({ url: Type.String({ minLength: 1, maxLength: paperLimits.url }) }),
    response: { 200: Paper, ...failures },
  },
} satisfies Endpoint

export const sendPaper = {
  method: 'POST',
  url: '/api/admin/papers/:id/send/',
  config: { sensitive: true },
  schema: {
    area,
    part,
    summary: 'Opens a ballot paper, and mails its link to each row of the list.',
    description:
      'For admins. Each question becomes a poll. A paper is sent once: calling this again has the same response and mails nobody.',
    missing: 'Paper',
    errors: ['paper_closed', 'empty_list'],
    params: IdParams,
    response: { 200: Paper, ...failures },
  },
} satisfies Endpoint

export const remindPaper = {
  method: 'POST',
  url: '/api/admin/papers/:id/remind/',
  schema: {
    area,
    part,
    summary: 'Mails the link again to those who have not answered.',
    description: `${forKeepers} At most ${paperLimits.reminders} times, ${paperLimits.reminderDays} days apart. People who stopped reminders get none. Nothing says how many were reminded, because the others have answered.`,
    missing: 'Paper',
    errors: ['paper_closed', 'no_reminder'],
    params: IdParams,
    response: { 200: Paper, ...failures },
  },
} satisfies Endpoint

export const deliveryFilters = [...ballotDeliveries, 'struck', 'late'] as const

const DeliveryRow = Type.Object({
  id: Id,
  email: Nullable(Type.String()),
  name: Type.String(),
  list_id: Type.String(),
  group: Type.String(),
  delivery: Nullable(Type.Enum(ballotDeliveries)),
  server_answer: Nullable(Type.String()),
  is_late: Type.Boolean(),
  struck_on: Nullable(Instant),
  /** Null until the paper has closed with enough answers. */
  has_answered: Nullable(Type.Boolean()),
})
export type DeliveryRow = Static<typeof DeliveryRow>

const DeliveryQuery = { filter: Type.Optional(Type.Enum(deliveryFilters)) }

export const listDelivery = {
  method: 'GET',
  url: '/api/admin/papers/:id/delivery/',
  schema: {
    area,
    part,
    summary: 'Lists the rows of a ballot paper, and what became of their mails.',
    description: `${forKeepers} Says who has answered only after the close and with at least ${minAnswersToName} answers, and never what. Whether a mail was opened is not tracked.`,
    missing: 'Paper',
    params: IdParams,
    querystring: Type.Object({ ...DeliveryQuery, ...PageQuery }),
    response: {
      200: Type.Object({ results: Type.Array(DeliveryRow), next: Nullable(Type.String()) }),
      ...failures,
    },
  },
} satisfies Endpoint

export const downloadDelivery = {
  method: 'GET',
  url: '/api/admin/papers/:id/delivery/file/',
  schema: {
    area,
    part,
    summary: 'Returns the rows of a ballot paper as a CSV file.',
    description: `${forKeepers} For example those whose mails were refused, with what the mail server said.`,
    missing: 'Paper',
    params: IdParams,
    querystring: Type.Object(DeliveryQuery),
    response: { 200: Type.Object({ csv: Type.String() }), ...failures },
  },
} satisfies Endpoint
