import { Type, type Static } from 'typebox'
import { Author, authorFields } from '../accounts/author.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { hashtagMaxLength, maxHashtagsPerPost } from './hashtags.ts'
import { PostComment } from './comments.ts'
import {
  altMaxLength,
  captionsMaxBytes,
  captionsProblems,
  imageMaxBytes,
  maxImages,
  mediaProblems,
  PostMedia,
  videoMaxBytes,
} from './post-media.ts'
import { Id, IdempotencyKey, IdParams, Instant, WrittenFields, LimitedText, PageQuery } from '../schemas.ts'

/** Lengths are counted in characters as people see them, see `characterCount`. */
export const postMaxLength = 2000
/** In 24 hours, for one user. */
export const postsPerDay = 200
export const videosPerDay = 10

export const Post = Type.Object({
  id: Id,
  text: Type.String(),
  ...WrittenFields,
  created_at: Instant,
  /** Null if the post was never edited. */
  edited_at: Type.Union([Instant, Type.Null()]),
  ...authorFields,
  author: Author,
  /** Whether a hashtag of the post is a trending topic. `is_trending` says the same. */
  trending: Type.Boolean(),
  is_trending: Type.Boolean(),
  /** Whether the viewer follows the author. */
  following: Type.Boolean(),
  hashtag_list: Type.Array(Type.String()),
  likes_count: Type.Integer(),
  comments_count: Type.Integer(),
  user_has_liked: Type.Boolean(),
  media: Type.Array(PostMedia),
  /** The newest two comments, newest first. */
  recent_comments: Type.Array(PostComment),
  /** On its own page, for its author and staff: hidden until a moderator has looked at it. */
  under_review: Type.Optional(Type.Boolean()),
})
export type Post = Static<typeof Post>

export const PostPage = Type.Object({
  results: Type.Array(Post),
  next: Type.Union([Type.String(), Type.Null()]),
  /** On the first page of a search only: the number of matching posts, counted up to `maxCounted`, and of all posts. */
  count: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
})
export type PostPage = Static<typeof PostPage>

/** Matches of a search are counted up to this number; more are shown as "100+". Pages are shorter. */
export const maxCounted = 100

const PostQuery = Type.Object({
  filter: Type.Optional(Type.Enum(['trending', 'following'])),
  user: Type.Optional(Type.String({ maxLength: 100 })),
  hashtag: Type.Optional(LimitedText(hashtagMaxLength)),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type PostQuery = Static<typeof PostQuery>

export const listPosts = {
  method: 'GET',
  url: '/api/boilerroom/posts/',
  schema: {
    area: 'Boiler Room',
    summary: 'Lists posts, newest first.',
    description:
      '`filter`: "trending" is posts with a trending hashtag, "following" posts of the viewer and of the people whom the viewer follows. `user` is an id or a username. Without page parameters and `q`, an array of the newest 20.',
    querystring: PostQuery,
    response: { 200: Type.Union([Type.Array(Post), PostPage]), ...failures },
  },
} satisfies Endpoint

export const getPost = {
  method: 'GET',
  url: '/api/boilerroom/posts/:id/',
  schema: {
    area: 'Boiler Room',
    summary: 'Returns a post as the viewer sees it.',
    missing: 'Post',
    params: IdParams,
    response: { 200: Post, ...failures },
  },
} satisfies Endpoint

const PostState = Type.Object({
  id: Id,
  text: Type.String(),
  ...WrittenFields,
  hashtag_list: Type.Array(Type.String()),
  edited_at: Type.Union([Instant, Type.Null()]),
  likes_count: Type.Integer(),
  comments_count: Type.Integer(),
})
export type PostState = Static<typeof PostState>

/** 404 once it was deleted or removed. */
export const getPostState = {
  method: 'GET',
  url: '/api/boilerroom/posts/:id/state/',
  schema: {
    area: 'Boiler Room',
    summary: 'Returns the parts of a post that change, the same for every viewer.',
    missing: 'Post',
    params: IdParams,
    response: { 200: PostState, ...failures },
  },
} satisfies Endpoint

const LatestPost = Type.Object({ id: Id, user: Id, is_trending: Type.Boolean() })
export type LatestPost = Static<typeof LatestPost>

/** The same for every viewer, so that a browser can count the new posts of its tab. */
export const listLatestPosts = {
  method: 'GET',
  url: '/api/boilerroom/latest-posts/',
  schema: {
    area: 'Boiler Room',
    summary: 'Lists the ids and authors of the newest 50 posts.',
    response: { 200: Type.Array(LatestPost), ...failures },
  },
} satisfies Endpoint

export const createPost = {
  method: 'POST',
  url: '/api/boilerroom/posts/',
  config: {
    files: {
      media_files: {
        maxBytes: videoMaxBytes,
        maxCount: maxImages,
        tooLarge: mediaProblems.videoTooLarge,
        tooMany: mediaProblems.tooManyImages,
      },
      poster: { maxBytes: imageMaxBytes, maxCount: 1, tooLarge: mediaProblems.imageTooLarge },
      captions: { maxBytes: captionsMaxBytes, maxCount: 1, tooLarge: captionsProblems.tooLarge },
    },
  },
  schema: {
    area: 'Boiler Room',
    summary: 'Publishes a post with text, images or a video.',
    description:
      '`media_files` are up to 4 images or one video; `media_alt` describes them in the same order; `poster` is the first frame of the video, `captions` a WebVTT or SubRip file. The hashtags of the text are added to `hashtag_list`.',
    errors: ['email_not_confirmed', 'daily_limit', 'held_for_review', 'too_many_links', 'blocked_by_person'],
    body: Type.Object({
      idempotency_key: IdempotencyKey,
      text: Type.Optional(LimitedText(postMaxLength)),
      ...WrittenFields,
      hashtag_list: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: maxHashtagsPerPost })),
      media_alt: Type.Optional(Type.Array(LimitedText(altMaxLength), { maxItems: maxImages })),
    }),
    response: { 201: Post, ...failures },
  },
} satisfies Endpoint

