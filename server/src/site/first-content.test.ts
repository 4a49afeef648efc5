import { createHash } from 'node:crypto'
import { castVote } from '@wtpu/contract/polls/polls'
import { site } from '@wtpu/contract/site/name'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

/** A web build whose first content is what it knows: the site's name, whether there is a session, the address and the responses. */
const script = `
const { name } = JSON.parse(document.documentElement.dataset.site)
const viewer = window.localStorage.getItem('access') ? 'member' : 'visitor'
let count = 0
exports.renderGate = () => ({ html: '<h1>gate of ' + name + '</h1>', css: '' })
exports.renderPage = async (path, responses, isPhone) => {
  if (path === '/help') throw new Error('cannot be shown')
  const [first] = Object.values(JSON.parse(responses))
  const votes = first?.poll ? [first.poll.total_votes + ' votes'] : []
  const device = isPhone ? ['on a phone'] : []
  return { html: '<h1>' + [name, viewer, path, ++count, ...votes, ...device].join(' ') + '</h1>', css: path === '/about' ? 'b{}' : '' }
}`
const build = () =>
  temporaryFolder({
    'index.html':
      '<html data-gate="__GATE__" data-audience=""><head><!--head--></head><body><div id="first"><!--first-content--></div><!--responses--></body></html>',
    '.vite/first-content.cjs': script,
  }).at()
const firstContent = /<html [^>]*data-audience="(\w+)">.*<div id="first">(.*?)<\/div>/s

async function startSite(config: { siteAccessCode?: string } = { siteAccessCode: '' }) {
  const t = await startTestApp(config, build())
  const open = async (url: string) => {
    const { body } = await t.app.inject(url)
    const [, responses] = /<script type="application\/json" id="responses" [^>]*>(.*?)<\/script>/s.exec(body) ?? []
    return {
      shown: firstContent.exec(body)?.slice(1),
      body,
      calls: Object.keys(JSON.parse(responses ?? '{}')),
      prefetched: /name="prefetched" content="([^"]*)"/.exec(body)?.[1],
    }
  }
  const get = async (url: string) => (await open(url)).shown
  return { ...t, open, get, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('a page comes with what the app shows first, rendered for visitors or for members', async () => {
  await using t = await startSite()
  await t.make.rollCall()

  expect(await t.get('/')).toEqual(['visitor', '<h1>WTPU visitor / 1</h1>'])
  expect(await t.get('/')).toEqual(['visitor', '<h1>WTPU visitor / 1</h1>'])
  expect(await t.get('/login')).toEqual(['visitor', '<h1>WTPU visitor /login 2</h1>'])
  expect(await t.get('/roll-calls/1')).toEqual(['everyone', '<h1>WTPU visitor /roll-calls/1 3</h1>'])
  expect(await t.get('/polls')).toEqual(['member', '<h1>WTPU member /polls 1</h1>'])
})

test('a public page is rendered from shared responses, which are in it, and again when one of them changes', async () => {
  await using t = await startSite()
  const [ada, poll] = [await t.make.user(), await t.make.poll({ question: 'Is </script> a question?' })]
  const calls = ['results/', 'totals.json', 'groups/'].map((name) => `/api/polls/${poll.id}/${name}`)

  const page = await t.open(`/results/${poll.id}`)
  expect(page.shown).toEqual(['everyone', `<h1>WTPU visitor /results/${poll.id} 1 0 votes</h1>`])
  expect(page.calls.toSorted()).toEqual(['/api/polls/categories/', ...calls].toSorted())
  expect(page.prefetched).toBeUndefined()
  expect(page.body).toContain(String.raw`Is \u003c/script> a question?`)
  expect((await t.get(`/results/${poll.id}`))?.[1]).toContain(' 1 0 votes')

  await t.as(ada).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  expect((await t.get(`/results/${poll.id}`))?.[1]).toContain(' 2 1 votes')
})

test('what cannot be answered is left to the app, and its styles are those that the policy allows', async () => {
  await using t = await startSite()
  const poll = await t.make.poll()
  const inject = t.app.inject.bind(t.app)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of two overloads
  vi.spyOn(t.app, 'inject').mockImplementation(((options: { url: string }) =>
    inject(options.url?.includes('groups') ? '/api/nowhere/' : options)) as typeof inject)

  const results = await t.open(`/results/${poll.id}`)
  expect([results.prefetched, results.calls.length]).toEqual([`/api/polls/${poll.id}/groups/`, 3])
  const about = await t.app.inject('/about')
  expect(about.body).toContain('<style>b{}</style>')
  const hash = createHash('sha256').update('b{}').digest('base64')
  expect(about.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  expect((await t.app.inject('/login')).headers['content-security-policy']).not.toContain(hash)
})

test('phones get a rendering of their own', async () => {
  await using t = await startSite()
  const of = async (userAgent: string) =>
    (await t.app.inject({ url: '/login', headers: { 'user-agent': userAgent } })).body.includes('on a phone')

  expect([await of('Chrome/140.0 Mobile Safari/537.36'), await of('Chrome/140.0 Safari/537.36')]).toEqual([true, false])
})

test('many public pages at once do not wait for each other', async () => {
  await using t = await startSite()
  const polls = await Promise.all(Array.from({ length: 20 }, () => t.make.poll()))

  const shown = await Promise.all(polls.map(({ id }) => t.get(`/results/${id}`)))
  expect(shown.map((page) => page?.[1]?.includes(' 0 votes'))).toEqual(polls.map(() => true))
})

test('what is not found, depends on a query string or cannot be rendered comes without', async () => {
  await using t = await startSite()

  for (const url of ['/nowhere', '/roll-calls/77', '/login?reset=1', '/help'])
    expect([url, (await t.get(url))?.[1]]).toEqual([url, ''])
  expect((await t.app.inject('/help')).statusCode).toBe(200)
  // Other sites add such a query string to links that people share.
  expect(await t.get('/about?fbclid=1')).toEqual(['everyone', '<h1>WTPU visitor /about 1</h1>'])
})

test('with the gate on, every page comes with nothing but the gate', async () => {
  await using t = await startSite({ siteAccessCode: 'citizenship' })
  await t.make.poll()

  for (const url of ['/', '/about', '/results/1', '/polls', '/login?reset=1', '/nowhere']) {
    const { shown, calls } = await t.open(url)
    expect([url, shown, calls]).toEqual([url, ['gate', '<h1>gate of WTPU</h1>'], []])
  }
})

test('it is rendered anew when the name of the site changes', async () => {
  await using t = await startSite()
  const { name } = site
  onTestFinished(() => void Object.assign(site, { name }))

  expect(await t.get('/about')).toEqual(['everyone', '<h1>WTPU visitor /about 1</h1>'])
  Object.assign(site, { name: 'Townhall' })
  expect(await t.get('/about')).toEqual(['everyone', '<h1>Townhall visitor /about 1</h1>'])
})
