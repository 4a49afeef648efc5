import { embedCode, frameSize, getOembed } from '@wtpu/contract/site/on-demand/embed'
import type { HeadElement } from '@wtpu/contract/site/head'
import { site } from '@wtpu/contract/site/name'
import { parseId } from '@wtpu/contract/schemas'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError, notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { findPublicPoll } from '../public-poll.ts'

/** GET /api/oembed: how another site embeds the poll at an address of this site. */
export const oembedRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getOembed,
    onRequest: limitTo(app, limits.embedsPerAddress),
    handler: async ({ query }) => {
      const { publicUrl, siteAccessCode } = app.config
      if (query.format !== undefined && query.format !== 'json') throw new ApiError('format_not_supported')
      const id = siteAccessCode ? undefined : pollAt(query.url, publicUrl)
      const poll = id === undefined ? undefined : await app.reads.run((db) => findPublicPoll(db, id))
      if (!poll) throw notFound('Poll')
      const framed = { ...poll, is_closed: poll.isClosed }
      const size = frameSize(framed, query)
      return {
        version: '1.0' as const,
        type: 'rich' as const,
        provider_name: site.name,
        provider_url: publicUrl,
        title: poll.question,
        html: embedCode(publicUrl, framed, size),
        ...size,
      }
    },
  })
}

const paths = /^\/(?:polls|results|embed\/polls)\/(\d+)\/?$/

/** The id of the poll at an address of this site. */
function pollAt(address: string, publicUrl: string): number | undefined {
  const url = URL.parse(address)
  return url?.origin === new URL(publicUrl).origin ? parseId(paths.exec(url.pathname)?.[1] ?? '') : undefined
}

/** Tells consumers of oEmbed, in the head of a poll's pages, how to embed it. */
export function oembedLinks(
  publicUrl: string,
  { path, params }: { path: string; params: Record<string, string> },
): HeadElement[] {
  const id = ['/polls/$pollId', '/results/$pollId'].includes(path) ? parseId(params['pollId'] ?? '') : undefined
  if (id === undefined) return []
  const href = `${publicUrl}${getOembed.url}?url=${encodeURIComponent(`${publicUrl}/results/${id}`)}`
  return [{ tag: 'link', attributes: { rel: 'alternate', type: 'application/json+oembed', href } }]
}
