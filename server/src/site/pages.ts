import { fileURLToPath } from 'node:url'
import { site } from '@wtpu/contract/site/name'
import { parseId } from '@wtpu/contract/schemas'
import { findPage, notFoundHead } from '@wtpu/contract/site/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Entry, newEntry } from '#http/cache/response-cache.ts'
import { sendEntry } from '#http/cache/shared-response.ts'
import { ApiError } from '#http/errors.ts'
import { pageHeaders } from '#http/security.ts'
import { acquireSlot } from '#http/concurrency-limit.ts'
import { builtFileRoutes } from './built-files.ts'
import { isBusy, sendBusyPage } from './busy-page.ts'
import { pagesWithQuery, prefetchedCalls } from './prefetched-calls.ts'
import { findResponses, noFirstContent, readFirstContent } from './first-content.ts'
import { composePage, type FoundPage } from './page-html.ts'
import { type PageTemplate, readTemplate } from './page-template.ts'
import { findPublicHead } from './public-head.ts'
import { readRouteScripts } from './route-scripts.ts'
import { sendWebFile } from './web-files.ts'

/** The output folder of the web build. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const retrySeconds = 5

/** Serves the built files, and index.html with the head of the requested page. */
export async function pageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  builtFileRoutes(app, folder)
  const build: Build = {
    template: readTemplate(folder, app.config),
    scripts: readRouteScripts(folder),
    firstContent: readFirstContent(folder, app),
    kept: newKeptPages(),
  }
  app.setNotFoundHandler(
    { preHandler: acquireSlot },
    async (request, reply) => (await sendWebFile(app.db, request, reply)) ?? sendPage(app, build, request, reply),
  )
}
const isCall = (url: string) => /^\/(api|auth)\//.test(url)

/**
 * The address to route a request to. A page whose address cannot be decoded or looked up is not found, as any other; it would
 * be rejected like a call, with JSON.
 */
export function routedUrl({ url = '/' }: { url?: string }): string {
  if (isCall(url)) return url
  try {
    return decodeURI(url.split(/[?#]/)[0] ?? '').includes('\0') ? '/not-found' : url
  } catch {
    return '/not-found'
  }
}

interface Build {
  template: PageTemplate | undefined
  scripts: ReturnType<typeof readRouteScripts>
  firstContent: ReturnType<typeof readFirstContent>
  kept: ReturnType<typeof newKeptPages>
}

/** A page that was sent, and what it was made of. It has nothing of a viewer. */
interface KeptPage {
  entry: Entry
  policy: string
  /** The site's name and look, and the tags of the responses in it. */
  sources: string
  /** The head of what it is about, as JSON. */
  own: string
}

/** Browsers show the responses in a page as of when it was made. */
const maxAgeMs = 10_000
/** Lets browsers keep a page for their Back button, but revalidate it before they show it otherwise. */
const cacheControl = 'private, no-cache'

const newKeptPages = () =>
  new LRUCache<string, KeptPage>({
    max: 2_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ entry, own, sources }, key) =>
      2 * (entry.bytes.length + own.length + sources.length + key.length) + 2_000,
  })

/**
 * Sends index.html: with 200 for a page of the route table, with 404 for one that does not exist or is about nothing that exists,
 * so that crawlers do not index it, and with 503 if the database does not answer. The app in it shows the same in each case.
 * Pages that are found are kept as bytes, like shared responses, until something in them changes.
 */
async function sendPage(
  app: FastifyInstance,
  { template, scripts, firstContent, kept }: Build,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [url = '/', query] = request.url.split('?', 2)
  const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !isCall(url)
  if (!wantsPage) throw new ApiError('not_found')
  if (isBusy(app)) return sendBusyPage(reply)
  if (!template) return reply.code(503).type('text/plain').send('The web app is not built yet. Run npm start.\n')

  const found = findPage(url)
  const { siteAccessCode } = app.config
  const hasQuery = request.url.includes('?') && (!found || pagesWithQuery.has(found.page.path))
  // Some parts have another layout on a phone.
  const isPhone = /\bMobi/.test(request.headers['user-agent'] ?? '')
  const calls = found && !hasQuery ? callsOf(found) : []
  const wanted = siteAccessCode || found?.page.member ? [] : calls
  const responses = await findResponses(request, wanted)

  const key = `${isPhone ? 'phone' : 'desktop'} ${hasQuery ? `${url}?` : url}`
  const sources = [JSON.stringify(site), ...responses.map(([call, { etag }]) => `${call} ${etag}`)].join(' ')
  const before = kept.get(key)
  const hasSameSources = before?.sources === sources
  // What the head is about is in the responses of a page that has all, so it is as before.
  const isAsBefore = hasSameSources && wanted.length > 0 && responses.length === wanted.length
  if (isAsBefore) return sendKept(before, request, reply)
  const own = found ? await findPublicHead(app, found, new URLSearchParams(query)) : 'missing'
  const isFound = own !== 'missing' && own !== 'unknown'
  if (isFound && hasSameSources && before.own === JSON.stringify(own)) return sendKept(before, request, reply)

  const first = siteAccessCode
    ? await firstContent.ofGate()
    : found && isFound && !hasQuery
      ? await firstContent.ofPage(found.page, { url, isPhone, responses })
      : noFirstContent
  const { html, policy } = composePage(template, app.config, {
    url,
    found,
    head: own === 'missing' || !found ? notFoundHead : { ...found.page.head, ...(own === 'unknown' ? {} : own) },
    first,
    calls: calls.filter((call) => !first.calls.includes(call)),
    // Pages of text have one route.
    scripts: (found && (scripts.get(found.page.path) ?? scripts.get('/$placeholder'))) ?? [],
  })
  if (isFound) {
    const page = { entry: newEntry(html), policy, sources, own: JSON.stringify(own) }
    kept.set(key, page, { ttl: first.calls.length > 0 ? maxAgeMs : 0 })
    return sendKept(page, request, reply)
  }
  if (own === 'unknown') reply.header('retry-after', retrySeconds)
  return setHeaders(reply, policy)
    .code(own === 'missing' ? 404 : 503)
    .send(html)
}

function sendKept({ entry, policy }: KeptPage, request: FastifyRequest, reply: FastifyReply) {
  return sendEntry(entry, request, setHeaders(reply, policy), cacheControl)
}

function setHeaders(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .headers({ ...pageHeaders, 'content-security-policy': policy, 'cache-control': cacheControl })
    .type('text/html; charset=utf-8')
}

/** Their parameters are ids. Without valid ones, the page shows "not found" and requests nothing. */
function callsOf({ page, params }: FoundPage): string[] {
  const ids = new Map(Object.entries(params).map(([name, value]) => [name, parseId(value)]))
  if ([...ids.values()].includes(undefined)) return []
  const calls = prefetchedCalls[page.path] ?? []
  return calls.map((call) => call.replace(/\$(\w+)/g, (_, name: string) => String(ids.get(name))))
}
