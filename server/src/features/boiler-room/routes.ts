import type { FastifyPluginAsync } from 'fastify'
import { postCommentRoutes } from './comments.ts'
import { followRoutes } from './follows.ts'
import { hashtagRoutes } from './hashtags.ts'
import { likeRoutes } from './likes.ts'
import { muteRoutes } from './mutes-and-blocks.ts'
import { postRoutes } from './posts/routes.ts'

export const boilerRoomRoutes: FastifyPluginAsync = async (app) => {
  for (const routes of [followRoutes, muteRoutes, likeRoutes, postCommentRoutes, postRoutes, hashtagRoutes])
    await routes(app, {})
}
