import { getPost } from '@wtpu/contract/boiler-room/posts'
import { listPolls } from '@wtpu/contract/polls/polls'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { changeSiteParts } from '@wtpu/contract/site/on-demand/part-facts'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { getUser, logout, refreshToken } from '@wtpu/contract/accounts/accounts'
import { eq } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { locksByKey } from '#db/locks.ts'
import { publishInvalidation } from '#live/publish.ts'
import { identify, openStreamWithTicket } from '#testing/live-stream.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp } from '#testing/test-app.ts'
import { signMediaUrl } from './signed-media.ts'

const confirmed = { email_verified_at: new Date() }

async function startSite() {
  const folder = temporaryFolder({
    'index.html':
      '<html data-site="{}"><head><!--head--></head><body><!--first-content--><!--responses--></body></html>',
    'app.js': '1',
  })
  const routes: RouteOptions[] = []
  const t = await startTestApp({ trustedProxies: 1 }, folder.at(), undefined, undefined, (route) => {
    if (route.method !== 'HEAD' && !route.url.includes('*')) routes.push(route)
  })
  const admin = await t.make.user({ role: 'admin', ...confirmed })
  let version = 0
  const allow = async (reading: 'everyone' | 'members', by: { id: number } = admin) => {
    const response = await t
      .as(by)
      .call(changeSiteParts, { body: { off: [], reading, ratings_closed: null, version, reason: 'Our own.' } })
    if (response.statusCode === 200) ({ version } = response.json())
    return response
  }
  return Object.assign(t, { admin, routes, allow })
}

/** What visitors still use: the way in and their own account, links of mails, the operator's pages, health and files. */
const forVisitors = [
  'GET /.well-known/change-password',
  'GET /.well-known/security.txt',
  'GET /api/live/',
  'GET /api/pages/:name/',
  'GET /api/registration/',
  'GET /app.js',
  'GET /healthz',
  'GET /logo/:file',
  'GET /manifest.webmanifest',
  'GET /media/:folder/:file',
  'GET /readyz',
  'GET /robots.txt',
  'POST /api/ballots/',
  'POST /api/ballots/open/',
  'POST /api/invitation/',
  'POST /api/moderation/appeals/',
  'POST /api/site-access/',
  'POST /auth/api/email/confirm/',
  'POST /auth/api/email/decline/',
  'POST /auth/api/email/link/',
  'POST /auth/api/google/',
  'POST /auth/api/google/start/',
  'POST /auth/api/logout/',
  'POST /auth/api/passkeys/sign-in/',
  'POST /auth/api/passkeys/sign-in/start/',
  'POST /auth/api/password_reset/',
  'POST /auth/api/password_reset/confirm/',
  'POST /auth/api/providers/:id/',
  'POST /auth/api/providers/:id/start/',
  'POST /auth/api/register/',
  'POST /auth/api/token/',
  'POST /auth/api/token/refresh/',
  'POST /auth/api/token/second-factor/',
  'POST /unsubscribe/:token',
]

test('visitors get 401 from everything but the way in, and a confirmed account reads as before', async () => {
  await using t = await startSite()
  const [member, other] = [await t.make.user(confirmed), await t.make.user()]
  const poll = await t.make.poll()
  expect((await t.allow('members')).statusCode).toBe(200)
  let sent = 0
  const send = async ({ method, url }: RouteOptions, viewer?: { id: number }) =>
    t.app.inject({
      method: [method].flat()[0] as 'GET',
      url: url.replace(/:(id|poll)\b/g, String(poll.id)).replace(/:\w+/g, '1'),
      headers: {
        'x-forwarded-for': `10.0.1.${sent++ % 250}`,
        ...(viewer && { authorization: await t.as(viewer).authorization() }),
      },
    })
  const open = []
  for (const route of t.routes) {
    if (route.url === '/api/live/') open.push('GET /api/live/')
    else if (!(await send(route)).body.includes('"not_signed_in"'))
      open.push(`${[route.method].flat()[0]} ${route.url}`)
  }
  expect([...new Set(open)].toSorted()).toEqual(forVisitors)

  const list = { method: 'GET', url: '/api/polls/' } as RouteOptions
  expect((await send(list)).statusCode).toBe(401)
  const unconfirmed = await send(list, other)
  expect([unconfirmed.statusCode, unconfirmed.json().code]).toEqual([403, 'email_not_confirmed'])
  const read = await send(list, member)
  expect([read.statusCode, read.json().length]).toEqual([200, 1])
  expect(read.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'authorization, accept-encoding' })
  for (const url of [
    '/feeds/polls.atom',
    `/embed/polls/${poll.id}`,
    '/sitemap.xml',
    `/api/polls/${poll.id}/totals.csv`,
  ])
    expect([url, (await t.app.inject(url)).statusCode]).toEqual([url, 401])
  // A confirmation opens the site at once.
  await t.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, other.id))
  t.app.sessionCache.end(other.id)
  expect((await send(list, other)).statusCode).toBe(200)

  await t.allow('everyone')
  expect((await send(list)).statusCode).toBe(200)
})

