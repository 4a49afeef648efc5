import { readFileSync } from 'node:fs'
import { methodRows, pollTimeText } from '@wtpu/contract/polls/on-demand/method'
import { roundedText, shareText, voteCount } from '@wtpu/contract/polls/on-demand/shares'
import { brandColor } from '@wtpu/contract/site/colors'
import { isWide } from '@wtpu/contract/site/logo-shape'
import { site, type SiteIdentity } from '@wtpu/contract/site/name'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import type { PollMethod } from '@wtpu/contract/polls/totals'
import { escapeMarkup } from '../escape.ts'
import { type PublicPoll, findPublicPoll } from '../public-poll.ts'
import { createHash } from 'node:crypto'
import { parseId } from '@wtpu/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findPollMethod } from '#db/poll-method.ts'
import { type Read, RecentCopies } from '#http/cache/recent-copies.ts'
import { type Entry, newEntry } from '#http/cache/response-cache.ts'
import { sendEntry } from '#http/cache/shared-response.ts'
import { acquireSlot } from '#http/concurrency-limit.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

type EmbedTheme = 'auto' | 'light' | 'dark'

interface Place {
  origin: string
  theme: EmbedTheme
}

const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const [style, script] = [textOf('embed.css'), textOf('embed.js')]
/** Replaces the colors of embed.css. Empty if the site has those. */
const ownColors = ({ accent, accent_dark }: SiteIdentity) =>
  `${accent && `:root{--accent-light:${accent}}`}${accent_dark && `:root{--accent-dark:${accent_dark}}`}`
const styles = () => `${style}${ownColors(site)}`
const brand = () => {
  const name = escapeMarkup(site.name)
  if (!site.logo) return `${mark()} ${name}`
  const { src, width, height } = site.logo
  const wide = isWide(site.logo)
  return `<img src="${src}" width="${width}" height="${height}" alt="${wide ? name : ''}">${wide ? '' : ` ${name}`}`
}
const mark = () =>
  `<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${brandColor()}"/><path d="M5.5 12.5l4.8 9.5 5.7-12 5.7 12 5.3-14" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Says with a vote that the voter came by an embed. */
const source = '#embed'

/** A poll with its totals as a page for frames on other sites: no cookies, no fonts, nothing from elsewhere. */
function embedPage(poll: PublicPoll, method: PollMethod, place: Place): string {
  const results = `${place.origin}/results/${poll.id}`
  const rounded = roundedText(poll.options.map(({ votes }) => votes))
  const act = `${poll.isClosed ? 'See the results' : 'Vote'} on ${escapeMarkup(site.name)}`
  const body = [
    ...(method.is_sample ? ['<p class="method">Made up for this demo</p>'] : []),
    `<h1${languageOf(poll)} dir="auto">${escapeMarkup(poll.question)}</h1>`,
    '<div class="foot">',
    `<a class="vote" href="${escapeMarkup(results)}${source}" target="_blank" rel="noopener">${act}</a>`,
    `<p><span data-total>${voteCount(poll.totalVotes)}</span>${closing(poll, method)}</p>`,
    '</div>',
    `<p class="method"><span data-method>${escapeMarkup(method.sentence)}</span>${rounded ? ` ${rounded}` : ''}</p>`,
    `<ul>${poll.options.map((_, index) => optionRow(poll, index, results)).join('')}</ul>`,
    methodBox(poll, method),
  ].join('\n')
  // The totals of a closed poll stay as they are.
  const totals = poll.isClosed ? undefined : `/api/polls/${poll.id}/totals.json`
  return page({ ...place, title: poll.question, link: escapeMarkup(results), body, totals })
}

/** In place of a poll that does not exist, or was removed, and of each poll of a site with a gate. */
function missingEmbedPage(place: Place, siteAccessCode: string): string {
  const reason = siteAccessCode
    ? `${escapeMarkup(site.name)} asks for an access code, so other sites cannot show its polls.`
    : 'It may have been removed.'
  const body = `<h1>This poll is not available</h1><p>${reason}</p>`
  return page({ ...place, title: 'This poll is not available', link: escapeMarkup(place.origin), body })
}

function page(parts: Place & { title: string; link: string; body: string; totals?: string | undefined }): string {
  return `<!doctype html>
