import type { Subject } from '#writing/content.ts'
import { react, removeReaction } from '#community/reactions.ts'
import type { Db } from '#db/client.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as postLikes from '@wtpu/contract/boiler-room/likes'
import { viewerId, viewerKey, signedIn } from '#http/auth.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

interface Like {
  to: Subject
  userId: number
}

interface LikeState {
  user_has_liked: boolean
  likes_count: number
}

async function like(db: Db, { to, userId }: Like): Promise<LikeState> {
  const { likeCount } = await react(db, { to, userId, value: 1 })
  return { user_has_liked: true, likes_count: likeCount }
}

async function unlike(db: Db, { to, userId }: Like): Promise<LikeState> {
  const { likeCount } = await removeReaction(db, { to, userId })
  return { user_has_liked: false, likes_count: likeCount }
}

/** Likes of posts and of their comments. */
export const likeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]
  const post = (id: number) => ({ kind: 'post', id }) as const
  const comment = (id: number) => ({ kind: 'comment', id, on: 'post' }) as const

  app.route({
    ...postLikes.likePost,
    onRequest: writes,
    handler: (request) => like(app.db, { to: post(request.params.id), userId: viewerId(request) }),
  })

  app.route({
    ...postLikes.unlikePost,
    onRequest: writes,
    handler: (request) => unlike(app.db, { to: post(request.params.id), userId: viewerId(request) }),
  })

  app.route({
    ...postLikes.likePostComment,
    onRequest: writes,
    handler: (request) => like(app.db, { to: comment(request.params.id), userId: viewerId(request) }),
  })

  app.route({
    ...postLikes.unlikePostComment,
    onRequest: writes,
    handler: (request) => unlike(app.db, { to: comment(request.params.id), userId: viewerId(request) }),
  })
}
