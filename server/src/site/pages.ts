import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { headElements, type HeadElement } from '@wtpu/contract/site/head'
import { findPage, notFoundHead, type Page } from '@wtpu/contract/site/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#http/errors.ts'
import { contentSecurityPolicy, pageHeaders } from '#http/security.ts'
import { acquireSlot } from '#http/concurrency-limit.ts'
import { builtFileRoutes } from './built-files.ts'
import { isBusy, sendBusyPage } from './busy-page.ts'
import { prefetchedCalls } from './prefetched-calls.ts'
import { escapeMarkup } from './escape.ts'
import { accentStyle, identityOfPage } from './look.ts'
import { oembedLinks } from './embed/oembed.ts'
import { feedLinks } from './feeds.ts'
import { type FirstContent, noFirstContent, readFirstContent } from './first-content.ts'
import { findPublicHead } from './public-head.ts'
import { readRouteScripts } from './route-scripts.ts'
import { sendWebFile } from './web-files.ts'

/** The output folder of the web build. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const retrySeconds = 5

/** Serves the built files, and index.html with the head of the requested page. */
export async function pageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  builtFileRoutes(app, folder)
  const index = path.join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  const scripts = readRouteScripts(folder)
  const firstContent = readFirstContent(folder, app)
  app.setNotFoundHandler(
    { preHandler: acquireSlot },
    async (request, reply) =>
      (await sendWebFile(app.db, request, reply)) ?? sendPage(app, { template, scripts, firstContent }, request, reply),
  )
}

const isCall = (url: string) => /^\/(api|auth)\//.test(url)

/**
 * The address to route a request to. A page whose address cannot be decoded is not found, as any other; the router would
 * reject it like a call, with JSON.
 */
export function routedUrl({ url = '/' }: { url?: string }): string {
  if (isCall(url)) return url
  try {
    decodeURI(url.split(/[?#]/)[0] ?? '')
    return url
  } catch {
    return '/not-found'
  }
}

interface Build {
  template: string | undefined
  scripts: ReturnType<typeof readRouteScripts>
  firstContent: ReturnType<typeof readFirstContent>
}

/**
 * Sends index.html: with 200 for a page of the route table, with 404 for one that does not exist or is about nothing that exists,
 * so that crawlers do not index it, and with 503 if the database does not answer. The app in it shows the same in each case.
 */
async function sendPage(
  app: FastifyInstance,
  { template, scripts, firstContent }: Build,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [url = '/', query] = request.url.split('?', 2)
  const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !isCall(url)
  if (!wantsPage) throw new ApiError('not_found')
  if (isBusy(app)) return sendBusyPage(reply)
  if (!template) return reply.code(503).type('text/plain').send('The web app is not built yet. Run npm start.\n')

  const found = findPage(url)
  const { publicUrl, siteAccessCode, siteTimeZone } = app.config
  const own = found ? await findPublicHead(app, found, new URLSearchParams(query)) : 'missing'
  const head = own === 'missing' || !found ? notFoundHead : { ...found.page.head, ...(own === 'unknown' ? {} : own) }
  if (own === 'unknown') reply.header('retry-after', retrySeconds)
  const accents = accentStyle()
  // With a query string the page shows and requests other data.
  const hasQuery = request.url.includes('?')
  const isShown = found && own !== 'missing' && own !== 'unknown' && !hasQuery
  const calls = found && !hasQuery ? callsOf(found) : []
  const first = siteAccessCode
    ? await firstContent.ofGate()
    : isShown
      ? await firstContent.ofPage(found.page, request, calls)
      : noFirstContent
  const nonce = randomBytes(16).toString('base64')
  // Pages of text have one route.
  const ownScripts = found && (scripts.get(found.page.path) ?? scripts.get('/$placeholder'))
  // Insert first content and head last: they contain user text, in which placeholders must not be replaced.
  const html = template
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('data-site="{}"', () => `data-site="${escapeMarkup(identityOfPage())}"`)
    .replace('__GATE__', siteAccessCode ? 'on' : 'off')
    .replace('__TIME_ZONE__', siteTimeZone)
    .replace('data-audience=""', `data-audience="${first.audience}"`)
    // After the import map, which browsers ignore once they have begun to load scripts.
    .replace('<!--preloads-->', () => preloads(ownScripts).join('\n    '))
    .replace('<!--first-content-->', () => first.html)
    .replace('<!--responses-->', () => embed(first))
    .replace('<!--head-->', () =>
      [
        ...headElements(publicUrl, url, head).map(render),
        ...(found ? linksOf(publicUrl, found) : []).map(render),
        ...(found
          ? prefetchMeta(
              found.page,
              calls.filter((call) => !first.calls.includes(call)),
            )
          : []),
        ...[accents, first.css].filter(Boolean).map((css) => `<style nonce="${nonce}">${css}</style>`),
      ].join('\n    '),
    )
  return reply
    .code(own === 'missing' ? 404 : own === 'unknown' ? 503 : 200)
    .headers({
      ...pageHeaders,
      'content-security-policy': contentSecurityPolicy(nonce, app.config),
      // Each load has a new nonce, because without an ETag the browser never combines this page with newer headers. Unlike
      // `no-store`, this lets the browser keep the page for its Back button.
      'cache-control': 'private, no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

function preloads(scripts: readonly string[] = []): string[] {
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${escapeMarkup(script)}">`)
}

function callsOf({ page, params }: NonNullable<ReturnType<typeof findPage>>): string[] {
  const calls = prefetchedCalls[page.path] ?? []
  return calls.map((call) => call.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')))
}

function prefetchMeta({ member }: Page, calls: readonly string[]): string[] {
  if (calls.length === 0) return []
  return [`<meta name="prefetched" content="${escapeMarkup(calls.join(' '))}" data-member="${member}">`]
}

/** For lib/api/embedded.ts. */
function embed({ calls, responses }: FirstContent): string {
  if (calls.length === 0) return ''
  const text = responses.replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="responses" data-at="${Date.now()}">${text}</script>`
}

function render({ tag, attributes, text }: HeadElement): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
  const open = `<${tag}${written.join('')} data-head>`
  if (tag === 'script') return `${open}${text ?? ''}</script>`
  return tag === 'title' ? `${open}${escapeMarkup(text ?? '')}</title>` : open
}

/** Feeds and frames of what the page shows. */
const linksOf = (publicUrl: string, { page, params }: { page: Page; params: Record<string, string> }) => [
  ...feedLinks(page.path, params),
  ...oembedLinks(publicUrl, { path: page.path, params }),
]
