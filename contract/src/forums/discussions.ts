import { Type, type Static } from 'typebox'
import { Author, authorFields } from '../accounts/author.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { SnippetPart } from '../site/search.ts'
import { Id, IdempotencyKey, IdParams, Instant, WrittenFields, LimitedText, Nullable, PageQuery } from '../schemas.ts'
import { descriptionMaxLength, titleMaxLength } from './lengths.ts'
import { Tag, tagsPerDiscussion } from './tags.ts'
import { WatchLevel } from './watch-levels.ts'

/** Lists show at most this much of a description. */
export const excerptMaxLength = 300
/** The limit for each user in 24 hours. */
export const discussionsPerDay = 20

export const forumMessages = {
  listFailed: 'Unable to Load Forums',
  missing: 'Forum Not Found',
} as const

const discussionFields = {
  id: Id,
  title: Type.String(),
  /** Markdown. In lists, at most the first `excerptMaxLength` characters. */
  description: Type.String(),
  ...WrittenFields,
  /** The category's name. */
  category: Type.String(),
  category_id: Id,
  ...authorFields,
  author: Author,
  created_at: Instant,
  /** The time of the last activity: the last comment, else the start. */
  updated_at: Instant,
  /** Null if the discussion was never edited. */
  edited_at: Nullable(Instant),
  /** Comments of all levels. */
  num_comments: Type.Integer(),
  views: Type.Integer(),
  like_count: Type.Integer(),
  trending: Type.Boolean(),
  is_locked: Type.Boolean(),
  /** In slow mode, each user comments once a minute. */
  is_slow: Type.Boolean(),
  tags: Type.Array(Tag),
}

/** A discussion as in lists: the same for every viewer. */
export const ListedDiscussion = Type.Object({
  ...discussionFields,
  /** In a search only: the place in the text that matches best. */
  snippet: Type.Optional(Type.Array(SnippetPart)),
  /** In a search only: the language of the snippet, and the comment that it is from. */
  matched_comment: Type.Optional(Id),
  snippet_lang: WrittenFields.lang,
})
export type ListedDiscussion = Static<typeof ListedDiscussion>

/** A discussion on its own page, as its viewer sees it. */
export const Discussion = Type.Object({
  ...discussionFields,
  user_has_liked: Type.Boolean(),
  /** The end of the viewer's visit before this one; comments since then are unread. Null on the first visit. */
  last_visit_at: Nullable(Instant),
  /** What the viewer is notified of. */
  watch: Type.Optional(WatchLevel),
  /** Whether the viewer is a moderator. */
  can_moderate: Type.Boolean(),
  /** For its author and staff: hidden until a moderator has looked at it. */
  under_review: Type.Optional(Type.Boolean()),
  /** The viewer's own comments here that a moderator removed, newest first, at most 20. */
  removed_comments: Type.Array(
    Type.Object({ id: Id, content: Type.String(), reason: Type.String(), removed_at: Instant }),
  ),
})
export type Discussion = Static<typeof Discussion>

/** "latest" is the default; "popular" is replies plus views. */
const DiscussionSort = Type.Enum(['latest', 'popular', 'replies', 'views', 'oldest'])
export type DiscussionSort = Static<typeof DiscussionSort>

export const DiscussionPage = Type.Object({
  results: Type.Array(ListedDiscussion),
  next: Nullable(Type.String()),
  /** On the first page only: the number of discussions in the list. A search stops counting at `maxCountedDiscussions`. */
  count: Type.Optional(Type.Integer()),
  /** In a search that corrected a word: the words that were searched. */
  corrected: Type.Optional(Type.String()),
})
export type DiscussionPage = Static<typeof DiscussionPage>

/** Matches of a search are counted up to this number; more are shown as "100+". */
export const maxCountedDiscussions = 100

export const listDiscussions = {
  method: 'GET',
  url: '/api/forums/discussions/',
  schema: {
    area: 'Forums',
    summary: 'Lists discussions of the forums.',
    description:
      '`category` is an id or a name, `tag` an id. With `q` and without `sort`, the best matches come first. Without page parameters and `q`, an array of the first 20.',
    querystring: Type.Object({
      filter: Type.Optional(Type.Literal('trending')),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      category: Type.Optional(Type.String({ maxLength: 40 })),
      tag: Type.Optional(Id),
      sort: Type.Optional(DiscussionSort),
      ...PageQuery,
    }),
    response: { 200: Type.Union([Type.Array(ListedDiscussion), DiscussionPage]), ...failures },
  },
} satisfies Endpoint

const DiscussionInput = {
  title: Type.Optional(LimitedText(titleMaxLength)),
  description: Type.Optional(LimitedText(descriptionMaxLength)),
  ...WrittenFields,
  /** An id or a name. */
  category: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), Type.String({ maxLength: 40 })]),
  ),
  tag_ids: Type.Optional(Type.Array(Id, { maxItems: 10 * tagsPerDiscussion })),
}

/** All fields are optional in the schema, so that the command can return a message for each missing field. */
export const createDiscussion = {
  method: 'POST',
  url: '/api/forums/discussions/',
  schema: {
    area: 'Forums',
    summary: 'Starts a discussion.',
    description: 'Required: `title`, `description` (Markdown) and `category` (id or name).',
    errors: ['email_not_confirmed', 'daily_limit', 'held_for_review', 'too_many_links', 'blocked_by_person'],
    body: Type.Object({
      ...DiscussionInput,
      idempotency_key: IdempotencyKey,
    }),
    response: { 201: Discussion, ...failures },
  },
} satisfies Endpoint

