import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { politicians } from '#db/schema/politicians.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { findFile, sitemap } from './sitemap.ts'

const origin = 'https://wtpu.example'
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)

test('robots.txt names the sitemap, which is cached', async () => {
  await using t = await startTestApp({ publicUrl: origin })

  expect((await t.app.inject('/robots.txt')).body).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const response = await t.app.inject('/sitemap.xml')
  expect(response.headers).toMatchObject({ 'content-type': 'application/xml', 'cache-control': 'public, max-age=600' })
  await t.make.poll()
  expect((await t.app.inject('/sitemap.xml')).body).toBe(response.body)
})

test('lists public pages, polls and officials in office, but nothing that needs an account', async () => {
  await using t = await startTestDatabase()
  const open = await t.make.poll({ published_at: new Date('2026-03-01T12:00:00Z') })
  const closed = await t.make.poll({
    published_at: new Date('2026-03-01T12:00:00Z'),
    closes_at: new Date('2026-03-09T12:00:00Z'),
  })
  const [official, retired] = [await t.make.politician(), await t.make.politician()]
  const rollCall = await t.make.rollCall()
  await t.make.rollCall({ source: 'sample' })
  await t.db.update(politicians).set({ retiredAt: new Date() }).where(eq(politicians.id, retired.id))

  const xml = await sitemap(t.db, origin)

  const own = locations(xml).filter((url) => /\d/.test(url ?? ''))
  expect(own).toEqual([
    `${origin}/politicians/${official.id}`,
    `${origin}/polls/${open.id}`,
    `${origin}/polls/${closed.id}`,
    `${origin}/polls/${closed.id}/check`,
    `${origin}/roll-calls/${rollCall.id}`,
  ])
  expect(xml).toContain(`/polls/${open.id}</loc><lastmod>2026-03-01</lastmod>`)
  expect(xml).toContain(`/polls/${closed.id}</loc><lastmod>2026-03-09</lastmod>`)
  expect(locations(xml)).toEqual(expect.arrayContaining([`${origin}/`, `${origin}/about`, `${origin}/terms`]))
  expect(xml).not.toMatch(/forums|boiler-room|user\/|verify-otp|confirm-email|\$/)
})

test('a large site has an index of files, which together list everything once', async () => {
  await using t = await startTestDatabase()
  const made = []
  for (let count = 0; count < 5; count++) made.push(await t.make.poll())

  const index = locations(await sitemap(t.db, origin, 2))

  expect(index).toEqual(['pages', 'polls-1', 'polls-2', 'polls-3'].map((name) => `${origin}/sitemaps/${name}.xml`))
  const listed: string[] = []
  for (const url of index.slice(1)) {
    const file = url?.split('/').at(-1) ?? ''
    const urls = await findFile(t.db, file, 2)
    expect(urls?.length).toBeLessThanOrEqual(2)
    listed.push(...(urls ?? []).map((entry) => entry.path))
  }
  expect(listed).toEqual(made.map(({ id }) => `/polls/${id}`))
  for (const file of ['polls-4.xml', 'polls-0.xml', 'users-1.xml', 'polls-1', 'polls-999999.xml']) {
    expect(await findFile(t.db, file, 2)).toBeUndefined()
  }
})

test('files of the index have an address, unknown ones are not found', async () => {
  await using t = await startTestApp({ publicUrl: origin })
  const poll = await t.make.poll()

  expect(locations((await t.app.inject('/sitemaps/polls-1.xml')).body)).toEqual([`${origin}/polls/${poll.id}`])
  expect(locations((await t.app.inject('/sitemaps/pages.xml')).body)).toContain(`${origin}/about`)
  expect((await t.app.inject('/sitemaps/polls-2.xml')).statusCode).toBe(404)
})
