import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { polls } from '#db/schema/polls.ts'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { findFile, sitemap } from './sitemap.ts'

const origin = 'https://wtpu.example'
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)

test('robots.txt names the sitemap, which is cached', async () => {
  await using t = await startTestApp({ publicUrl: origin })

  const robots = (await t.app.inject('/robots.txt')).body
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  // Crawlers follow the longest of the rules that match.
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, rule, path = '']) => ({ rule, path }))
  const isAllowed = (url: string) =>
    rules.filter(({ path }) => url.startsWith(path)).toSorted((a, b) => b.path.length - a.path.length)[0]?.rule !==
    'Disallow'
  const publicCalls = pages.filter(({ member }) => !member).flatMap(({ calls = [] }) => calls)
  expect(publicCalls.filter((url) => !isAllowed(url))).toEqual([])
  expect(['/api/polls/7/seal.json', '/api/moderation/log/', '/about'].filter((url) => !isAllowed(url))).toEqual([])
  expect(['/api/boilerroom/posts/', '/api/search/', '/auth/api/token/'].filter(isAllowed)).toEqual([])
  const response = await t.app.inject('/sitemap.xml')
  expect(response.headers).toMatchObject({ 'content-type': 'application/xml', 'cache-control': 'public, max-age=600' })
  await t.make.poll()
  expect((await t.app.inject('/sitemap.xml')).body).toBe(response.body)
})

const closedIn2026 = { published_at: new Date('2026-03-01T12:00:00Z'), closes_at: new Date('2026-03-09T12:00:00Z') }

test('lists what can be read without an account, and nothing that leads to the login', async () => {
  await using t = await startTestDatabase()
  const open = await t.make.poll({ published_at: new Date('2026-03-01T12:00:00Z') })
  const closed = await t.make.poll(closedIn2026)
  await t.make.politician()
  const removed = await t.make.poll(closedIn2026)
  await t.db.update(polls).set({ removedAt: new Date() }).where(eq(polls.id, removed.id))
  const rollCall = await t.make.rollCall()
  await t.make.rollCall({ source: 'sample' })

  const xml = await sitemap(t.db, origin)

  const own = locations(xml).filter((url) => /\d/.test(url ?? ''))
  expect(own).toEqual([
    `${origin}/results/${open.id}`,
    `${origin}/results/${closed.id}`,
    `${origin}/polls/${closed.id}/check`,
    `${origin}/roll-calls/${rollCall.id}`,
  ])
  expect(xml).toContain(`/results/${open.id}</loc></url>`)
  expect(xml).toContain(`/polls/${closed.id}/check</loc><lastmod>2026-03-09</lastmod>`)
  const listed = locations(xml).filter((url) => !own.includes(url))
  // No forms, and no pages that announce what will come.
  expect(listed.map((url) => url?.slice(origin.length))).toEqual([
    '/',
    '/about',
    '/terms',
    '/privacy',
    '/guidelines',
    '/support',
    '/accessibility',
    '/common-ground',
    '/moderation/log',
    '/moderation/figures',
    '/roll-calls',
  ])
  expect(xml).not.toMatch(/forums|boiler-room|user\/|verify-otp|confirm-email|\$/)
})

test('a large site has an index of files, which together list everything once', async () => {
  await using t = await startTestDatabase()
  const made = []
  for (let count = 0; count < 5; count++) made.push(await t.make.poll(closedIn2026))

  const index = locations(await sitemap(t.db, origin, 2))

  expect(index).toEqual(['pages', 'polls-1', 'polls-2', 'polls-3'].map((name) => `${origin}/sitemaps/${name}.xml`))
  const listed: string[] = []
  for (const url of index.slice(1)) {
    const file = url?.split('/').at(-1) ?? ''
    const urls = await findFile(t.db, file, 2)
    // Two polls, each with its results and its check.
    expect(urls?.length).toBeLessThanOrEqual(4)
    listed.push(...(urls ?? []).map((entry) => entry.path))
  }
  expect(listed).toEqual(made.flatMap(({ id }) => [`/results/${id}`, `/polls/${id}/check`]))
  for (const file of ['polls-4.xml', 'polls-0.xml', 'users-1.xml', 'polls-1', 'polls-999999.xml']) {
    expect(await findFile(t.db, file, 2)).toBeUndefined()
  }
})

test('files of the index have an address, unknown ones are not found', async () => {
  await using t = await startTestApp({ publicUrl: origin })
  const poll = await t.make.poll(closedIn2026)

  expect(locations((await t.app.inject('/sitemaps/polls-1.xml')).body)).toEqual([
    `${origin}/results/${poll.id}`,
    `${origin}/polls/${poll.id}/check`,
  ])
  expect(locations((await t.app.inject('/sitemaps/pages.xml')).body)).toContain(`${origin}/about`)
  expect((await t.app.inject('/sitemaps/polls-2.xml')).statusCode).toBe(404)
})
