import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { captionsMaxBytes } from '@wtpu/contract/boiler-room/post-media'
import * as contract from '@wtpu/contract/boiler-room/posts'
import { signedIn, viewerId, viewerKey, writerOf } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { receiveForm } from '#http/uploads/uploads.ts'
import { deletePost, describePost, editPost, setCaptions } from './commands.ts'
import { createPost } from './create-post.ts'
import { findPosts } from './list.ts'
import { findRevisions } from '#writing/revise.ts'
import { shareFeed } from './share-feed.ts'
import { findLatestPosts, findPost, findPostState } from './queries.ts'

/** Maximum age of a cached response. Blocking an author or the end of a trend has no path of a post. */
const maxAgeSeconds = 5

export const postRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]

  app.route({
    ...contract.listPosts,
    onRequest: signedIn,
    handler: (request, reply) => {
      const { limit, ...others } = request.query
      const isFeed = request.muterId === 0 && Object.keys(others).length === 0
      return isFeed
        ? shareFeed(request, reply, limit)
        : findPosts(app.db, { ...request.query, viewerId: viewerId(request) })
    },
  })

  app.route({
    ...contract.getPost,
    onRequest: signedIn,
    handler: async (request) => {
      const post = await findPost(app.db, request.params.id, viewerId(request), request.staffId)
      if (!post) throw notFound('Post')
      return post
    },
  })

  shareRoute(app, contract.getPostState, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    read: (db, { params }) => findPostState(db, params.id),
  })

  shareRoute(app, contract.listLatestPosts, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    leavesOutMuted: true,
    read: (db, _asked, muterId) => findLatestPosts(db, muterId),
  })

  app.route({
    ...contract.listPostRevisions,
    onRequest: signedIn,
    handler: (request) => findRevisions(app.db, { kind: 'post', id: request.params.id }),
  })

  app.route({
    ...contract.createPost,
    onRequest: writes,
    preValidation: receiveForm(contract.createPost, limitTo(app, limits.uploadsPerUser, viewerKey)),
    handler: async (request, reply) =>
      reply.code(201).send(
        await createPost(app.db, app, {
          ...request.body,
          ...writerOf(request),
          files: request.uploads['media_files'] ?? [],
          poster: request.uploads['poster']?.[0],
          captions: request.uploads['captions']?.[0],
        }),
      ),
  })

  app.route({
    ...contract.editPost,
    onRequest: writes,
    handler: (request) => editPost(app.db, { postId: request.params.id, userId: viewerId(request), ...request.body }),
  })

  app.route({
    ...contract.describePost,
    onRequest: writes,
    handler: (request) =>
      describePost(app.db, { postId: request.params.id, userId: viewerId(request), alts: request.body.media_alt }),
  })

  app.route({
    ...contract.setCaptions,
    onRequest: writes,
    // Line breaks take two bytes in JSON.
    bodyLimit: 2 * captionsMaxBytes,
    handler: (request) =>
      setCaptions(app, { postId: request.params.id, userId: viewerId(request), captions: request.body.captions }),
  })

  app.route({
    ...contract.deletePost,
    onRequest: writes,
    handler: (request) => deletePost(app, { postId: request.params.id, userId: viewerId(request) }),
  })
}
