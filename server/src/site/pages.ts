import { fileURLToPath } from 'node:url'
import type { HeadInput } from '@wtpu/contract/site/head'
import { parseId } from '@wtpu/contract/schemas'
import { findPage, notFoundHead } from '@wtpu/contract/site/on-demand/find-page'
import { isForMembers } from '@wtpu/contract/site/parts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Read, RecentCopies } from '#http/cache/recent-copies.ts'
import { type Entry, newEntry } from '#http/cache/response-cache.ts'
import { sendEntry } from '#http/cache/shared-response.ts'
import { ApiError } from '#http/errors.ts'
import { isOpenCall } from '#http/parts.ts'
import { pageHeaders } from '#http/security.ts'
import { acquireSlot } from '#http/concurrency-limit.ts'
import { countRequests, limits } from '#http/limits/rate-limit.ts'
import { builtFileRoutes } from './built-files.ts'
import { isBusy, sendBusyPage } from './busy-page.ts'
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
  const template = readTemplate(folder, app.config)
  const build: Build | undefined = template && {
    template,
    scripts: readRouteScripts(folder),
    firstContent: readFirstContent(folder, app),
    countRendering: countRequests(app, limits.renderingsPerAddress),
    pages: new RecentCopies(app.cache, newKeptPages()),
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
  template: PageTemplate
  scripts: ReturnType<typeof readRouteScripts>
  firstContent: ReturnType<typeof readFirstContent>
  countRendering: ReturnType<typeof countRequests>
  pages: RecentCopies<MadePage>
}

/** A page, and what it was made of. It has nothing of a viewer. */
interface MadePage {
  entry: Entry
  policy: string
  status: 200 | 404 | 503
  read: Read
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
  new LRUCache<string, MadePage>({
    max: 2_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ entry, own, sources }, key) =>
      2 * (entry.bytes.length + own.length + sources.length + key.length) + 2_000,
  })

/**
 * Sends index.html: with 200 for a page of the route table, with 404 for one that does not exist or is about nothing that exists,
 * so that crawlers do not index it, and with 503 if the database does not answer. The app shows the same for each status.
 * Pages that are found are kept as bytes, like shared responses, until something in them changes.
 */
async function sendPage(
  app: FastifyInstance,
  build: Build | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [url = '/', query] = request.url.split('?', 2)
  const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !isCall(url)
  if (!wantsPage) throw new ApiError('not_found')
  if (isBusy(app)) return sendBusyPage(reply)
  if (!build) return reply.code(503).type('text/plain').send('The web app is not built yet. Run npm start.\n')

  const found = findPage(url)
  const path = found ? canonicalPath(found) : url
  if (path !== url) return reply.redirect(path + request.url.slice(url.length), 301)
  const hasQuery = request.url.includes('?') && (!found || found.page.readsQuery)
  const asked = { url, key: hasQuery ? `${url}?` : url, query: hasQuery ? query : undefined, found }
  const isClosed = found !== undefined && isForMembers(found.page.path) === true
  const calls =
    app.config.siteAccessCode || !found || isClosed || found.page.member || hasQuery ? [] : callsOf(app, found)
  const make = (read: Read) => makePage(app, build, request, { ...asked, calls, isClosed }, read)
  const { pages } = build
  if (calls.length === 0) return sendMade(build, await make(pages.read()), request, reply)
  // Its calls take slots of the same client, so a page that keeps its own could wait for itself.
  request.releaseSlot?.()
  const made = await pages.get(asked.key, calls, make)
  const opensPoll = found?.page.opens === 'poll'
  const pollId = opensPoll ? parseId(found.params['pollId'] ?? '') : undefined
  if (made.status === 200 && pollId !== undefined) app.pollOpenings.count(request, pollId)
  return sendMade(build, made, request, reply)
}

interface Asked {
  url: string
  /** The key by which the finished page is kept. */
  key: string
  /** If the page reads it. */
  query: string | undefined
  found: FoundPage | undefined
  /** What it is made of. */
  calls: readonly string[]
  /** Visitors see the sign-in instead, and nothing says whether there is such a page. */
  isClosed: boolean
}

