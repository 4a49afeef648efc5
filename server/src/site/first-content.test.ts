import { createHash } from 'node:crypto'
import { oldCountsSeconds } from '@wtpu/contract/live'
import { castVote } from '@wtpu/contract/polls/polls'
import { site } from '@wtpu/contract/site/name'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { limits } from '#http/limits/rate-limit.ts'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

/** A web build whose first content is what it knows: the site's name, whether there is a session, the address and the responses. */
const script = `
const { name } = JSON.parse(document.body.dataset.site)
const viewer = window.localStorage.getItem('access') ? 'member' : 'visitor'
let count = 0
exports.renderGate = () => ({ html: '<h1>gate of ' + name + '</h1>', css: '' })
exports.renderPage = async (path, responses) => {
  await console.debug(path)
  if (path === '/help') throw new Error('cannot be shown')
  const [first] = Object.values(JSON.parse(responses))
  const votes = first?.poll ? [first.poll.total_votes + ' votes'] : []
  return { html: '<h1>' + [name, viewer, path, ++count, ...votes].join(' ') + '</h1>', css: path === '/about' ? 'b{}' : '' }
}`
const build = () =>
  temporaryFolder({
    'index.html':
      '<html data-gate="__GATE__" data-audience=""><head><!--head--></head><body><div id="first"><!--first-content--></div><!--responses--></body></html>',
    '.vite/first-content.cjs': script,
  }).at()
const firstContent = /<html [^>]*data-audience="(\w+)">.*<div id="first">(.*?)<\/div>/s

/** What the script above waits for before it renders a page. */
const rendering = vi.spyOn(console, 'debug')

/** @returns what lets them go on */
function holdRenderings(): () => void {
  let goOn: () => void = () => undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `console.debug` returns
  rendering.mockReturnValue(new Promise<void>((resolve) => (goOn = resolve)) as never)
  return () => goOn()
}

async function startSite(config: { siteAccessCode?: string } = { siteAccessCode: '' }) {
  rendering.mockReset().mockReturnValue(undefined)
  // Nothing expires, however busy the machine is.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
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
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + oldCountsSeconds * 1000)
  expect((await t.get(`/results/${poll.id}`))?.[1]).toContain(' 2 1 votes')
})