/** Up to `editMinutes` after it was posted. */
export const editPost = {
  method: 'PATCH',
  url: '/api/boilerroom/posts/:id/',
  schema: {
    area: 'Boiler Room',
    summary: "Changes the text of one of the viewer's posts.",
    description: 'Possible for a limited time after the post was published. The earlier text is kept as a revision.',
    missing: 'Post',
    errors: ['too_late', 'repeated_text', 'too_many_links', 'blocked_by_person'],
    params: IdParams,
    body: Type.Object({ text: LimitedText(postMaxLength), ...WrittenFields }),
    response: { 200: Post, ...failures },
  },
} satisfies Endpoint

/** At any time. */
export const describePost = {
  method: 'PUT',
  url: '/api/boilerroom/posts/:id/descriptions/',
  schema: {
    area: 'Boiler Room',
    summary: "Replaces the descriptions of the media of one of the viewer's posts.",
    description: '`media_alt` describes the images or the video in their order. What has none is no longer described.',
    missing: 'Post',
    params: IdParams,
    body: Type.Object({ media_alt: Type.Array(LimitedText(altMaxLength), { maxItems: maxImages }) }),
    response: { 200: Post, ...failures },
  },
} satisfies Endpoint

/** Up to `editMinutes` after it was posted. */
export const setCaptions = {
  method: 'PUT',
  url: '/api/boilerroom/posts/:id/captions/',
  schema: {
    area: 'Boiler Room',
    summary: "Replaces or removes the captions of the video of one of the viewer's posts.",
    description:
      'The text of a WebVTT or SubRip file, or null. Possible for a limited time after the post was published.',
    missing: 'Post',
    errors: ['too_late'],
    params: IdParams,
    body: Type.Object({ captions: Type.Union([Type.String({ maxLength: captionsMaxBytes }), Type.Null()]) }),
    response: { 200: Post, ...failures },
  },
} satisfies Endpoint

/** For its author. Idempotent. */
export const deletePost = {
  method: 'DELETE',
  url: '/api/boilerroom/posts/:id/',
  schema: {
    area: 'Boiler Room',
    summary: "Deletes one of the viewer's posts.",
    missing: 'Post',
    params: IdParams,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

const Revision = Type.Object({ text: Type.String(), created_at: Instant })
export type Revision = Static<typeof Revision>

/** `created_at` is when a text was written. */
export const listPostRevisions = {
  method: 'GET',
  url: '/api/boilerroom/posts/:id/revisions/',
  schema: {
    area: 'Boiler Room',
    summary: 'Lists the earlier texts of an edited post, newest first.',
    missing: 'Post',
    params: IdParams,
    response: { 200: Type.Array(Revision), ...failures },
  },
} satisfies Endpoint
