import { Type, type Static } from 'typebox'
import { Author, Avatar } from '../accounts/author.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdempotencyKey, IdParams, Instant, WrittenFields, LimitedText, Nullable, PageQuery } from '../schemas.ts'

export const forumCommentMaxLength = 5_000
/** Levels of a thread that are shown at once; deeper replies open in a view of their own. */
export const shownLevels = 4
/** A reply to a comment at this depth is stored next to it instead of below it. */
export const maxDepth = 50
/** Ids per call of `listMyReactions`. */
export const maxReactionIds = 200

const commentFields = {
  id: Id,
  discussion: Id,
  /** The comment that this one replies to. */
  parent: Nullable(Id),
  /** 0 at the top level. */
  depth: Type.Integer(),
  /**
   * A comment that its author deleted, or a moderator removed, keeps its slot as long as it has replies. Its content is
   * empty and its author is not shown.
   */
  state: Type.Enum(['shown', 'deleted', 'removed', 'muted']),
  /** Markdown. */
  content: Type.String(),
  ...WrittenFields,
  user: Nullable(Id),
  user_name: Type.String(),
  user_avatar: Avatar,
  author: Nullable(Author),
  created_at: Instant,
  edited_at: Nullable(Instant),
  like_count: Type.Integer(),
  dislike_count: Type.Integer(),
  isPinned: Type.Boolean(),
  /** Whether the author is a moderator now. */
  isModerator: Type.Boolean(),
  /** Liked by members of at least two groups of Common Ground. */
  valued_across_groups: Type.Boolean(),
  /** Direct replies. `replies` contains the oldest of them. */
  reply_count: Type.Integer(),
}

/** The oldest replies come first, so that an argument is read in its order. */
export interface ForumComment extends Static<typeof CommentWithoutReplies> {
  replies: ForumComment[]
}

const CommentWithoutReplies = Type.Object(commentFields)
/** Four levels, as a schema without recursion. */
const Level4 = Type.Object({ ...commentFields, replies: Type.Array(CommentWithoutReplies, { maxItems: 0 }) })
const Level3 = Type.Object({ ...commentFields, replies: Type.Array(Level4) })
const Level2 = Type.Object({ ...commentFields, replies: Type.Array(Level3) })
export const Comment = Type.Object({ ...commentFields, replies: Type.Array(Level2) })

/** Popular is likes minus dislikes, then newest; `common_ground` is the agreement of the groups of Common Ground. */
const CommentSort = Type.Enum(['newest', 'oldest', 'popular', 'common_ground'])
export type CommentSort = Static<typeof CommentSort>

const CommentPage = Type.Object({ results: Type.Array(Comment), next: Nullable(Type.String()) })
export type CommentPage = Static<typeof CommentPage>

/** Comments below each of `results` that a page of up to 20 contains. Longer pages contain fewer. */
export const repliesPerComment = 8

/** The same for every viewer. */
export const listDiscussionComments = {
  method: 'GET',
  url: '/api/forums/discussions/:id/comments/',
  schema: {
    area: 'Forums',
    summary: 'Lists the comments of a discussion with the replies below them.',
    description:
      '`sort` orders the top level; pinned comments come first. `parent` lists the replies to a comment instead, in order. Each comment contains the oldest replies below it, on four levels. Without page parameters, an array of the first 50.',
    missing: 'Discussion',
    params: IdParams,
    querystring: Type.Object({ sort: Type.Optional(CommentSort), parent: Type.Optional(Id), ...PageQuery }),
    response: { 200: Type.Union([Type.Array(Comment), CommentPage]), ...failures },
  },
} satisfies Endpoint

/** Each without replies: the context of a view of its own. */
export const listCommentAncestors = {
  method: 'GET',
  url: '/api/forums/comments/:id/ancestors/',
  schema: {
    area: 'Forums',
    summary: 'Lists the comments from the top level down to this one.',
    missing: 'Comment',
    params: IdParams,
    response: { 200: Type.Array(Level4), ...failures },
  },
} satisfies Endpoint

export const createDiscussionComment = {
  method: 'POST',
  url: '/api/forums/discussions/:id/comments/',
  schema: {
    area: 'Forums',
    summary: 'Comments on a discussion or replies to a comment.',
    description: '`parent` is the comment that this one replies to. `content` is Markdown.',
    missing: 'Discussion',
    errors: [
      'email_not_confirmed',
      'locked',
      'parent_hidden',
      'idempotency_key_used',
      'daily_limit',
      'too_many_links',
      'held_for_review',
      'slow_mode',
      'blocked_by_person',
    ],
    params: IdParams,
    body: Type.Object({
      content: LimitedText(forumCommentMaxLength),
      ...WrittenFields,
      parent: Type.Optional(Nullable(Id)),
      idempotency_key: IdempotencyKey,
    }),
    response: { 201: Level4, ...failures },
  },
} satisfies Endpoint

