import { rmSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { listFeaturedPolls } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { keepWebFiles } from './web-files.ts'

const script = "export const text = 'Sign Out'"
const compressed = brotliCompressSync(script)

/** A release with a script that no other one has. */
const build = (name: string) =>
  temporaryFolder({
    'index.html': `<html data-release="${name}" data-gate="__GATE__"><!--head--></html>`,
    'assets/common-a.woff2': 'font',
    [`assets/menu-${name}.js`]: script,
    [`assets/menu-${name}.js.br`]: compressed,
    [`assets/menu-${name}.js.gz`]: 'gzip',
  }).at()

test('a server sends the files of an earlier release and of one that another server already runs', async () => {
  const [first, second, third] = [build('1-a'), build('2-b'), build('3-c')]
  await using t = await startTestApp({}, second)
  const get = (url: string, encoding = 'gzip, br') => t.app.inject({ url, headers: { 'accept-encoding': encoding } })
  expect((await get('/assets/menu-1-a.js')).statusCode).toBe(404)

  await Promise.all([first, second, third].map((folder) => keepWebFiles(t.db, folder)))
  // As a new build does to the server that still runs.
  rmSync(`${second}/assets`, { recursive: true })

  for (const name of ['1-a', '2-b', '3-c']) {
    const response = await get(`/assets/menu-${name}.js?x`)
    expect([response.statusCode, response.rawPayload]).toEqual([200, compressed])
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect((await get(`/assets/menu-${name}.js`, 'gzip')).body).toBe(script)
  }
  const font = await get('/assets/common-a.woff2')
  expect([font.body, font.headers['content-type'], font.headers['content-encoding']]).toEqual([
    'font',
    'font/woff2',
    undefined,
  ])
  for (const url of ['/assets/menu-4-d.js', '/assets/menu-1-a.js.br', '/assets/..%2findex.html', '/assets/']) {
    const missing = await get(url)
    expect([url, missing.statusCode, missing.headers['cache-control']]).toEqual([url, 404, 'no-store'])
  }
})

test('files are kept for a week after the last server had them, and only the newest thousands', async () => {
  await using t = await startTestApp()
  const [first, second] = [build('1-a'), build('2-b')]
  const names = async () =>
    (await t.db.execute(sql`select name from web_files where name !~ '^x' order by name`)).rows.map(({ name }) => name)
  const age = (days: number) =>
    t.db.execute(sql`update web_files set current_at = current_at - make_interval(days => ${days})`)
  await keepWebFiles(t.db, first)
  await age(6)
  await keepWebFiles(t.db, second)
  expect(await names()).toEqual(['common-a.woff2', 'menu-1-a.js', 'menu-2-b.js'])
  await age(2)
  await keepWebFiles(t.db, second)
  expect(await names()).toEqual(['common-a.woff2', 'menu-2-b.js'])

  await age(1)
  await t.db.execute(
    sql`insert into web_files (name, body, compressed) select 'x' || n, '', false from generate_series(1, 4999) n`,
  )
  await keepWebFiles(t.db, first)
  expect(await names()).toEqual(['common-a.woff2', 'menu-1-a.js'])
})

test('calls and the live stream name the release', async () => {
  await using t = await startTestApp({}, build('7-abc'))
  expect((await t.call(listFeaturedPolls, {})).headers['x-release']).toBe('7-abc')
  expect((await t.app.inject('/about')).headers).not.toHaveProperty('x-release')
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${address}/api/live/`)
  const { value } = (await stream.body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toContain('event: release\ndata: 7-abc\n\n')
})
