import { pages } from '@wtpu/contract/site/pages'
import { and, asc, gt, isNull, lt, max, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import { isVisiblePoll } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { escapeMarkup } from './escape.ts'

/** A fifth of what the protocol allows, so that the responses stay small enough for the cache. */
const urlsPerFile = 10_000
const cacheSeconds = 600

interface Url {
  path: string
  /** The date of the last change, if it is known. */
  changed?: string
}

/**
 * /robots.txt and /sitemap.xml, which lists what can be found without an account: pages, polls and officials. A larger site
 * has files by ranges of ids instead, and /sitemap.xml is their index.
 */
export function sitemapRoutes(app: FastifyInstance): void {
  const { config, cache } = app
  const onRequest = limitTo(app, limits.sitemapsPerAddress)
  const send = async (reply: FastifyReply, key: string, compute: (db: Db) => Promise<string>) => {
    const entry = await cache.getOrCompute(key, { seconds: cacheSeconds, isSearch: false }, compute)
    return reply.type('application/xml').header('cache-control', `public, max-age=${cacheSeconds}`).send(entry.bytes)
  }

  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${config.publicUrl}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', { schema: { hide: true }, onRequest }, (_request, reply) =>
    send(reply, '/sitemap.xml', (db) => sitemap(db, config.publicUrl)),
  )
  app.get<{ Params: { file: string } }>(
    '/sitemaps/:file',
    { schema: { hide: true }, onRequest },
    async ({ params }, reply) => {
      return send(reply, `/sitemaps/${params.file}`, async (db) => {
        const urls = await findFile(db, params.file)
        if (!urls) throw notFound('Sitemap')
        return urlset(config.publicUrl, urls)
      })
    },
  )
}

export async function sitemap(db: Db, origin: string, perFile = urlsPerFile): Promise<string> {
  const files = await countFiles(db, perFile)
  if (files.polls <= 1 && files.politicians <= 1) {
    const all = { from: 0, to: perFile + 1 }
    return urlset(origin, [...pageUrls(), ...(await findPoliticians(db, all)), ...(await findPolls(db, all))])
  }
  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)
  const names = ['pages', ...numbered('politicians', files.politicians), ...numbered('polls', files.polls)]
  const rows = names.map((name) => `  <sitemap><loc>${escapeMarkup(`${origin}/sitemaps/${name}.xml`)}</loc></sitemap>`)
  return document('sitemapindex', rows)
}

/** How many files each kind needs. The largest id says it without a scan. */
async function countFiles(db: Db, perFile: number): Promise<{ polls: number; politicians: number }> {
  const [[poll], [politician]] = await Promise.all([
    db.select({ id: max(polls.id) }).from(polls),
    db.select({ id: max(politicians.id) }).from(politicians),
  ])
  return { polls: Math.ceil((poll?.id ?? 0) / perFile), politicians: Math.ceil((politician?.id ?? 0) / perFile) }
}

/** The content of a file of the index, or undefined if the index does not list it. */
export async function findFile(db: Db, file: string, perFile = urlsPerFile): Promise<Url[] | undefined> {
  if (file === 'pages.xml') return pageUrls()
  const [, kind, digits] = /^(polls|politicians)-([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  if (kind !== 'polls' && kind !== 'politicians') return undefined
  const number = Number(digits)
  if (number > (await countFiles(db, perFile))[kind]) return undefined
  const range = { from: (number - 1) * perFile, to: number * perFile + 1 }
  return kind === 'polls' ? findPolls(db, range) : findPoliticians(db, range)
}

/** Public pages that may be indexed. */
function pageUrls(): Url[] {
  return pages
    .filter(({ member, path, head }) => !member && !path.includes('$') && head.robots === undefined)
    .map(({ path }) => ({ path }))
}

/** The ids between `from` and `to`, without these two. */
interface Range {
  from: number
  to: number
}

/** A closed poll last changed when it closed. Votes are not counted as changes. */
async function findPolls(db: Db, { from, to }: Range): Promise<Url[]> {
  const changed = sql<string>`to_char(
    (case when ${polls.closesAt} <= now() then ${polls.closesAt} else ${polls.publishedAt} end) at time zone 'UTC',
    'YYYY-MM-DD')`
  const rows = await db
    .select({ id: polls.id, changed })
    .from(polls)
    .where(and(gt(polls.id, from), lt(polls.id, to), isVisiblePoll()))
    .orderBy(asc(polls.id))
  return rows.map((row) => ({ path: `/polls/${row.id}`, changed: row.changed }))
}

/** Officials are listed without a date: their records have none, and a wrong date would discredit those of polls. */
async function findPoliticians(db: Db, { from, to }: Range): Promise<Url[]> {
  const rows = await db
    .select({ id: politicians.id })
    .from(politicians)
    .where(and(gt(politicians.id, from), lt(politicians.id, to), isNull(politicians.retiredAt)))
    .orderBy(asc(politicians.id))
  return rows.map(({ id }) => ({ path: `/politicians/${id}` }))
}

function urlset(origin: string, urls: Url[]): string {
  return document(
    'urlset',
    urls.map(({ path, changed }) => {
      const lastChange = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
      return `  <url><loc>${escapeMarkup(origin + path)}</loc>${lastChange}</url>`
    }),
  )
}

function document(root: 'urlset' | 'sitemapindex', rows: string[]): string {
  const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return ['<?xml version="1.0" encoding="UTF-8"?>', opening, ...rows, `</${root}>`, ''].join('\n')
}