export const getDiscussion = {
  method: 'GET',
  url: '/api/forums/discussions/:id/',
  schema: {
    area: 'Forums',
    summary: 'Returns a discussion as the viewer sees it, and counts a view.',
    missing: 'Discussion',
    params: IdParams,
    response: { 200: Discussion, ...failures },
  },
} satisfies Endpoint

const { title, description, edited_at, num_comments, views, like_count, is_locked, is_slow, updated_at } =
  discussionFields

const DiscussionState = Type.Object({
  id: Id,
  title,
  description,
  ...WrittenFields,
  edited_at,
  updated_at,
  num_comments,
  views,
  like_count,
  is_locked,
  is_slow,
})
export type DiscussionState = Static<typeof DiscussionState>

/** 404 once it was deleted or removed. */
export const getDiscussionState = {
  method: 'GET',
  url: '/api/forums/discussions/:id/state/',
  schema: {
    area: 'Forums',
    summary: 'Returns the parts of a discussion that change, the same for every viewer.',
    missing: 'Discussion',
    params: IdParams,
    response: { 200: DiscussionState, ...failures },
  },
} satisfies Endpoint

/** Only the author may edit a discussion, unless it is locked. */
export const editDiscussion = {
  method: 'PATCH',
  url: '/api/forums/discussions/:id/',
  schema: {
    area: 'Forums',
    summary: "Changes one of the viewer's discussions.",
    description: 'Omitted fields stay unchanged. The earlier text is kept as a revision.',
    missing: 'Discussion',
    errors: ['locked', 'repeated_text', 'too_many_links', 'blocked_by_person'],
    params: IdParams,
    body: Type.Object(DiscussionInput),
    response: { 200: Discussion, ...failures },
  },
} satisfies Endpoint

/** For its author. Idempotent. */
export const deleteDiscussion = {
  method: 'DELETE',
  url: '/api/forums/discussions/:id/',
  schema: {
    area: 'Forums',
    summary: "Deletes one of the viewer's discussions.",
    missing: 'Discussion',
    params: IdParams,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

const DiscussionRevision = Type.Object({ title: Type.String(), text: Type.String(), created_at: Instant })
export type DiscussionRevision = Static<typeof DiscussionRevision>

/** `created_at` is when a text was written. */
export const listDiscussionRevisions = {
  method: 'GET',
  url: '/api/forums/discussions/:id/revisions/',
  schema: {
    area: 'Forums',
    summary: 'Lists the earlier texts of an edited discussion, newest first.',
    missing: 'Discussion',
    params: IdParams,
    response: { 200: Type.Array(DiscussionRevision), ...failures },
  },
} satisfies Endpoint

export const likeDiscussion = {
  method: 'POST',
  url: '/api/forums/discussions/:id/like/',
  schema: {
    area: 'Forums',
    summary: 'Likes a discussion, or takes the like back.',
    missing: 'Discussion',
    errors: ['blocked_by_person'],
    params: IdParams,
    response: { 200: Type.Object({ liked: Type.Boolean(), like_count: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

/** Idempotent. Locking is a decision of a moderator: `decideContent`. */
export const unlockDiscussion = {
  method: 'DELETE',
  url: '/api/forums/discussions/:id/lock/',
  schema: {
    area: 'Forums',
    summary: 'Unlocks a discussion.',
    description: 'For moderators.',
    missing: 'Discussion',
    errors: ['forbidden', 'own_case'],
    params: IdParams,
    response: { 200: Type.Object({ is_locked: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

const slowDiscussion = {
  params: IdParams,
  response: { 200: Type.Object({ is_slow: Type.Boolean() }), ...failures },
}

export const startSlowDiscussion = {
  method: 'POST',
  url: '/api/forums/discussions/:id/slow/',
  schema: {
    area: 'Forums',
    summary: 'Starts slow mode: each user comments once a minute.',
    description: 'For moderators.',
    missing: 'Discussion',
    errors: ['forbidden'],
    ...slowDiscussion,
  },
} satisfies Endpoint

export const endSlowDiscussion = {
  method: 'DELETE',
  url: '/api/forums/discussions/:id/slow/',
  schema: {
    area: 'Forums',
    summary: 'Ends slow mode.',
    description: 'For moderators.',
    missing: 'Discussion',
    errors: ['forbidden'],
    ...slowDiscussion,
  },
} satisfies Endpoint

export const ForumStats = Type.Object({
  members: Type.Integer(),
  discussions: Type.Integer(),
  /** Discussions and comments. */
  posts: Type.Integer(),
  today_discussions: Type.Integer(),
})
export type ForumStats = Static<typeof ForumStats>

export const getForumStats = {
  method: 'GET',
  url: '/api/forums/stats/',
  schema: {
    area: 'Forums',
    summary: 'Counts the members, discussions and comments of the forums.',
    response: { 200: ForumStats, ...failures },
  },
} satisfies Endpoint

const ForumCategory = Type.Object({ id: Id, category: Type.String(), discussion_count: Type.Integer() })
export type ForumCategory = Static<typeof ForumCategory>

/** By id. */
export const listForumCategories = {
  method: 'GET',
  url: '/api/forums/categories/',
  schema: {
    area: 'Forums',
    summary: 'Lists the categories of the forums with their number of discussions.',
    response: { 200: Type.Array(ForumCategory), ...failures },
  },
} satisfies Endpoint