/** Only the author may edit a comment, unless the discussion is locked. */
export const editForumComment = {
  method: 'PATCH',
  url: '/api/forums/comments/:id/',
  schema: {
    area: 'Forums',
    summary: "Changes one of the viewer's comments.",
    description: 'The earlier text is kept as a revision.',
    missing: 'Comment',
    errors: ['locked', 'too_many_links', 'repeated_text', 'blocked_by_person'],
    params: IdParams,
    body: Type.Object({ content: LimitedText(forumCommentMaxLength), ...WrittenFields }),
    response: { 200: Level4, ...failures },
  },
} satisfies Endpoint

/** Only the author may delete a comment. Repeating the call changes nothing. */
export const deleteForumComment = {
  method: 'DELETE',
  url: '/api/forums/comments/:id/',
  schema: {
    area: 'Forums',
    part: null,
    summary: "Deletes one of the viewer's comments.",
    missing: 'Comment',
    params: IdParams,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

const CommentRevision = Type.Object({ text: Type.String(), created_at: Instant })
export type CommentRevision = Static<typeof CommentRevision>

export const listForumCommentRevisions = {
  method: 'GET',
  url: '/api/forums/comments/:id/revisions/',
  schema: {
    area: 'Forums',
    part: null,
    summary: 'Lists the earlier texts of an edited comment, newest first.',
    missing: 'Comment',
    params: IdParams,
    response: { 200: Type.Array(CommentRevision), ...failures },
  },
} satisfies Endpoint

/** `value` is the viewer's reaction now: 1 a like, -1 a dislike, 0 none. */
const ReactionState = Type.Object({
  value: Type.Union([Type.Literal(1), Type.Literal(0), Type.Literal(-1)]),
  liked: Type.Boolean(),
  disliked: Type.Boolean(),
  like_count: Type.Integer(),
  dislike_count: Type.Integer(),
})
export type ReactionState = Static<typeof ReactionState>

export const likeForumComment = {
  method: 'POST',
  url: '/api/forums/comments/:id/like/',
  schema: {
    area: 'Forums',
    summary: 'Likes a comment, or takes the like back.',
    description: 'A like replaces a dislike.',
    missing: 'Comment',
    errors: ['blocked_by_person'],
    params: IdParams,
    response: { 200: ReactionState, ...failures },
  },
} satisfies Endpoint

export const dislikeForumComment = {
  method: 'POST',
  url: '/api/forums/comments/:id/dislike/',
  schema: {
    area: 'Forums',
    summary: 'Dislikes a comment, or takes the dislike back.',
    description: 'A dislike replaces a like.',
    missing: 'Comment',
    errors: ['blocked_by_person'],
    params: IdParams,
    response: { 200: ReactionState, ...failures },
  },
} satisfies Endpoint

export const listMyReactions = {
  method: 'GET',
  url: '/api/forums/my-reactions/',
  schema: {
    area: 'Forums',
    summary: "Lists the viewer's reactions to the given comments.",
    description: '`comments` is a list of ids, such as "3,14,15".',
    querystring: Type.Object({
      comments: Type.String({
        maxLength: 11 * maxReactionIds,
        pattern: `^[0-9]{1,10}(,[0-9]{1,10}){0,${maxReactionIds - 1}}$`,
      }),
    }),
    response: {
      200: Type.Array(Type.Object({ comment: Id, value: Type.Union([Type.Literal(1), Type.Literal(-1)]) })),
      ...failures,
    },
  },
} satisfies Endpoint

/** A discussion has at most `maxPinned` pinned comments. Repeating the call changes nothing. */
export const pinForumComment = {
  method: 'POST',
  url: '/api/forums/comments/:id/pin/',
  schema: {
    area: 'Forums',
    summary: 'Pins a comment to the top of its discussion.',
    description: 'For moderators. Only comments at the top level.',
    missing: 'Comment',
    errors: ['forbidden', 'not_top_level', 'too_many_pinned'],
    params: IdParams,
    response: { 200: Type.Object({ isPinned: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

export const unpinForumComment = {
  method: 'DELETE',
  url: '/api/forums/comments/:id/pin/',
  schema: {
    area: 'Forums',
    summary: 'Unpins a comment.',
    description: 'For moderators.',
    missing: 'Comment',
    errors: ['forbidden'],
    params: IdParams,
    response: { 200: Type.Object({ isPinned: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
