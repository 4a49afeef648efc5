import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, LimitedText } from '../schemas.ts'

export const tagMaxLength = 30
export const tagsPerDiscussion = 5
/** New tags of each user in 24 hours. */
export const tagsPerDay = 10

export const Tag = Type.Object({ id: Id, name: Type.String() })
export type Tag = Static<typeof Tag>

/** The key of a tag: two spellings with the same key are one tag. Empty if the name has no letter or digit. */
export function tagSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

const ListedTag = Type.Object({ ...Tag.properties, discussion_count: Type.Integer() })
export type ListedTag = Static<typeof ListedTag>

export const listTags = {
  method: 'GET',
  url: '/api/forums/tags/',
  schema: {
    area: 'Forums',
    summary: 'Lists the most used tags, or those that match a query.',
    description: 'With `q`, tags with a word that starts with it. At most 100.',
    querystring: Type.Object({
      q: Type.Optional(LimitedText(tagMaxLength)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: { 200: Type.Array(ListedTag), ...failures },
  },
} satisfies Endpoint

/** Returns the existing tag if there is one with the same slug. */
export const createTag = {
  method: 'POST',
  url: '/api/forums/tags/',
  schema: {
    area: 'Forums',
    summary: 'Creates a tag, or returns the existing one with the same name.',
    errors: ['email_not_confirmed', 'too_new', 'daily_limit'],
    body: Type.Object({ name: LimitedText(tagMaxLength) }),
    response: { 200: Tag, 201: Tag, ...failures },
  },
} satisfies Endpoint

export const mergeTags = {
  method: 'POST',
  url: '/api/forums/tags/:id/merge/',
  schema: {
    area: 'Forums',
    summary: 'Moves all discussions of a tag to another tag.',
    description: 'For moderators. The old name then leads to the tag `into`.',
    missing: 'Tag',
    errors: ['forbidden'],
    params: IdParams,
    body: Type.Object({ into: Id }),
    response: { 200: Tag, ...failures },
  },
} satisfies Endpoint
