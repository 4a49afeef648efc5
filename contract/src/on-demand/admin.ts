import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, LimitedText, Nullable } from '../schemas.ts'

export const categoryMaxLength = 40
/** The most accounts of staff, featured polls and categories that each list contains. */
export const maxListed = 200

export const roles = ['user', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]
const Role = Type.Enum(roles)

const SiteState = Type.Object({
  version: Type.String(),
  database: Type.Object({ version: Type.String(), bytes: Type.Integer() }),
  mail: Type.Object({
    /** False: mails are files on the server. */
    is_sent: Type.Boolean(),
    waiting: Type.Integer(),
    /** Could not be sent at least once, and are tried again. */
    retried: Type.Integer(),
  }),
  /** When officials were last imported, or null. */
  last_import: Nullable(Instant),
  /** When `npm run backup` last succeeded, or null. */
  last_backup: Nullable(Instant),
  /** False: the key of the tally log cannot be read with the server's secret, so closed polls are not sealed. */
  can_seal: Type.Boolean(),
  /** At most 1,000 are counted. */
  open_cases: Type.Integer(),
})
export type SiteState = Static<typeof SiteState>

export const getSiteState = {
  method: 'GET',
  url: '/api/admin/state/',
  schema: {
    area: 'Administration',
    summary: 'Gets the state of the site.',
    description: 'For admins.',
    missing: 'Page',
    response: { 200: SiteState, ...failures },
  },
} satisfies Endpoint

const ManagedAccount = Type.Object({
  id: Id,
  name: Type.String(),
  username: Type.String(),
  email: Nullable(Type.String()),
  role: Role,
  verified: Type.Boolean(),
})
export type ManagedAccount = Static<typeof ManagedAccount>

export const listStaff = {
  method: 'GET',
  url: '/api/admin/staff/',
  schema: {
    area: 'Administration',
    summary: 'Lists moderators and admins.',
    description: 'For admins.',
    missing: 'Page',
    response: { 200: Type.Array(ManagedAccount), ...failures },
  },
} satisfies Endpoint

export const findManagedAccount = {
  method: 'GET',
  url: '/api/admin/accounts/',
  schema: {
    area: 'Administration',
    summary: 'Finds an account by its email or username.',
    description: 'For admins. The list is empty if there is none.',
    missing: 'Page',
    querystring: Type.Object({ q: Type.String({ maxLength: 254 }) }),
    response: { 200: Type.Array(ManagedAccount), ...failures },
  },
} satisfies Endpoint

export const updateManagedAccount = {
  method: 'PATCH',
  url: '/api/admin/accounts/:id/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Changes the role of an account, or the mark that its identity was checked.',
    description: 'For admins. The site keeps at least one admin.',
    missing: 'Account',
    errors: ['last_admin'],
    params: IdParams,
    body: Type.Object({ role: Type.Optional(Role), verified: Type.Optional(Type.Boolean()) }),
    response: { 200: ManagedAccount, ...failures },
  },
} satisfies Endpoint

const FeaturedPoll = Type.Object({ id: Id, question: Type.String(), is_closed: Type.Boolean() })
export type FeaturedPoll = Static<typeof FeaturedPoll>
const featuredPolls = { 200: Type.Array(FeaturedPoll), ...failures }

export const listManagedPolls = {
  method: 'GET',
  url: '/api/admin/featured-polls/',
  schema: {
    area: 'Administration',
    summary: 'Lists the featured polls, closed ones too.',
    description: 'For admins.',
    missing: 'Page',
    response: featuredPolls,
  },
} satisfies Endpoint

export const featurePoll = {
  method: 'PUT',
  url: '/api/admin/featured-polls/:id/',
  schema: {
    area: 'Administration',
    summary: 'Shows a poll among the featured ones.',
    description: 'For admins.',
    missing: 'Poll',
    params: IdParams,
    response: featuredPolls,
  },
} satisfies Endpoint

export const unfeaturePoll = {
  method: 'DELETE',
  url: '/api/admin/featured-polls/:id/',
  schema: {
    area: 'Administration',
    summary: 'Takes a poll off the featured ones.',
    description: 'For admins.',
    missing: 'Poll',
    params: IdParams,
    response: featuredPolls,
  },
} satisfies Endpoint

const ManagedCategory = Type.Object({
  id: Id,
  name: Type.String(),
  /** A poll or a discussion has it, so it cannot be deleted. */
  in_use: Type.Boolean(),
})
export type ManagedCategory = Static<typeof ManagedCategory>
const categories = { 200: Type.Array(ManagedCategory), ...failures }

export const listManagedCategories = {
  method: 'GET',
  url: '/api/admin/categories/',
  schema: {
    area: 'Administration',
    summary: 'Lists the categories in their order.',
    description: 'For admins.',
    missing: 'Page',
    response: categories,
  },
} satisfies Endpoint

const CategoryName = Type.Object({ name: LimitedText(categoryMaxLength) })

export const createCategory = {
  method: 'POST',
  url: '/api/admin/categories/',
  schema: {
    area: 'Administration',
    summary: 'Adds a category, the last one in the order.',
    description: 'For admins.',
    missing: 'Page',
    errors: ['category_exists'],
    body: CategoryName,
    response: categories,
  },
} satisfies Endpoint

export const renameCategory = {
  method: 'PATCH',
  url: '/api/admin/categories/:id/',
  schema: {
    area: 'Administration',
    summary: 'Renames a category.',
    description: 'For admins. Its polls and discussions are found by the new name.',
    missing: 'Category',
    errors: ['category_exists'],
    params: IdParams,
    body: CategoryName,
    response: categories,
  },
} satisfies Endpoint

export const moveCategory = {
  method: 'POST',
  url: '/api/admin/categories/:id/move/',
  schema: {
    area: 'Administration',
    summary: 'Moves a category one up or down.',
    description: 'For admins. The first one does not move up, and the last one not down.',
    missing: 'Category',
    params: IdParams,
    body: Type.Object({ direction: Type.Enum(['up', 'down'] as const) }),
    response: categories,
  },
} satisfies Endpoint

export const deleteCategory = {
  method: 'DELETE',
  url: '/api/admin/categories/:id/',
  schema: {
    area: 'Administration',
    summary: 'Deletes a category that is not in use.',
    description: 'For admins.',
    missing: 'Category',
    errors: ['category_in_use'],
    params: IdParams,
    response: categories,
  },
} satisfies Endpoint
