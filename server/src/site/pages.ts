import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { headElements, type HeadElement, type HeadInput } from '@wtpu/contract/site/head'
import { officeNames, partyNames } from '@wtpu/contract/politicians'
import { findPage, notFoundHead, type Page } from '@wtpu/contract/site/pages'
import { stateName } from '@wtpu/contract/states'
import { parseId } from '@wtpu/contract/text'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { hasUsername } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import { ApiError } from '#http/errors.ts'
import { contentSecurityPolicy, pageHeaders } from '#http/security.ts'
import { acquireSlot } from '#http/concurrency-limit.ts'
import { readRouteScripts } from './route-scripts.ts'

/** The output folder of the web build. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const hashedAssets = '/assets/'

/** Serves the built files, and index.html with the head of the requested page. */
export async function pageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // Serve only files that exist in the build. `sendPage` handles all other paths.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const immutable = file.slice(folder.length).startsWith(hashedAssets)
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const index = path.join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  const scripts = readRouteScripts(folder)
  app.setNotFoundHandler({ preHandler: acquireSlot }, (request, reply) =>
    sendPage(app, { template, scripts }, request, reply),
  )
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${app.config.publicUrl}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/xml').send(sitemap(app.config.publicUrl)),
  )
}

function sitemap(origin: string): string {
  const urls = ['/', '/about', '/signup', '/login', '/terms', '/privacy', '/guidelines', '/support', '/accessibility']
  const rows = urls.map((url) => `  <url><loc>${escapeHtml(origin + url)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...rows,
    '</urlset>',
    '',
  ].join('\n')
}

/** Sends index.html with 200 for a page of the route table, and with 404 otherwise, so that crawlers do not index it. */
async function sendPage(
  app: FastifyInstance,
  { template, scripts }: { template: string | undefined; scripts: ReturnType<typeof readRouteScripts> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = request.url.split('?')[0] ?? '/'
  const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|auth)\//.test(url)
  if (!wantsPage) throw new ApiError(404, 'not_found', 'There is nothing at this address.')
  if (!template) return reply.code(503).type('text/plain').send('The web app is not built yet. Run npm start.\n')

  const found = findPage(url)
  const { publicUrl, siteAccessCode } = app.config
  const ownHead = found && (await findHead(app.db, publicUrl, found.page.path, found.params))
  const head = found ? { ...found.page.head, ...ownHead } : notFoundHead
  const nonce = randomBytes(16).toString('base64')
  // Insert the head last: it contains user text, in which placeholders must not be replaced.
  const html = template
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('__GATE__', siteAccessCode ? 'on' : 'off')
    .replace('<!--head-->', () =>
      [
        ...headElements(publicUrl, url, head).map(render),
        ...preloads(found && scripts.get(found.page.path)),
        // With a query string the page requests other data.
        ...(found && !request.url.includes('?') ? earlyData(found.page) : []),
      ].join('\n    '),
    )
  return reply
    .code(found ? 200 : 404)
    .headers({
      ...pageHeaders,
      'content-security-policy': contentSecurityPolicy(nonce, publicUrl.startsWith('https:')),
      // The nonce must not be reused, so the page must not be cached.
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Public data for the head of pages that require login: a poll's question, an official's name (decision 16). */
async function findHead(
  db: Db,
  origin: string,
  page: string,
  params: Record<string, string>,
): Promise<HeadInput | undefined> {
  const { userId, pollId, politicianId } = params
  const id = parseId(politicianId ?? pollId ?? '')
  try {
    if (userId !== undefined) return await userHead(db, origin, userId)
    if (id === undefined) return undefined
    return page === '/polls/$pollId' ? await pollHead(db, id) : await politicianHead(db, id)
  } catch {
    // Without the database, send the page with its default title.
    return undefined
  }
}

async function pollHead(db: Db, id: number): Promise<HeadInput | undefined> {
  const [poll] = await db
    .select({ question: polls.question, publishedAt: polls.publishedAt })
    .from(polls)
    .where(and(eq(polls.id, id), sql`${polls.publishedAt} <= now()`, isNull(polls.removedAt)))
  return poll && { title: poll.question, type: 'article', publishedTime: poll.publishedAt.toISOString() }
}

/** The canonical URL of a profile contains the id, also if the requested one contains the username (decision 103). */
async function userHead(db: Db, origin: string, wanted: string): Promise<HeadInput | undefined> {
  if (/^\d+$/.test(wanted)) return undefined
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasUsername(wanted), isNull(users.deletedAt), isNull(users.blockedAt)))
  return user && { url: `${origin}/user/${user.id}` }
}

async function politicianHead(db: Db, id: number): Promise<HeadInput | undefined> {
  const [one] = await db
    .select({ name: politicians.name, party: politicians.party, office: politicians.office, state: politicians.state })
    .from(politicians)
    .where(eq(politicians.id, id))
  if (!one) return undefined
  const role = `${officeNames[one.office]} for ${stateName(one.state)} (${partyNames[one.party]})`
  return { title: one.name, type: 'profile', description: `${one.name}, ${role}: ratings and contact on WTPU.` }
}

function preloads(scripts: readonly string[] = []): string[] {
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(script)}">`)
}

function earlyData({ firstData, member }: Page): string[] {
  if (!firstData) return []
  return [`<meta name="early-data" content="${escapeHtml(firstData.join(' '))}" data-member="${member}">`]
}

function render({ tag, attributes, text }: HeadElement): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  const open = `<${tag}${written.join('')} data-head>`
  if (tag === 'script') return `${open}${text ?? ''}</script>`
  return tag === 'title' ? `${open}${escapeHtml(text ?? '')}</title>` : open
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
