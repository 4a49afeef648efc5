import { Type } from 'typebox'
import { failures, type Endpoint } from '../../endpoint.ts'
import { site } from '../name.ts'
import { isOn } from '../parts.ts'

/** What decides how high the frame of a poll must be. */
interface Framed {
  id: number
  question: string
  options: readonly { text: string }[]
  is_closed: boolean
  eligible?: number | null | undefined
}

const frameWidth = 640

/** In pixels, enough for a phone of 320 pixels, so that nothing is cut off where the page runs no script. */
function frameHeight({ question, options, is_closed: isClosed, eligible }: Framed): number {
  const lines = (text: string, perLine: number) => Math.ceil(text.length / perLine)
  // Each answer with its numbers below it.
  const rows = options.reduce((sum, { text }) => sum + 20 * lines(text, 20) + 42, 0)
  const newsletter = site.newsletter ? 22 * lines(site.newsletter, 28) + 24 : 0
  const answer = isClosed || eligible != null || !isOn('mailed-answers') ? 0 : 160 + newsletter
  // Frame and mark, link and closing time, sentence about the votes, "How this poll was taken".
  return 62 + 24 * lines(question, 22) + 8 + 92 + 126 + rows + 12 + answer + 44
}

/** Takes the height that the frame tells. */
const script = `<script>addEventListener('message', (event) => {
  for (const frame of document.querySelectorAll('iframe'))
    if (event.data.type === 'embed-height' && frame.contentWindow === event.source) frame.height = event.data.height
})</script>`

/** HTML that shows a poll and its totals on another site. The frame is as wide as its place, up to `width`. */
export function embedCode(origin: string, poll: Framed, { width, height } = frameSize(poll)): string {
  const title = poll.question.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<iframe src="${origin}/embed/polls/${poll.id}" title="${title}" width="100%" height="${height}" frameborder="0" style="border:0;max-width:${width}px" loading="lazy"></iframe>\n${script}`
}

/** The size of a frame that a consumer of oEmbed wants to be smaller. */
export function frameSize(
  poll: Framed,
  { maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number; maxheight?: number } = {},
) {
  return { width: Math.min(frameWidth, maxwidth), height: Math.min(frameHeight(poll), maxheight) }
}

const Pixels = Type.Integer({ minimum: 1, maximum: 10_000 })

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
