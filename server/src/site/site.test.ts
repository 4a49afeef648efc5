import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { emailPattern } from '@wtpu/contract/accounts/on-demand/credentials'
import { oldCountsSeconds } from '@wtpu/contract/live'
import { castVote } from '@wtpu/contract/polls/polls'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { enterSite } from '@wtpu/contract/site/site'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

/** A minimal web build with the placeholders of web/index.html. */
function builtWeb(manifest = {}): string {
  return temporaryFolder({
    'assets/main-abc.js': 'export {}',
    'assets/main-abc.js.br': 'compressed',
    '.vite/manifest.json': JSON.stringify(manifest),
    'sw.js': '',
    'sw.js.br': '',
    'offline.html': '',
    'offline.html.br': '',
    'index.html':
      '<html data-gate="__GATE__" data-time-zone="__TIME_ZONE__"><head><!--head--><script>start()</script><style>a{}</style><!--preloads--></head></html>',
  }).at()
}

test('every page of the route table returns 200, any other URL 404 with the same HTML', async () => {
  await using t = await startTestApp({}, builtWeb())
  const status = async (url: string) => (await t.app.inject(url)).statusCode
  const author = await t.make.user()
  await Promise.all([t.make.poll(), t.make.politician(), t.make.discussion({ author }), t.make.rollCall()])

  for (const { path: pattern } of pages)
    expect([pattern, await status(pattern.replace(/\$\w+/g, '1'))]).toEqual([pattern, 200])
  for (const url of [
    '/nowhere?q=x',
    '/polls/7/8',
    '/wp-login.php',
    '/forums/a/b',
    '/.vite/manifest.json',
    '/index.html',
  ]) {
    expect([url, await status(url)]).toEqual([url, 404])
  }
  const missing = await t.app.inject('/nowhere')
  expect(missing.body).toContain('<title data-head>Page not found | WTPU</title>')
  expect(missing.body).toContain('content="noindex"')
})

test.each([
  '/%',
  '/user/%',
  '/boiler-room/hashtag/100%',
  '/polls/%ff/check',
  '/politicians/%E0%A4%A?tab=%',
  '/media/%',
  '/media/posts/%2.webp',
  '/share/polls/%.png',
  '/embed/polls/%zz',
  '/feeds/%',
  '/assets/%',
  '//%',
])('a person who opens %s, which cannot be decoded, sees the 404 page; a call gets JSON', async (url) => {
  await using t = await startTestApp({}, builtWeb())

  const page = await t.app.inject({ url, headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<title data-head>Page not found | WTPU</title>')
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
  for (const call of [{ url: `/api${url}` }, { url: `/auth/api${url}` }, { url, method: 'POST' as const }]) {
    const response = await t.app.inject(call)
    expect([response.statusCode, response.json().code]).toEqual(call.method ? [404, 'not_found'] : [400, 'bad_request'])
  }
})

test.each([
  ['/user/%00', 404],
  ['/boiler-room/hashtag/a%00b', 404],
  ['/polls?q=%00', 200],
  ['/boiler-room?post=%00', 404],
])('a person who opens %s, whose text cannot be stored, gets a page with %i', async (url, status) => {
  await using t = await startTestApp({}, builtWeb())

  const { statusCode, headers } = await t.app.inject(url)

  expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
})

test('the service worker may fetch, the offline page may run its script and fetch, also compressed', async () => {
  await using t = await startTestApp({}, builtWeb())
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const [worker, page] = [
      await t.app.inject({ url: '/sw.js', headers }),
      await t.app.inject({ url: '/offline.html', headers }),
    ]
    expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'")
  }
})

test('the head contains the escaped poll question or official, but not a scheduled poll', async () => {
  await using t = await startTestApp({ publicUrl: 'https://wtpu.example' }, builtWeb())
  const poll = await t.make.poll({ question: 'More <b>"parks"</b> & rivers?' })
  const scheduled = await t.make.poll({ question: 'Secret?', published_at: new Date(Date.now() + 3_600_000) })
  const politician = await t.make.politician({ name: 'Ana Rivera', office: 'Sen', party: 'D', state: 'NM' })

  const page = await t.app.inject(`/polls/${poll.id}`)

  expect(page.body).toContain('<title data-head>More &lt;b&gt;&quot;parks&quot;&lt;/b&gt; &amp; rivers? | WTPU</title>')
  expect(page.body).toContain(`<link rel="canonical" href="https://wtpu.example/results/${poll.id}" data-head>`)
  expect(page.body).toContain('property="og:image:width" content="1200"')
  const image = /property="og:image" content="https:\/\/wtpu\.example(.+?)"/.exec(page.body)?.[1] ?? ''
  expect((await t.app.inject(image)).headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
  })
  const secret = (await t.app.inject(`/polls/${scheduled.id}`)).body
  expect(secret).not.toContain('Secret')
  expect(secret).toContain('property="og:image" content="https://wtpu.example/share.png"')
  const profile = (await t.app.inject(`/politicians/${politician.id}`)).body
  expect(profile).toContain('<title data-head>Ana Rivera | WTPU</title>')
  expect(profile).toContain('Senator for New Mexico (Democrat)')
})