<html lang="en" data-theme="${parts.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(parts.title)} | ${escapeMarkup(site.name)}</title>
<link rel="canonical" href="${parts.link}">
<style>${styles()}</style>
</head>
<body${parts.totals === undefined ? '' : ` data-totals="${parts.totals}"`}>
<main>
<a class="brand" href="${escapeMarkup(parts.origin)}/" target="_blank" rel="noopener">${brand()}</a>
${parts.body}
</main>
<script type="module">${script}</script>
</body>
</html>
`
}

/** A tap on an option of an open poll opens the site with this option chosen, not yet given. */
const languageOf = ({ lang }: PublicPoll) => (lang ? ` lang="${escapeMarkup(lang)}"` : '')

function optionRow(poll: PublicPoll, index: number, results: string): string {
  const { options, totalVotes: total, isClosed } = poll
  const { text, votes } = options[index] ?? { text: '', votes: 0 }
  const isLeading = total >= votesForPercent && options.every((other) => other.votes <= votes)
  const percent = total === 0 ? 0 : (100 * votes) / total
  const row = [
    `<progress aria-hidden="true" max="100" value="${percent.toFixed(2)}"></progress>`,
    `<span${languageOf(poll)} dir="auto">${escapeMarkup(text)}</span>`,
    `<span><strong>${total < votesForPercent ? '' : shareText(votes, total)}</strong> <span data-votes>${voteCount(votes)}</span></span>`,
  ].join('')
  const link = `${escapeMarkup(results)}?answer=${index + 1}${source}`
  return `<li${isLeading ? ' class="lead"' : ''}>${isClosed ? `<div class="row">${row}</div>` : `<a class="row" href="${link}" target="_blank" rel="noopener">${row}</a>`}</li>`
}

function methodBox(poll: PublicPoll, method: PollMethod): string {
  const rows = methodRows({
    method,
    total_votes: poll.totalVotes,
    opened_at: poll.publishedAt.toISOString(),
    closes_at: poll.closesAt?.toISOString() ?? null,
    is_closed: poll.isClosed,
    counted_at: new Date().toISOString(),
  })
  const list = rows.map(([label, text]) => `<dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(text)}</dd>`)
  return `<details><summary>How this poll was taken</summary><dl>${list.join('')}</dl></details>`
}

function closing({ closesAt, isClosed }: PublicPoll, method: PollMethod): string {
  return closesAt
    ? ` · ${isClosed ? 'Ended' : 'Ends'} ${pollTimeText(closesAt, method.time_zone, method.imported_from)}`
    : ''
}

interface MadeEmbed {
  status: 200 | 404
  entry: Entry
  policy: string
  read: Read
}

const newKeptEmbeds = () =>
  new LRUCache<string, MadeEmbed>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: ({ entry }) => 2 * entry.bytes.length + 2_000,
  })

/** GET /embed/polls/{id}: a poll for frames on other sites. `theme` is light, dark or, by default, the reader's. */
export function embedRoutes(app: FastifyInstance): void {
  const embeds = new RecentCopies(app.cache, newKeptEmbeds())
  const make = async (id: number | undefined, place: Place, read: Read): Promise<MadeEmbed> => {
    const found =
      id === undefined || app.config.siteAccessCode
        ? undefined
        : await app.reads.run(async (db) => {
            const poll = await findPublicPoll(db, id)
            return poll && { poll, method: await findPollMethod(db, id, app.config, new Date()) }
          })
    const html = found ? embedPage(found.poll, found.method, place) : missingEmbedPage(place, app.config.siteAccessCode)
    return { status: found ? 200 : 404, entry: newEntry(html), policy: policyOf(), read }
  }
  app.get<{ Params: { id: string }; Querystring: { theme?: string } }>(
    '/embed/polls/:id',
    { schema: { hide: true }, onRequest: limitTo(app, limits.embedsPerAddress), preHandler: acquireSlot },
    async (request, reply) => {
      const id = parseId(request.params.id)
      const place = { origin: app.config.publicUrl, theme: themeOf(request.query.theme) }
      const key = `${id} ${place.theme}`
      const { status, entry, policy } = await embeds.get(key, [`/api/polls/${id}/`], async (read) => {
        const made = await make(id, place, read)
        if (made.status === 200) embeds.kept.set(key, made)
        return made
      })
      reply
        .headers({
          'content-security-policy': policy,
          'cross-origin-resource-policy': 'cross-origin',
          // A parent with this policy shows only frames that have it, too. The frame has nothing of other sites.
          'cross-origin-embedder-policy': 'require-corp',
          'referrer-policy': 'no-referrer',
        })
        .type('text/html; charset=utf-8')
      if (status === 200) return sendEntry(entry, request, reply)
      return reply.code(status).header('cache-control', 'no-cache').send(entry.bytes.toString())
    },
  )
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const scriptHash = hashOf(script)

/** Names inline code by its hash, so that the page is the same for all readers. */
const policyOf = () =>
  [
    "default-src 'none'",
    `style-src ${hashOf(styles())}`,
    `script-src ${scriptHash}`,
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; ')

const themeOf = (theme: unknown): EmbedTheme => (theme === 'light' || theme === 'dark' ? theme : 'auto')
