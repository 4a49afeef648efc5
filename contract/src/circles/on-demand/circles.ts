import { Type, type Static } from 'typebox'
import { emailMaxLength } from '../../accounts/accounts.ts'
import { failures, type Endpoint } from '../../endpoint.ts'
import { closed } from '../../closed.ts'
import { Id, IdParams, Instant, LimitedText, Nullable } from '../../schemas.ts'

export const circleLimits = { circles: 200, name: 80, keepers: 20, rows: 50_000, groups: 20, text: 120 } as const

/** A list has one of the first two, or both. */
export const listColumns = ['email', 'code', 'name', 'id', 'group'] as const
export const exampleOfList = `email,name,id,group
ada@harbor.example,Ada Ashgrove,1001,North
ben@harbor.example,Ben Birchmere,1002,South
`

const Keeper = Type.Object({ id: Id, name: Type.String(), username: Type.String() })

export const Circle = Type.Object({
  id: Id,
  name: Type.String(),
  reply_to: Nullable(Type.String()),
  keepers: Type.Array(Keeper),
  /** Rows of the list that are not struck, and those that are. */
  rows: Type.Integer(),
  struck: Type.Integer(),
  groups: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
  papers: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      sent_at: Nullable(Instant),
      closes_at: Instant,
      is_closed: Type.Boolean(),
    }),
  ),
  /** Whether the viewer is an admin, who may change more than a keeper. */
  is_admin: Type.Boolean(),
})
export type Circle = Static<typeof Circle>

const Circles = Type.Object({
  results: Type.Array(Type.Object({ id: Id, name: Type.String(), rows: Type.Integer(), open_papers: Type.Integer() })),
})

const area = 'Administration'
const part = 'circles'
const forKeepers = 'For admins, and the keepers of the circle.'

export const listCircles = {
  method: 'GET',
  url: '/api/admin/circles/',
  schema: {
    area,
    part,
    summary: 'Lists the circles of the viewer.',
    description: 'Admins see all circles, others those that they keep.',
    response: { 200: Circles, ...failures },
  },
} satisfies Endpoint

export const createCircle = {
  method: 'POST',
  url: '/api/admin/circles/',
  schema: {
    area,
    part,
    summary: 'Creates a circle: a list of people who are invited to answer.',
    description: 'For admins. The list comes with another call.',
    missing: 'Page',
    errors: ['circle_exists', 'invalid'],
    body: Type.Object(
      {
        name: LimitedText(circleLimits.name),
        reply_to: Type.Optional(Nullable(Type.String({ maxLength: emailMaxLength }))),
      },
      closed,
    ),
    response: { 201: Circle, ...failures },
  },
} satisfies Endpoint

export const getCircle = {
  method: 'GET',
  url: '/api/admin/circles/:id/',
  schema: {
    area,
    part,
    summary: 'Gets a circle with its groups, keepers and papers.',
    description: forKeepers,
    missing: 'Circle',
    params: IdParams,
    response: { 200: Circle, ...failures },
  },
} satisfies Endpoint

export const changeCircle = {
  method: 'PATCH',
  url: '/api/admin/circles/:id/',
  schema: {
    area,
    part,
    summary: 'Changes the name, the address for replies or the keepers of a circle.',
    description: 'For admins. `keepers` has the usernames of all keepers.',
    missing: 'Circle',
    errors: ['circle_exists', 'invalid'],
    params: IdParams,
    body: Type.Object(
      {
        name: Type.Optional(LimitedText(circleLimits.name)),
        reply_to: Type.Optional(Nullable(Type.String({ maxLength: emailMaxLength }))),
        keepers: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: circleLimits.keepers })),
      },
      closed,
    ),
    response: { 200: Circle, ...failures },
  },
} satisfies Endpoint

export const deleteCircle = {
  method: 'DELETE',
  url: '/api/admin/circles/:id/',
  schema: {
    area,
    part,
    summary: 'Deletes a circle that no paper was sent to, with its list and drafts.',
    description: 'For admins.',
    missing: 'Circle',
    errors: ['circle_in_use'],
    params: IdParams,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

const Row = Type.Object({
  email: Type.String(),
  code: Type.Boolean(),
  name: Type.String(),
  id: Type.String(),
  group: Type.String(),
})

export const ListReport = Type.Object({
  is_applied: Type.Boolean(),
  /** Rows of the file that can be used, without doubled ones. */
  rows: Type.Integer(),
  new: Type.Integer(),
  unchanged: Type.Integer(),
  changed: Type.Integer(),
  /** Those of them that had only a code, and get an address, to which the papers that are open are mailed. */
  addressed: Type.Integer(),
  /** Those of them that get the address of another mailbox. New links of papers that are open are mailed, and the earlier ones end. */
  readdressed: Type.Integer(),
  /** On the list before, and not in the file. Those with a ballot are struck, others deleted. */
  gone: Type.Integer(),
  struck: Type.Integer(),
  /** The first of each. `line` is that of the file, `first` the one that has the same mailbox or code. */
  doubled: Type.Object({
    count: Type.Integer(),
    first: Type.Array(Type.Object({ line: Type.Integer(), first: Type.Integer() })),
  }),
  unusable: Type.Object({
    count: Type.Integer(),
    first: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
  }),
  first: Type.Array(Row),
  groups: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
  /** Ballots of papers that are open, which new rows get at once. They count as late. */
  late_ballots: Type.Integer(),
})
export type ListReport = Static<typeof ListReport>

export const replaceList = {
  method: 'PUT',
  url: '/api/admin/circles/:id/list/',
  config: {
    files: { list: { maxBytes: 20 * 1024 * 1024, maxCount: 1, tooLarge: 'The file is larger than 20 MB.' } },
  },
  schema: {
    area,
    part,
    summary: 'Replaces the list of a circle, or checks what that would change.',
    description: `${forKeepers} \`list\` is a CSV or Excel file with the columns email or code, and optionally name, id and group. With \`check=true\`, nothing changes. The same mailbox in several rows counts once. A row is found by its mailbox, else by its code, else by its id if no code contradicts. So it can get an address, or another one: then papers that are open are mailed, and links to the earlier address end. An answer stays. Rows that are missing in the file are deleted; if a paper was sent to them, they are struck and stay counted. New rows get the papers that are open, as late ones.`,
    missing: 'Circle',
    errors: ['list_failed'],
    params: IdParams,
    querystring: Type.Object({ check: Type.Optional(Type.Enum(['true', 'false'] as const)) }, closed),
    response: { 200: ListReport, ...failures },
  },
} satisfies Endpoint
