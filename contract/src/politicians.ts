import { Type, type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { failures } from './errors.ts'
import { Id, IdParams, PageQuery } from './text.ts'

/** Specification 3: labels of party and office. */
export const partyNames = { D: 'Democrat', R: 'Republican', I: 'Independent' } as const
export const officeNames = { Sen: 'Senator', Rep: 'Representative', Gov: 'Governor' } as const

const Party = Type.Union([Type.Literal('D'), Type.Literal('R'), Type.Literal('I')])
export type Party = Static<typeof Party>
const Office = Type.Union([Type.Literal('Sen'), Type.Literal('Rep'), Type.Literal('Gov')])
export type Office = Static<typeof Office>
const RatingType = Type.Union([Type.Literal('good'), Type.Literal('bad')])
export type RatingType = Static<typeof RatingType>

/** Specification 3, politician (API). `state` is always the two-letter code; `email` may be a contact form's address. */
const Politician = Type.Object({
  id: Id,
  name: Type.String(),
  party: Party,
  office: Office,
  state: Type.String(),
  profile_image: Type.Union([Type.String(), Type.Null()]),
  good_job_count: Type.Integer(),
  bad_job_count: Type.Integer(),
  total_rating: Type.Integer(),
  is_trending: Type.Boolean(),
  description: Type.String(),
  email: Type.String(),
  phone_number: Type.String(),
  official_website: Type.String(),
  office_address: Type.String(),
})
export type Politician = Static<typeof Politician>

/** `count` is how many match, `total` how many there are: "Showing N of M politicians" (decision 70). */
const PoliticianPage = Type.Object({
  results: Type.Array(Politician),
  next: Type.Union([Type.String(), Type.Null()]),
  count: Type.Integer(),
  total: Type.Integer(),
})

/** Blank parameters are ignored; `state` reads a code, a name or a number 1-50. */
export const listPoliticians = {
  method: 'GET',
  url: '/api/politicians/',
  schema: {
    querystring: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100 })),
      state: Type.Optional(Type.String({ maxLength: 40 })),
      party: Type.Optional(Type.String({ maxLength: 20 })),
      office: Type.Optional(Type.String({ maxLength: 20 })),
      ...PageQuery,
    }),
    response: { 200: Type.Union([Type.Array(Politician), PoliticianPage]), ...failures },
  },
} satisfies Endpoint

const Choice = Type.Object({ code: Type.String(), name: Type.String() })

export const listFilterOptions = {
  method: 'GET',
  url: '/api/politicians/filter_options/',
  schema: {
    response: {
      200: Type.Object({ states: Type.Array(Choice), parties: Type.Array(Choice), offices: Type.Array(Choice) }),
      ...failures,
    },
  },
} satisfies Endpoint

export const getPolitician = {
  method: 'GET',
  url: '/api/politicians/:id/',
  schema: { params: IdParams, response: { 200: Politician, ...failures } },
} satisfies Endpoint

/** One rating per user and politician, final: a second answers 409 with "already rated" in `detail` (decision 65). */
export const ratePolitician = {
  method: 'POST',
  url: '/api/politicians/:id/rate/',
  schema: {
    params: IdParams,
    body: Type.Object({ type: RatingType }),
    response: { 200: Politician, ...failures },
  },
} satisfies Endpoint

/** The viewer's own ratings (decision 43); bounded by the number of officials. */
export const listMyRatings = {
  method: 'GET',
  url: '/api/politicians/my-ratings/',
  schema: {
    response: { 200: Type.Array(Type.Object({ politician: Id, type: RatingType })), ...failures },
  },
} satisfies Endpoint