test('votes make no new rendering for some seconds, in which browsers learn of them, but a removal does at once', async () => {
  await using t = await startSite()
  const poll = await t.make.poll()
  const page = `/results/${poll.id}`
  const vote = async () =>
    t.as(await t.make.user()).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start)
  await t.get(page)

  for (let count = 0; count < 3; count++) {
    await vote()
    expect((await t.get(page))?.[1]).toContain(' 1 0 votes')
  }
  expect((await t.app.inject(`/api/polls/${poll.id}/totals.json`)).json()).toMatchObject({ total_votes: 3 })
  expect((await t.open(page)).body).toContain(`data-at="${start}"`)
  // The latest moment at which it may be sent. A browser that connects to the stream then fetches the counts again.
  clock.mockReturnValue(start + oldCountsSeconds * 1000 - 1)
  expect((await t.get(page))?.[1]).toContain(' 1 0 votes')
  expect(t.app.live.missedInvalidations()).toContain('/api/polls/')
  clock.mockReturnValue(start + oldCountsSeconds * 1000)
  expect((await t.get(page))?.[1]).toContain(' 2 3 votes')

  await removeContent(t.app, { kind: 'poll', id: poll.id }, { actor: 'Grace', reason: 'spam' })
  expect((await t.app.inject(page)).statusCode).toBe(404)
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

test('a page has one address, and is the same for phones', async () => {
  await using t = await startSite()
  const { id } = await t.make.poll()
  await t.get(`/results/${id}`)

  for (const [url, to] of [
    [`/results/00${id}`, `/results/${id}`],
    [`/results/${id}/?a=b?c`, `/results/${id}?a=b?c`],
    [`//results//${id}`, `/results/${id}`],
    [`/polls/0${id}/check`, `/polls/${id}/check`],
    ['/user/07', '/user/7'],
    ['/about/', '/about'],
    ['//', '/'],
  ] as const) {
    const { statusCode, headers } = await t.app.inject(url)
    expect([url, statusCode, headers['location']]).toEqual([url, 301, to])
  }
  // A hashtag and a token may begin with zeros, and what is no page is not found.
  for (const url of ['/boiler-room/hashtag/007', '/appeal/007']) expect((await t.app.inject(url)).statusCode).toBe(200)
  for (const url of ['//other.example', '/results/x', '/nowhere/'])
    expect([url, (await t.app.inject(url)).statusCode]).toEqual([url, 404])
  const phone = { 'user-agent': 'Chrome/140.0 Mobile Safari/537.36' }
  expect((await t.app.inject({ url: `/results/${id}`, headers: phone })).body).toContain(`/results/${id} 1 0 votes`)
})

test('many public pages at once do not wait for each other, and those that would wait long come without first content', async () => {
  await using t = await startSite()
  const polls = await Promise.all(Array.from({ length: 20 }, () => t.make.poll()))
  const render = holdRenderings()
  const early: Awaited<ReturnType<typeof t.open>>[] = []
  const all = Promise.all(polls.map(({ id }) => t.open(`/results/${id}`).then((page) => early.push(page))))

  await vi.waitFor(() => expect(early.length).toBe(16), { timeout: 30_000 })
  for (const { shown, calls, prefetched } of early)
    expect([shown, calls, prefetched?.split(' ').length]).toEqual([['everyone', ''], [], 4])
  render()
  await all
  expect(early.slice(16).map(({ shown }) => shown?.[1]?.includes(' 0 votes'))).toEqual([true, true, true, true])
  // The others were not kept without.
  for (const { id } of polls) expect((await t.get(`/results/${id}`))?.[1]).toContain(' 0 votes')
})

test('one rendering serves everyone who opens a page meanwhile, under votes too', async () => {
  await using t = await startSite()
  const poll = await t.make.poll()
  const [user, page] = [await t.make.user(), `/results/${poll.id}`]
  const render = holdRenderings()

  const first = Array.from({ length: 20 }, () => t.get(page))
  await vi.waitFor(() => expect(rendering).toHaveBeenCalledOnce(), { timeout: 30_000 })
  await t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  const later = Array.from({ length: 20 }, () => t.get(page))
  render()
  for (const shown of await Promise.all([...first, ...later])) expect(shown?.[1]).toContain(`${page} 1 0 votes`)
})

test('a network that opens page after page gets them without first content, but what is in memory', async () => {
  await using t = await startSite()
  const { id } = await t.make.poll()
  const { max } = limits.renderingsPerAddress
  const other = await t.make.poll()
  expect((await t.get(`/results/${id}`))?.[1]).toContain(' 0 votes')
  // None of these exists.
  for (let count = 1; count < max; count++) await t.app.inject(`/results/${other.id + count}`)

  expect((await t.get(`/results/${id}`))?.[1]).toContain(' 0 votes')
  expect((await t.get('/about'))?.[1]).toBe('')
  expect((await t.get(`/results/${other.id}`))?.[1]).toBe('')
  const { body } = await t.app.inject({ url: `/results/${other.id}`, remoteAddress: '192.0.2.7' })
  expect(firstContent.exec(body)?.[2]).toContain(' 0 votes')
})

test('what is not found, depends on a query string or cannot be rendered comes without', async () => {
  await using t = await startSite()

  for (const url of ['/nowhere', '/roll-calls/77', '/login?reset=1', '/help'])
    expect([url, (await t.get(url))?.[1]]).toEqual([url, ''])
  expect((await t.app.inject('/help')).statusCode).toBe(200)
  // Other sites add such a query string to links that people share.
  expect(await t.get('/about?fbclid=1')).toEqual(['everyone', '<h1>WTPU visitor /about 1</h1>'])
})

test('with the gate on, every page comes with the gate and without data, and neither heads, images nor frames have content', async () => {
  await using t = await startSite({ siteAccessCode: 'citizenship' })
  const [poll] = [await t.make.poll({ question: 'Secret plans?' }), await t.make.politician({ name: 'Ada Secret' })]
  await t.make.discussion({ author: await t.make.user(), title: 'Secret talk' })
  await t.make.rollCall({ question: 'On the Secret Bill' })
  for (const url of [
    '/results/1',
    '/polls/1',
    '/polls/1/check',
    '/politicians/1',
    '/forums/1',
    '/roll-calls/1',
    '/embed/polls/1',
  ]) {
    const { body } = await t.app.inject(url)
    expect([url, /secret|oembed|share\/(polls|politicians|roll-calls)/i.exec(body)?.[0]]).toEqual([url, undefined])
  }
  expect((await t.open('/boiler-room/hashtag/Secret')).body).not.toContain('#Secret')
  for (const url of ['/share/polls/1.png', '/share/politicians/1.png', '/share/roll-calls/1.png'])
    expect([url, (await t.app.inject(url)).headers['location']]).toEqual([url, '/share.png'])
  const address = encodeURIComponent(`${t.config.publicUrl}/polls/${poll.id}`)
  expect((await t.app.inject(`/api/oembed?url=${address}`)).statusCode).toBe(404)

  for (const [url, audience, page] of [
    ['/', 'visitor', '<h1>WTPU visitor /</h1>'],
    ['/about', 'everyone', '<h1>WTPU visitor /about</h1>'],
    ['/results/1', 'everyone', '<h1>WTPU visitor /results/1</h1>'],
    ['/polls', 'member', '<h1>WTPU member /polls</h1>'],
    ['/login?reset=1', 'everyone', ''],
    ['/nowhere', 'everyone', ''],
  ] as const) {
    const { shown, calls } = await t.open(url)
    const withoutCount = shown?.map((text) => text.replace(/ \d+(?=<)/, ''))
    const content = `<h1>gate of WTPU</h1><template id="past">${page}</template>`
    expect([url, withoutCount, calls]).toEqual([url, [audience, content], []])
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