async function makePage(
  app: FastifyInstance,
  { template, scripts, firstContent, countRendering, pages: { kept } }: Build,
  request: FastifyRequest,
  { url, key, query, found, calls, isClosed }: Asked,
  read: Read,
): Promise<MadePage> {
  const { siteAccessCode } = app.config
  let counted: Promise<number | undefined> | undefined
  const mayRender = async () => (await (counted ??= countRendering(request))) === undefined
  // The app makes the calls of a page that comes without first content.
  const isInMemory = calls.every((call) => app.cache.findByUrl(call))
  const isPostponed = !isInMemory && (firstContent.isBusy() || !(await mayRender()))
  const responses = isPostponed ? [] : await findResponses(request, calls)

  const sources = [read.site, ...responses.map(([call, { etag }]) => `${call} ${etag}`)].join(' ')
  const before = kept.get(key)
  const hasSameSources = before?.sources === sources
  // If the page has the responses to all its calls, they also have what its head says, so the head is as before.
  const isAsBefore = hasSameSources && responses.length > 0 && responses.length === calls.length
  if (isAsBefore) return Object.assign(before, { read })
  const own = isClosed ? {} : found ? await findPublicHead(app, found, new URLSearchParams(query)) : 'missing'
  const isFound = own !== 'missing' && own !== 'unknown'
  if (isFound && hasSameSources && before.own === JSON.stringify(own)) return before

  const ofPage = isPostponed
    ? undefined
    : isClosed
      ? await firstContent.ofSignIn({ mayRender })
      : found && isFound && key === url
        ? await firstContent.ofPage(found.page, { url, mayRender, responses })
        : noFirstContent
  const first = ofPage && siteAccessCode ? await firstContent.behindGate(ofPage, { mayRender }) : ofPage
  const shown = first ?? noFirstContent
  const prefetched = found && key === url ? callsOf(app, found) : []
  const { html, policy } = composePage(template, app.config, {
    at: read.at,
    url,
    found,
    isClosed,
    head: own === 'missing' || !found ? notFoundHead : { ...found.page.head, ...shownHead(own, siteAccessCode) },
    first: shown,
    calls: prefetched.filter((call) => !shown.calls.includes(call)),
    // Pages of text have one route.
    scripts: (found && (scripts.get(found.page.path) ?? scripts.get('/$placeholder'))) ?? [],
  })
  const status = own === 'missing' ? 404 : own === 'unknown' ? 503 : 200
  const page = { entry: newEntry(html), policy, status, read, sources, own: JSON.stringify(own) } as const
  if (isFound && first) kept.set(key, page, { ttl: first.calls.length > 0 ? maxAgeMs : 0 })
  return page
}

/** Behind the gate, a page's head says nothing of what it is about. */
function shownHead(own: HeadInput | 'unknown', siteAccessCode: string): HeadInput {
  if (own === 'unknown') return {}
  const { url, robots } = own
  return siteAccessCode ? { ...(url !== undefined && { url }), ...(robots !== undefined && { robots }) } : own
}

/** A page has one address: without zeros before an id, and without surplus slashes. */
function canonicalPath({ page, params }: FoundPage): string {
  return page.path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    return name.endsWith('Id') ? String(parseId(value) ?? value) : value
  })
}

function sendMade(
  { template: { link } }: Build,
  { entry, policy, status }: MadePage,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply
    .headers({
      ...pageHeaders,
      'content-security-policy': policy,
      'cache-control': cacheControl,
      ...(link && { link }),
    })
    .type('text/html; charset=utf-8')
  if (status === 200) return sendEntry(entry, request, reply, cacheControl)
  if (status === 503) reply.header('retry-after', retrySeconds)
  return reply.code(status).send(entry.bytes.toString())
}

/** Their parameters are ids. Without valid ones, the page shows "not found" and requests nothing. */
function callsOf(app: FastifyInstance, { page, params }: FoundPage): string[] {
  const ids = new Map(Object.entries(params).map(([name, value]) => [name, parseId(value)]))
  if ([...ids.values()].includes(undefined)) return []
  const calls = (page.calls ?? []).filter((call) => isOpenCall(app, 'GET', call))
  return calls.map((call) => call.replace(/\$(\w+)/g, (_, name: string) => String(ids.get(name))))
}
