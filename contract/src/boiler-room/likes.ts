import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { IdParams } from '../schemas.ts'

const LikeState = Type.Object({ user_has_liked: Type.Boolean(), likes_count: Type.Integer() })

/** Idempotent, like `unlikePost`. */
export const likePost = {
  method: 'POST',
  url: '/api/boilerroom/posts/:id/like/',
  schema: {
    area: 'Boiler Room',
    summary: 'Likes a post.',
    missing: 'Post',
    errors: ['blocked_by_person'],
    params: IdParams,
    response: { 200: LikeState, ...failures },
  },
} satisfies Endpoint

export const unlikePost = {
  method: 'DELETE',
  url: '/api/boilerroom/posts/:id/unlike/',
  schema: {
    area: 'Boiler Room',
    summary: "Takes back the viewer's like of a post.",
    missing: 'Post',
    params: IdParams,
    response: { 200: LikeState, ...failures },
  },
} satisfies Endpoint

export const likePostComment = {
  method: 'POST',
  url: '/api/boilerroom/post-comments/:id/like/',
  schema: {
    area: 'Boiler Room',
    summary: 'Likes a comment on a post.',
    missing: 'Comment',
    errors: ['blocked_by_person'],
    params: IdParams,
    response: { 200: LikeState, ...failures },
  },
} satisfies Endpoint

export const unlikePostComment = {
  method: 'DELETE',
  url: '/api/boilerroom/post-comments/:id/unlike/',
  schema: {
    area: 'Boiler Room',
    summary: "Takes back the viewer's like of a comment on a post.",
    missing: 'Comment',
    params: IdParams,
    response: { 200: LikeState, ...failures },
  },
} satisfies Endpoint