test('visitors read no profile, but people find their own account before they confirm it', async () => {
  await using t = await startSite()
  const [ada, ben] = [await t.make.user(), await t.make.user()]
  await t.allow('members')
  const read = async (id: number | string, by?: { id: number }) => {
    const input = { params: { id: String(id) } }
    return (by ? await t.as(by).call(getUser, input) : await t.call(getUser, input)).statusCode
  }
  expect(await read(ada.id)).toBe(401)
  expect([await read(ada.id, ada), await read(ben.id, ada)]).toEqual([200, 403])
  // The recovery asks whether there is such an account.
  expect(await read(ada.email)).toBe(200)
})

test('pages are the sign-in for visitors and crawlers: a title, and nothing of what they are about', async () => {
  await using t = await startSite()
  const poll = await t.make.poll({ question: 'More trains?' })
  const read = async (path: string) => t.app.inject(path)
  expect((await read(`/results/${poll.id}`)).body).toContain('More trains?')
  await t.allow('members')
  for (const { path, ...facts } of pages) {
    const { statusCode, body } = await read(path.replace(/\$\w+/, String(poll.id)))
    expect([path, statusCode]).toEqual([path, 200])
    const [, head = ''] = /<head>([^]*)<\/head>/.exec(body) ?? []
    if (facts.forVisitors) expect(head, path).toContain('og:title')
    else
      expect(head.replace(/<meta name="prefetched"[^>]*data-member="true">/, '').trim()).toBe(
        '<title data-head>WTPU</title>',
      )
    expect(body).not.toContain('More trains?')
  }
  // Nobody learns which polls there are.
  expect((await read('/results/999999')).statusCode).toBe(200)
  expect((await read('/robots.txt')).body).not.toMatch(/Allow|Sitemap/)
})

test('files open by addresses that are signed for members, for an hour or two', async () => {
  await using t = await startSite()
  const member = await t.make.user(confirmed)
  const name = 'posts/00000000-0000-4000-8000-000000000001-640.webp'
  const post = await t.make.post({ author: member, media: [{ file: `/media/${name}` }] })
  await t.app.files.save(name, Buffer.from('picture'))
  const statusOf = async (url: string) => (await t.app.inject(url)).statusCode
  expect(await statusOf(`/media/${name}`)).toBe(200)

  await t.allow('members')
  const { file } = (await t.as(member).call(getPost, { params: { id: post.id } })).json().media[0]
  expect(file).toMatch(/^\/media\/posts\/.*\?expires=\w+&signature=/)
  const opened = await t.app.inject(file)
  expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, max-age=3600'])
  const old = signMediaUrl(t.config.jwtSecret, 'members', `/media/${name}`, Date.now() - 3 * 3_600_000)
  for (const url of [`/media/${name}`, old, file.replace('0001-', '0002-')]) expect(await statusOf(url)).toBe(404)
})

test('the browser forgets pages and files when a session ends', async () => {
  await using t = await startSite()
  const clears = async () => {
    const outcomes = [logout, refreshToken].map((end) => t.call(end, { body: { refresh: 'ended' } }))
    return (await Promise.all(outcomes)).map(({ headers }) => headers['clear-site-data'])
  }
  expect(await clears()).toEqual([undefined, undefined])
  await t.allow('members')
  expect(await clears()).toEqual(['"cache"', '"cache"'])
})

test('before it knows its member, the live stream says only that the site has changed', async () => {
  await using t = await startSite()
  const member = await t.make.user(confirmed)
  await t.allow('members')
  using visitor = await openStreamWithTicket(t)
  using own = await openStreamWithTicket(t)
  expect((await identify(t, await t.make.user(), visitor.tickets()[0])).statusCode).toBe(403)
  await identify(t, member, own.tickets()[0])
  await expect.poll(own.received).toContain('event: news')
  publishInvalidation(t.db, '/api/polls/')
  await expect.poll(own.received).toContain('data: /api/polls/')
  expect(visitor.received().replaceAll('data: /api/site/', '')).not.toContain('/api/')
})

test('an admin neither locks themselves out nor closes the site while a server of an earlier release runs', async () => {
  await using t = await startSite()
  const unconfirmed = await t.make.user({ role: 'admin' })
  expect((await t.allow('members', unconfirmed)).json().code).toBe('email_not_confirmed')

  const older = new pg.Client({ connectionString: t.url })
  await older.connect()
  await older.query(`select pg_advisory_lock_shared(${locksByKey.secrets}, 7)`)
  const refused = await t.allow('members')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'older_server'])
  expect((await t.call(listPolls, { querystring: {} })).statusCode).toBe(200)
  await older.end()
  await expect.poll(async () => (await t.allow('members')).statusCode).toBe(200)
  const [entry] = (await t.as(t.admin).call(listModerationLog, { querystring: {} })).json().results
  expect(entry.sentence).toBe('Switched on: Reasons, Ballots by invitation. Only members can read the site. Our own.')
})
