import { Type, type Static } from 'typebox'
import { authorFields } from '../accounts/author.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdempotencyKey, IdParams, Instant, WrittenFields, LimitedText, PageQuery } from '../schemas.ts'

export const postCommentMaxLength = 500

export const PostComment = Type.Object({
  id: Id,
  post: Id,
  ...authorFields,
  text: Type.String(),
  ...WrittenFields,
  created_at: Instant,
  likes_count: Type.Integer(),
  user_has_liked: Type.Boolean(),
})
export type PostComment = Static<typeof PostComment>

const PostCommentPage = Type.Object({
  results: Type.Array(PostComment),
  next: Type.Union([Type.String(), Type.Null()]),
})

export const listPostComments = {
  method: 'GET',
  url: '/api/boilerroom/post-comments/',
  schema: {
    area: 'Boiler Room',
    summary: 'Lists the comments on a post, newest first.',
    description: 'Without page parameters, the newest 100.',
    missing: 'Post',
    querystring: Type.Object({ post: Id, ...PageQuery }),
    response: { 200: Type.Union([Type.Array(PostComment), PostCommentPage]), ...failures },
  },
} satisfies Endpoint

export const createPostComment = {
  method: 'POST',
  url: '/api/boilerroom/post-comments/',
  schema: {
    area: 'Boiler Room',
    summary: 'Comments on a post.',
    missing: 'Post',
    errors: [
      'email_not_confirmed',
      'idempotency_key_used',
      'blocked_by_person',
      'daily_limit',
      'too_many_links',
      'held_for_review',
    ],
    body: Type.Object({
      post: Id,
      text: LimitedText(postCommentMaxLength),
      ...WrittenFields,
      idempotency_key: IdempotencyKey,
    }),
    response: { 201: PostComment, ...failures },
  },
} satisfies Endpoint

/** For its author. Idempotent. */
export const deletePostComment = {
  method: 'DELETE',
  url: '/api/boilerroom/post-comments/:id/',
  schema: {
    area: 'Boiler Room',
    summary: "Deletes one of the viewer's comments on a post.",
    missing: 'Comment',
    params: IdParams,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