test('the canonical URL of a profile contains the id, even when requested by username', async () => {
  await using t = await startTestApp({ publicUrl: 'https://wtpu.example' }, builtWeb())
  const user = await t.make.user()

  const page = await t.app.inject(`/user/${user.username.toUpperCase()}`)

  expect(page.body).toContain(`<link rel="canonical" href="https://wtpu.example/user/${user.id}" data-head>`)
  expect((await t.app.inject('/user/unknown')).body).toContain('href="https://wtpu.example/user/unknown"')
})

test('the policy of a page allows only the scripts and styles that are in it', async () => {
  const folder = builtWeb()
  mkdirSync(path.join(folder, '.vite'), { recursive: true })
  writeFileSync(path.join(folder, '.vite/import-map.json'), '{"imports":{}}')
  await using t = await startTestApp({}, folder)

  const { headers } = await t.app.inject('/')

  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`; script-src 'self' ${hash('start()')} ${hash('{"imports":{}}')}; `)
  expect(policy).toContain(`; style-src 'self' ${hash('a{}')} ${hash('')}; img-src 'self' data: blob:; `)
  expect(policy).not.toMatch(/unsafe|nonce|strict-dynamic/)
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'permissions-policy': expect.stringContaining('camera=()'),
    'cache-control': 'private, no-cache',
  })
})

test('a page is made and compressed once for everyone, and again when what it shows changes', async () => {
  await using t = await startTestApp({ siteAccessCode: '' }, builtWeb())
  const [ada, poll] = [await t.make.user(), await t.make.poll({ question: 'More parks?' })]
  const get = (headers = {}) => t.app.inject({ url: `/results/${poll.id}`, headers })
  const compress = vi.spyOn(t.app.cache, 'compressed')

  const first = await get({ 'accept-encoding': 'br' })
  const second = await get({ 'accept-encoding': 'br', cookie: 'session=of-a-viewer' })
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect([second.headers['content-encoding'], second.headers.etag]).toEqual(['br', first.headers.etag])
  const forms = compress.mock.calls.map(([entry]) => entry)
  expect([forms.length, new Set(forms).size]).toEqual([2, 1])
  const same = await get({ 'if-none-match': first.headers.etag })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  expect(same.headers['content-security-policy']).toBe(first.headers['content-security-policy'])

  await t.as(ada).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  // For some seconds, it is sent with counts that have moved.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + oldCountsSeconds * 1000)
  const changed = await get({ 'if-none-match': first.headers.etag })
  expect(changed.statusCode).toBe(200)
})

test('built files are sent precompressed and cached as immutable', async () => {
  await using t = await startTestApp({}, builtWeb())

  const response = await t.app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'br' } })

  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(response.body).toBe('compressed')
  expect((await t.app.inject('/assets/../index.html')).statusCode).toBe(404)
  expect((await t.app.inject('/assets/%2e%2e%2f%2e%2e%2fpackage.json')).statusCode).toBe(404)
})

