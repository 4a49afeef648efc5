import type { FastifyPluginAsync } from 'fastify'
import { forumCommentRoutes } from './comments/routes.ts'
import { discussionRoutes } from './discussions/routes.ts'
import { forumStatsRoutes } from './stats.ts'
import { tagRoutes } from './tags.ts'

export const forumRoutes: FastifyPluginAsync = async (app) => {
  for (const routes of [discussionRoutes, forumCommentRoutes, tagRoutes, forumStatsRoutes]) await routes(app, {})
}
