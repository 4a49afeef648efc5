import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import type { Poll } from '../polls/polls.ts'

const frame = { width: 640, height: 480 }

/** HTML that shows a poll and its totals on another site. The frame is as wide as its place, up to `width`. */
export function embedCode(
  origin: string,
  { id, question }: Pick<Poll, 'id' | 'question'>,
  { width, height } = frame,
): string {
  const title = question.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<iframe src="${origin}/embed/polls/${id}" title="${title}" width="100%" height="${height}" style="border:0;max-width:${width}px" loading="lazy"></iframe>`
}

const Pixels = Type.Integer({ minimum: 1, maximum: 10_000 })

/** Of a frame that a consumer of oEmbed wants to be smaller. */
export function frameSize({ maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number; maxheight?: number }) {
  return { width: Math.min(frame.width, maxwidth), height: Math.min(frame.height, maxheight) }
}

/** The address is the one of https://oembed.com, whose consumers append the parameters to it. */
export const getOembed = {
  method: 'GET',
  url: '/api/oembed',
  config: { open: true },
  schema: {
    area: 'Site',
    summary: 'Says how another site can embed a poll, in the format of oEmbed.',
    description:
      '`url` is the address of a poll, its results or its embed. The `html` is a frame. A site with an access code has none.',
    missing: 'Poll',
    errors: ['format_not_supported'],
    querystring: Type.Object({
      url: Type.String({ maxLength: 500 }),
      format: Type.Optional(Type.String({ maxLength: 20, description: 'Only `json`.' })),
      maxwidth: Type.Optional(Pixels),
      maxheight: Type.Optional(Pixels),
    }),
    response: {
      200: Type.Object({
        version: Type.Literal('1.0'),
        type: Type.Literal('rich'),
        provider_name: Type.String(),
        provider_url: Type.String(),
        title: Type.String(),
        html: Type.String(),
        width: Type.Integer(),
        height: Type.Integer(),
      }),
      ...failures,
    },
  },
} satisfies Endpoint