test('built files answer with 304 to their ETag, in parts, and from memory', async () => {
  const folder = builtWeb()
  await using t = await startTestApp({}, folder)
  const get = (headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    t.app.inject({ url: '/assets/main-abc.js', headers, method })
  const plain = await get()
  const compressed = await get({ 'accept-encoding': 'br' })
  rmSync(path.join(folder, 'assets'), { recursive: true })

  expect([plain.body, plain.headers['content-type']]).toEqual(['export {}', 'text/javascript; charset=utf-8'])
  const etag = String(plain.headers.etag)
  expect(compressed.headers.etag).not.toBe(etag)
  expect(plain.headers.vary).toBe('accept-encoding')
  const same = await get({ 'if-none-match': `"other", W/${etag}` })
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
  expect((await get({ 'if-none-match': compressed.headers.etag })).statusCode).toBe(200)
  const part = await get({ range: 'bytes=0-5', 'if-range': etag })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'export', 'bytes 0-5/9'])
  expect((await get({ range: 'bytes=0-5', 'if-range': '"other"' })).body).toBe('export {}')
  const beyond = await get({ range: 'bytes=9-' })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */9'])
  const head = await get({}, 'HEAD')
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '9'])
})

test('the gate accepts the right code, rejects others, limits attempts and can be disabled', async () => {
  await using t = await startTestApp({ siteAccessCode: 'citizenship' }, builtWeb())
  await using open = await startTestApp({ siteAccessCode: '' }, builtWeb())
  const enter = (code: string) => t.call(enterSite, { body: { code } })

  expect((await enter(' citizenship ')).json()).toEqual({ granted: true })
  expect((await enter('Citizenship')).json()).toEqual({ granted: false })
  for (let count = 2; count < 20; count++) await enter('x')
  expect((await enter('citizenship')).statusCode).toBe(429)
  expect((await t.app.inject('/')).body).toContain('data-gate="on" data-time-zone="America/New_York"')
  expect((await open.app.inject('/')).body).toContain('data-gate="off"')
})

test.each([
  ['Café', 'Cafe\u0301'],
  ['Cafe\u0301', 'Café'],
  ['harbor', '\u200Bharbor\u00AD'],
  ['harbor', '\u202Aharbor\u202C\n'],
  ["mayor's", 'mayor’s'],
  ['a "b" c', 'a “b” c'],
  ['a-b', 'a–b'],
  ['a--b', 'a—b'],
  ['a b', 'a\u00A0 b'],
  ['ｈａｒｂｏｒ', 'harbor'],
  ['wait...', 'wait…'],
])('the gate with the code %j accepts %j, and nothing else', async (siteAccessCode, typed) => {
  await using t = await startTestApp({ siteAccessCode })
  const enter = async (code: string) => (await t.call(enterSite, { body: { code } })).json()
  expect(await enter(typed)).toEqual({ granted: true })
  for (const other of [typed.toUpperCase(), typed.replace(/[b-z]/, 'q'), '\u200B'])
    expect(await enter(other)).toEqual({ granted: false })
})

test('placeholders in user text are not replaced', async () => {
  await using t = await startTestApp({ siteAccessCode: '' }, builtWeb())
  const question = 'Is __TIME_ZONE__ secret? __GATE__ <!--head-->'
  const poll = await t.make.poll({ question })

  const { body } = await t.app.inject(`/polls/${poll.id}`)

  expect(body).toContain('<title data-head>Is __TIME_ZONE__ secret? __GATE__ &lt;!--head--&gt; | WTPU</title>')
  expect(body).toMatch(/<html data-gate="off" data-time-zone="America\/New_York"><head>/)
})

