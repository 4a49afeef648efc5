import { Type, type Static } from 'typebox'
import { roles } from '../on-demand/admin.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Nullable, PageQuery } from '../schemas.ts'
import { emailMaxLength } from './accounts.ts'
import { LastMail } from './last-mail.ts'
import { PersonData } from './settings.ts'

/** A search needs this many letters or digits in a row. Shorter ones match whole usernames. */
export const peopleSearchMinLength = 3
export const notSeenDays = 30
/** The most contents of one kind that are counted. */
export const maxCounted = 1_000

export const peopleFilters = [
  'moderators',
  'admins',
  'confirmed',
  'unconfirmed',
  'suspended',
  'blocked',
  'not_seen',
  'inactive',
] as const
export type PeopleFilter = (typeof peopleFilters)[number]

const personFields = {
  id: Id,
  name: Type.String(),
  username: Type.String(),
  email: Type.String(),
  email_confirmed: Type.Boolean(),
  role: Type.Enum(roles),
  joined_at: Instant,
  /** The last day, in UTC, on which the person registered, signed in or came back. */
  last_seen_on: Type.String({ format: 'date' }),
  /** False: the person was last seen on that day or earlier. The site did not record it before. */
  last_seen_known: Type.Boolean(),
  is_blocked: Type.Boolean(),
  suspended_until: Nullable(Instant),
}
const PersonSummary = Type.Object(personFields)
export type PersonSummary = Static<typeof PersonSummary>

const Person = Type.Object({
  ...personFields,
  /** What is shown to others. Of each kind, at most 1,000 are counted. */
  posts: Type.Integer(),
  discussions: Type.Integer(),
  comments: Type.Integer(),
  polls: Type.Integer(),
  /** Signed-in devices. */
  sessions: Type.Integer(),
  /** The latest decisions of staff about this person. */
  decisions: Type.Array(
    Type.Object({
      id: Id,
      day: Type.String({ format: 'date' }),
      action: Type.String(),
      days: Nullable(Type.Integer()),
      undone: Type.Boolean(),
    }),
  ),
  /** Others who registered within an hour from the same network. At most 50 are counted, while networks are known. */
  same_network: Type.Integer(),
  /** When the latest link that confirms the address was made. Null if none is kept. */
  confirmation_sent_at: Nullable(Instant),
  /** Null if none was sent by SMTP. */
  last_mail: Nullable(LastMail),
  /** The mail server rejected a mail to the current address for good. */
  email_rejected: Type.Boolean(),
})
export type Person = Static<typeof Person>

export const listPeople = {
  method: 'GET',
  url: '/api/admin/people/',
  schema: {
    area: 'Administration',
    summary: 'Lists the people with an account, newest first.',
    description:
      'For admins. `q` is a part of the name, the username or the email: three letters or more. A shorter one is a whole username.',
    missing: 'Page',
    errors: ['invalid_cursor'],
    querystring: Type.Object({
      ...PageQuery,
      q: Type.Optional(Type.String({ maxLength: emailMaxLength })),
      filter: Type.Optional(Type.Enum(peopleFilters)),
    }),
    response: {
      200: Type.Object({ results: Type.Array(PersonSummary), next: Nullable(Type.String()) }),
      ...failures,
    },
  },
} satisfies Endpoint

export const getPerson = {
  method: 'GET',
  url: '/api/admin/people/:id/',
  schema: {
    area: 'Administration',
    summary: 'Gets what admins know about a person.',
    description: 'For admins.',
    missing: 'Account',
    params: IdParams,
    response: { 200: Person, ...failures },
  },
} satisfies Endpoint

export const resendPersonConfirmation = {
  method: 'POST',
  url: '/api/admin/people/:id/confirmation/',
  schema: {
    area: 'Administration',
    summary: 'Sends a person another link that confirms the email.',
    description: 'For admins. The limit per mailbox is that of the person.',
    missing: 'Account',
    errors: ['already_confirmed', 'daily_limit'],
    params: IdParams,
    response: { 200: Type.Object({ sent: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint

export const endPersonSessions = {
  method: 'POST',
  url: '/api/admin/people/:id/sessions/end/',
  schema: {
    area: 'Administration',
    summary: 'Signs a person out on all devices.',
    description: 'For admins.',
    missing: 'Account',
    params: IdParams,
    response: { 200: Type.Object({ ended: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

export const exportPerson = {
  method: 'POST',
  url: '/api/admin/people/:id/data/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Returns the data of a person who asked for them.',
    description:
      'For admins. What people download themselves, without what they voted and rated, in which polls, and their group of Common Ground. The person gets a mail.',
    missing: 'Account',
    params: IdParams,
    response: { 200: PersonData, ...failures },
  },
} satisfies Endpoint

export const deletePerson = {
  method: 'POST',
  url: '/api/admin/people/:id/delete/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Deletes the account of a person who asked for it, for good.',
    description: 'For admins. As if the person deleted it. Staff lose their role first.',
    missing: 'Account',
    errors: ['wrong_username', 'is_staff'],
    params: IdParams,
    /** The person's username, which the admin types again. */
    body: Type.Object({ username: Type.String({ maxLength: emailMaxLength }) }),
    response: { 200: Type.Object({ deleted: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint
