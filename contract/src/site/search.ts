import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, Instant, WrittenFields, Nullable } from '../schemas.ts'
import { PollAudience } from '../polls/audiences.ts'
import { placesOfComments } from '../writing/kinds.ts'
import type { PartName } from './part-names.ts'
import { isOn, partsOfContent } from './parts.ts'

/** A part of a marked text; `match` marks the words that were found. */
export const SnippetPart = Type.Object({ text: Type.String(), match: Type.Boolean() })
export type SnippetPart = Static<typeof SnippetPart>

export const searchMaxLength = 200
/** Matches are counted up to this number; more are shown as "100+". */
export const maxCountedMatches = 100
/** Matches of each kind in a search of all kinds. */
export const matchesPerGroup = 5

const SearchKind = Type.Enum(['officials', 'polls', 'discussions', 'posts', 'comments', 'people'])
export type SearchKind = Static<typeof SearchKind>
/** In the order in which they are shown. */
export const searchKinds = [
  'officials',
  'polls',
  'discussions',
  'posts',
  'comments',
  'people',
] as const satisfies SearchKind[]
const partOfKind: Partial<Record<SearchKind, PartName>> = {
  officials: 'officials',
  discussions: 'forums',
  posts: 'boiler-room',
  people: 'profiles',
}
/** Whether the kind is of a part that is on, or of none. */
export const isOpenKind = (kind: SearchKind): boolean =>
  kind === 'comments' ? Object.values(partsOfContent).some(isOn) : isOn(partOfKind[kind])

/** Polls and officials are public facts. What members wrote is for members. */
export const publicSearchKinds = ['officials', 'polls'] as const satisfies SearchKind[]

const Marked = Type.Array(SnippetPart)
const Avatar = Type.Union([Type.String(), Type.Null()])
const Author = Type.Object({ id: Id, name: Type.String(), avatar: Avatar })
export type SearchAuthor = Static<typeof Author>

const Official = Type.Object({
  id: Id,
  name: Marked,
  party: Nullable(Type.String()),
  office: Type.String(),
  state: Type.String(),
  image: Avatar,
})
export type OfficialMatch = Static<typeof Official>

const Poll = Type.Object({
  id: Id,
  title: Marked,
  /** The place in the description that matches best. Empty if there is no description. */
  snippet: Marked,
  category: Type.String(),
  total_votes: Type.Integer(),
  is_closed: Type.Boolean(),
  reveal: PollAudience.reveal,
  results_hidden: PollAudience.results_hidden,
})
export type PollMatch = Static<typeof Poll>

const Discussion = Type.Object({
  id: Id,
  title: Marked,
  snippet: Marked,
  ...WrittenFields,
  category: Type.String(),
  author: Author,
  updated_at: Instant,
  num_comments: Type.Integer(),
})
export type DiscussionMatch = Static<typeof Discussion>

const Post = Type.Object({
  id: Id,
  snippet: Marked,
  ...WrittenFields,
  author: Author,
  created_at: Instant,
  likes_count: Type.Integer(),
  comments_count: Type.Integer(),
})
export type PostMatch = Static<typeof Post>

const Comment = Type.Object({
  id: Id,
  snippet: Marked,
  ...WrittenFields,
  author: Author,
  created_at: Instant,
  /** What it is about, with the title of a discussion or the name of an official or of a post's author. */
  on: Type.Object({
    kind: Type.Enum(placesOfComments),
    id: Id,
    title: Type.String(),
  }),
})
export type CommentMatch = Static<typeof Comment>

const Person = Type.Object({
  id: Id,
  name: Marked,
  username: Marked,
  avatar: Avatar,
  state: Type.Union([Type.String(), Type.Null()]),
  verified: Type.Boolean(),
  followers_count: Type.Integer(),
})
export type UserMatch = Static<typeof Person>

const groupOf = <
  Match extends typeof Official | typeof Poll | typeof Discussion | typeof Post | typeof Comment | typeof Person,
>(
  match: Match,
) =>
  Type.Optional(
    Type.Object({
      results: Type.Array(match),
      /** The number of matches, counted up to `maxCountedMatches`. */
      count: Type.Integer(),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  )

export const SearchResponse = Type.Object({
  officials: groupOf(Official),
  polls: groupOf(Poll),
  discussions: groupOf(Discussion),
  posts: groupOf(Post),
  comments: groupOf(Comment),
  people: groupOf(Person),
  /** The words that were searched instead, if the query as it was typed finds nothing. */
  corrected: Type.Optional(Type.String()),
})
export type SearchResponse = Static<typeof SearchResponse>

export const searchSite = {
  method: 'GET',
  url: '/api/search/',
  schema: {
    area: 'Search',
    summary: 'Searches the whole site, best matches first.',
    description:
      'Visitors search officials and polls; the other kinds need a sign-in. Without `kind`, the first matches of each kind; with it, a page of 20. Words must all match; "quotes" hold a phrase, a minus excludes a word, `or` separates alternatives.',
    errors: ['not_signed_in'],
    querystring: Type.Object({
      q: Type.Optional(Type.String({ maxLength: searchMaxLength })),
      kind: Type.Optional(SearchKind),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: { 200: SearchResponse, ...failures },
  },
} satisfies Endpoint