test('the page names its encoding in its first kilobyte and gives every other meta element its content', async () => {
  const html = readFileSync(path.join(import.meta.dirname, '../../../web/index.html'))
  await using t = await startTestApp({}, temporaryFolder({ 'index.html': html }).at())

  const { body } = await t.app.inject('/')

  // What follows it may be of any length, such as the name and the switches of a site.
  expect(body.indexOf('charset')).toBeLessThan(400)
  const metas = body.match(/<meta [^>]*>/g) ?? []
  expect(metas.length).toBeGreaterThan(10)
  expect(metas.filter((meta) => !/ (charset|content)="/.test(meta))).toEqual([])
})

test('the API reference documents the totals as CSV', async () => {
  await using t = await startTestApp()

  const { paths } = (await t.app.inject('/api/docs/openapi.json')).json<Docs>()

  const responses = paths['/api/polls/{id}/totals.csv']?.get.responses
  expect(Object.keys(responses?.['200']?.content ?? {})).toEqual(['text/csv'])
  const failures = Object.entries(responses ?? {}).filter(([status]) => status !== '200')
  expect(new Set(failures.flatMap(([, { content }]) => Object.keys(content)))).toEqual(new Set(['application/json']))
})

interface Docs {
  paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
}

test('while connections wait for long, a page is a small one that comes back by itself', async () => {
  await using t = await startTestApp({}, builtWeb())
  const get = () => t.app.inject('/polls')
  Object.assign(t.app.connectionQueue, { waiting: 200, seconds: 10 })
  const busy = await get()
  const call = await t.app.inject('/api/polls/')
  Object.assign(t.app.connectionQueue, { waiting: 200, seconds: 0.1 })
  const quick = await get()

  expect(busy.statusCode).toBe(503)
  expect(Number(busy.headers['retry-after'])).toBeGreaterThanOrEqual(5)
  expect(Number(busy.headers['refresh'])).toBe(Number(busy.headers['retry-after']))
  expect([busy.headers['cache-control'], busy.body]).toEqual(['no-store', expect.stringContaining('opens by itself')])
  expect([call.statusCode, quick.statusCode]).toEqual([200, 200])
})

test('without a web build, the page explains how to build it', async () => {
  await using t = await startTestApp({}, temporaryFolder().at())

  const response = await t.app.inject('/')

  expect([response.statusCode, response.body]).toEqual([503, 'The web app is not built yet. Run npm start.\n'])
})

// A pattern with catastrophic backtracking would exceed the test's timeout.
test('the email pattern matches hostile text in linear time', () => {
  expect(emailPattern.test(`${'a@'.repeat(100_000)}!`)).toBe(false)
  expect(emailPattern.test(`a@${'a.'.repeat(100_000)}!`)).toBe(false)
  expect(emailPattern.test(`a@${'a'.repeat(200_000)}!`)).toBe(false)
  expect(emailPattern.test('ada@wtpu.example')).toBe(true)
})

test('/api/docs/ documents the API, and its policy allows only its own inline script', async () => {
  await using t = await startTestApp({}, builtWeb())

  const page = await t.app.inject('/api/docs/')
  const schemas = await t.app.inject('/api/docs/openapi.json')

  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
  expect(page.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  expect(Object.keys(schemas.json().paths)).toContain('/api/polls/{id}/vote/')
})

test('a page preloads the scripts of its route and no others', async () => {
  const route = (name: string) => `src/routes/${name}.tsx?tsr-split=component`
  const manifest = {
    'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_framework.js'] },
    '_framework.js': { file: 'assets/framework-1.js' },
    '_shared.js': { file: 'assets/shared-1.js', imports: ['_framework.js'] },
    [route('_member/polls.{-$pollId}')]: { file: 'assets/polls-1.js', imports: ['index.html', '_shared.js'] },
    [route('_member/politicians/index')]: { file: 'assets/politicians-1.js', imports: ['_shared.js'] },
    // Its loader is part of the same script.
    [`${route('$placeholder')}---loader`]: { file: 'assets/help-1.js' },
    [route('index')]: { file: 'assets/home-1.js' },
  }
  await using t = await startTestApp({}, builtWeb(manifest))
  const preloads = async (url: string) =>
    [...(await t.app.inject(url)).body.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/(\w+)-1.js">/g)]
      .map(([, name = '']) => name)
      .toSorted((a, b) => a.localeCompare(b))

  expect(await preloads('/')).toEqual(['home'])
  expect(await preloads('/polls')).toEqual(['polls', 'shared'])
  expect(await preloads('/polls/7')).toEqual(['polls', 'shared'])
  expect(await preloads('/politicians')).toEqual(['politicians', 'shared'])
  expect(await preloads('/help')).toEqual(['help'])
  expect(await preloads('/no-such-page')).toEqual([])
})

test('a page without a query string lists the calls to prefetch', async () => {
  await using t = await startTestApp({}, builtWeb())
  const meta = async (url: string) => /<meta name="prefetched"[^>]*>/.exec((await t.app.inject(url)).body)?.[0]

  expect(await meta('/polls')).toBe(
    '<meta name="prefetched" content="/api/polls/?limit=10 /api/polls/summary/ /api/polls/categories/ /api/polls/my-votes/ /api/polls/scheduled/" data-member="true">',
  )
  expect(await meta('/polls?filter=trending')).toBeUndefined()
  expect(await meta('/polls/7')).toBeUndefined()
  expect(await meta('/forgot-password')).toBeUndefined()
  expect(await meta('/results/7')).toContain('/api/polls/7/results/')
  for (const id of ['0', 'abc', '2147483648']) expect(await meta(`/results/${id}`), id).toBeUndefined()
})
