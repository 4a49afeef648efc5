import { parseId } from '@wtpu/contract/schemas'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/rate-limit.ts'
import { atomOf, type Feed } from './atom.ts'
import { findDiscussionFeed, findPoliticianFeed, findPollFeed } from './find-feeds.ts'

const cacheSeconds = 300

/** /feeds/polls.atom, /feeds/discussions.atom and /feeds/politicians/{id}.atom, for feed readers and newsrooms. */
export function feedRoutes(app: FastifyInstance): void {
  const { db, config, cache } = app
  const onRequest = limitTo(app, limits.feedsPerAddress)
  const options = { schema: { hide: true }, onRequest }
  const send = async (reply: FastifyReply, find: () => Promise<Feed | undefined>) => {
    const entry = await cache.getOrCompute(
      reply.request.url.split('?')[0] ?? '',
      { seconds: cacheSeconds, isSearch: false },
      async () => {
        const feed = await find()
        if (!feed) throw notFound('Feed')
        return atomOf(feed, config.publicUrl)
      },
    )
    reply.headers({ etag: entry.etag, 'cache-control': `public, max-age=${cacheSeconds}` })
    if (reply.request.headers['if-none-match'] === entry.etag) return reply.code(304).send()
    return reply.type('application/atom+xml; charset=utf-8').send(entry.bytes)
  }

  app.get('/feeds/polls.atom', options, (_request, reply) => send(reply, () => findPollFeed(db)))
  app.get('/feeds/discussions.atom', options, (_request, reply) => send(reply, () => findDiscussionFeed(db)))
  app.get<{ Params: { file: string } }>('/feeds/politicians/:file', options, async ({ params }, reply) => {
    const [, digits = ''] = /^(\d+)\.atom$/.exec(params.file) ?? []
    const id = parseId(digits)
    if (id === undefined) throw notFound('Feed')
    return send(reply, () => findPoliticianFeed(db, id))
  })
}
