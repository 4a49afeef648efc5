import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import * as politicians from '@wtpu/contract/politicians'
import type { PoliticianComment } from '@wtpu/contract/politicians'
import { type CommentRow, toSharedWire, findComment, listComments } from '#community/list-comments.ts'
import { and, eq } from 'drizzle-orm'
import * as community from '#writing/comments.ts'
import { shareComments } from '#community/share-comments.ts'
import { react, removeReaction } from '#community/reactions.ts'
import { setSlow } from '#community/slow-mode.ts'
import type { Db } from '#db/client.ts'
import { reactions } from '#db/schema/community.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { viewerKey, signedIn, viewerId, type Writer, writerOf } from '#http/auth.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

function toPoliticianComment(row: CommentRow): PoliticianComment {
  return { ...toSharedWire(row), politician: row.parentId, like_id: row.likeId, like_count: row.likeCount }
}

interface NewComment extends Writer, Written {
  politicianId: number
  text: string
  idempotencyKey?: string
}

export async function createComment(
  db: Db,
  { politicianId, userId, ...comment }: NewComment,
): Promise<PoliticianComment> {
  const on = { kind: 'politician', id: politicianId } as const
  const { id } = await community.createComment(db, { on, userId, ...comment })
  return toPoliticianComment(await findComment(db, id, userId))
}

/** One like per user and comment. Liking twice returns the existing like. */
export async function likeComment(
  db: Db,
  { commentId, userId }: { commentId: number; userId: number },
): Promise<{ id: number; comment: number; like_count: number }> {
  const { id, likeCount } = await react(db, { to: wallComment(commentId), userId, value: 1 })
  return { id, comment: commentId, like_count: likeCount }
}

/** Removes the caller's own like; a like that does not exist is not an error. */
export async function unlikeComment(
  db: Db,
  { likeId, userId }: { likeId: number; userId: number },
): Promise<{ removed: boolean }> {
  const [like] = await db
    .select({ commentId: reactions.commentId })
    .from(reactions)
    .where(and(eq(reactions.id, likeId), eq(reactions.userId, userId)))
  if (!like?.commentId) return { removed: false }
  const { removed } = await removeReaction(db, { to: wallComment(like.commentId), userId, id: likeId })
  return { removed }
}

function wallComment(id: number) {
  return { kind: 'comment', id, on: 'politician' } as const
}

/** /api/comments/ and /api/comment-likes/: the discussion wall on an official's profile. */
export const wallRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]

  app.route({
    ...politicians.listComments,
    onRequest: signedIn,
    handler: (request, reply) => {
      const { politician, ...page } = request.query
      const on = { kind: 'politician', id: politician } as const
      return shareComments(politicians.listComments, { on, request, reply }, (db, viewer) =>
        listComments(db, { on, viewerId: viewer, ...page }, toPoliticianComment),
      )
    },
  })

  app.route({
    ...politicians.createComment,
    onRequest: writes,
    handler: async (request, reply) =>
      reply.code(201).send(
        await createComment(app.db, {
          politicianId: request.body.politician,
          ...writerOf(request),
          text: request.body.text,
          ...writtenOf(request.body),
          idempotencyKey: request.body.idempotency_key,
        }),
      ),
  })

  app.route({
    ...politicians.likeComment,
    onRequest: writes,
    handler: (request) => likeComment(app.db, { commentId: request.body.comment, userId: viewerId(request) }),
  })

  app.route({
    ...politicians.unlikeComment,
    onRequest: writes,
    handler: (request) => unlikeComment(app.db, { likeId: request.params.id, userId: viewerId(request) }),
  })

  for (const isSlow of [true, false]) {
    app.route({
      ...(isSlow ? politicians.startSlowWall : politicians.endSlowWall),
      onRequest: writes,
      handler: (request) =>
        setSlow(app.db, { kind: 'politician', id: request.params.id, moderatorId: request.staffId, isSlow }),
    })
  }
}
