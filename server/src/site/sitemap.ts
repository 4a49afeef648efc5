import { openPages } from '@wtpu/contract/site/on-demand/find-page'
import { site } from '@wtpu/contract/site/name'
import { isOpenPath } from '@wtpu/contract/site/parts'
import { and, asc, gt, lt, max, ne, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import { rollCalls } from '#db/schema/roll-calls.ts'
import { isClosedPoll, isListedPoll } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { escapeMarkup } from './escape.ts'

/** A fifth of what the protocol allows, so that the responses stay small enough for the cache. */
const urlsPerFile = 10_000
const cacheSeconds = 600

/** Crawlers render public pages, so they may make the calls that fill them. */
const robots = () => [
  'User-agent: *',
  ...['polls', 'politicians', 'roll-calls', 'common-ground', 'moderation', 'tally-log', 'pages', 'registration']
    .filter((area) => !site.forVisitors && isOpenPath(`/${area}`))
    .map((area) => `Allow: /api/${area}/`),
  'Disallow: /api/',
  'Disallow: /auth/',
]

interface Url {
  path: string
  /** The date of the last change, if it is known. */
  changed?: string
}

/**
 * /robots.txt and /sitemap.xml, which lists what can be read without an account: pages, the checks of closed polls and roll calls. A
 * larger site has files by ranges of ids instead, and /sitemap.xml is their index.
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
      .send([...robots(), ...(site.forVisitors ? [] : [`Sitemap: ${config.publicUrl}/sitemap.xml`]), ''].join('\n')),
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

/** What has one page for each row, in the order of the sitemap. */
const kinds = {
  polls: { table: polls, find: findPolls },
  'roll-calls': { table: rollCalls, find: findRollCalls },
} as const
type Kind = keyof typeof kinds
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const kindNames = () => (Object.keys(kinds) as Kind[]).filter((kind) => isOpenPath(`/${kind}`))

export async function sitemap(db: Db, origin: string, perFile = urlsPerFile): Promise<string> {
  const names = kindNames()
  const counts = await Promise.all(names.map((kind) => countFiles(db, kind, perFile)))
  if (counts.every((files) => files <= 1)) {
    const all = { from: 0, to: perFile + 1 }
    const urls = await Promise.all(names.map((kind) => kinds[kind].find(db, all)))
    return urlset(origin, [...pageUrls(), ...urls.flat()])
  }
  const numbered = names.flatMap((kind, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, number) => `${kind}-${number + 1}`),
  )
  const rows = ['pages', ...numbered].map(
    (name) => `  <sitemap><loc>${escapeMarkup(`${origin}/sitemaps/${name}.xml`)}</loc></sitemap>`,
  )
  return document('sitemapindex', rows)
}

/** How many files a kind needs. The largest id says it without a scan. */
async function countFiles(db: Db, kind: Kind, perFile: number): Promise<number> {
  const { table } = kinds[kind]
  const [largest] = await db.select({ id: max(table.id) }).from(table)
  return Math.ceil((largest?.id ?? 0) / perFile)
}

/** The content of a file of the index, or undefined if the index does not list it. */
export async function findFile(db: Db, file: string, perFile = urlsPerFile): Promise<Url[] | undefined> {
  if (file === 'pages.xml') return pageUrls()
  const [, name, digits] = /^([a-z-]+)-([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  const kind = kindNames().find((candidate) => candidate === name)
  const number = Number(digits)
  if (!kind || number > (await countFiles(db, kind, perFile))) return undefined
  return kinds[kind].find(db, { from: (number - 1) * perFile, to: number * perFile + 1 })
}

function pageUrls(): Url[] {
  return openPages()
    .filter(({ inSitemap, path }) => inSitemap && !path.includes('$'))
    .map(({ path }) => ({ path }))
}

/** The ids between `from` and `to`, without these two. */
interface Range {
  from: number
  to: number
}

/** The results of each poll, and the check of each closed poll, which last changed when it closed. */
async function findPolls(db: Db, { from, to }: Range): Promise<Url[]> {
  const closed = sql<string | null>`case when ${isClosedPoll()}
    then to_char(${polls.closesAt} at time zone 'UTC', 'YYYY-MM-DD') end`
  const rows = await db
    .select({ id: polls.id, closed })
    .from(polls)
    .where(and(gt(polls.id, from), lt(polls.id, to), isListedPoll()))
    .orderBy(asc(polls.id))
  return rows.flatMap(({ id, closed: changed }) =>
    changed === null
      ? [{ path: `/results/${id}` }]
      : [
          { path: `/results/${id}`, changed },
          { path: `/polls/${id}/check`, changed },
        ],
  )
}

/** A roll call last changed when the source last changed it. Those of the demo are not listed. */
async function findRollCalls(db: Db, { from, to }: Range): Promise<Url[]> {
  const rows = await db
    .select({
      id: rollCalls.id,
      changed: sql<string>`to_char(${rollCalls.importedAt} at time zone 'UTC', 'YYYY-MM-DD')`,
    })
    .from(rollCalls)
    .where(and(gt(rollCalls.id, from), lt(rollCalls.id, to), ne(rollCalls.source, 'sample')))
    .orderBy(asc(rollCalls.id))
  return rows.map(({ id, changed }) => ({ path: `/roll-calls/${id}`, changed }))
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
