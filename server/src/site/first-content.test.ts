import { site } from '@wtpu/contract/site/name'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

/** A web build whose first content is what it knows: the site's name, whether there is a session, and the address. */
const script = `
const { name } = JSON.parse(document.documentElement.dataset.site)
const viewer = window.localStorage.getItem('access') ? 'member' : 'visitor'
let count = 0
exports.renderGate = () => '<h1>gate of ' + name + '</h1>'
exports.renderPage = async (path) => {
  if (path === '/help') throw new Error('cannot be shown')
  return '<h1>' + [name, viewer, path, ++count].join(' ') + '</h1>'
}`
const build = () =>
  temporaryFolder({
    'index.html':
      '<html data-gate="__GATE__" data-audience=""><head><!--head--></head><body><div id="first"><!--first-content--></div></body></html>',
    '.vite/first-content.cjs': script,
  }).at()
const firstContent = /<html [^>]*data-audience="(\w+)">.*<div id="first">(.*)<\/div>/s

async function startSite(config: { siteAccessCode?: string } = { siteAccessCode: '' }) {
  const t = await startTestApp(config, build())
  const get = async (url: string) => firstContent.exec((await t.app.inject(url)).body)?.slice(1)
  return { ...t, get, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('a page comes with what the app shows first, rendered once for visitors or for members', async () => {
  await using t = await startSite()
  await t.make.rollCall()

  expect(await t.get('/')).toEqual(['visitor', '<h1>WTPU visitor / 1</h1>'])
  expect(await t.get('/')).toEqual(['visitor', '<h1>WTPU visitor / 1</h1>'])
  expect(await t.get('/about')).toEqual(['everyone', '<h1>WTPU visitor /about 2</h1>'])
  expect(await t.get('/roll-calls/1')).toEqual(['everyone', '<h1>WTPU visitor /roll-calls/1 3</h1>'])
  expect(await t.get('/polls')).toEqual(['member', '<h1>WTPU member /polls 1</h1>'])
})

test('what is not found, depends on a query string or cannot be rendered comes without', async () => {
  await using t = await startSite()

  for (const url of ['/nowhere', '/roll-calls/77', '/login?reset=1', '/help'])
    expect([url, (await t.get(url))?.[1]]).toEqual([url, ''])
  expect((await t.app.inject('/help')).statusCode).toBe(200)
})

test('with the gate on, every page comes with nothing but the gate', async () => {
  await using t = await startSite({ siteAccessCode: 'citizenship' })

  for (const url of ['/', '/about', '/polls', '/login?reset=1', '/nowhere'])
    expect([url, await t.get(url)]).toEqual([url, ['gate', '<h1>gate of WTPU</h1>']])
})

test('it is rendered anew when the name of the site changes', async () => {
  await using t = await startSite()
  const { name } = site
  onTestFinished(() => void Object.assign(site, { name }))

  expect(await t.get('/about')).toEqual(['everyone', '<h1>WTPU visitor /about 1</h1>'])
  Object.assign(site, { name: 'Townhall' })
  expect(await t.get('/about')).toEqual(['everyone', '<h1>Townhall visitor /about 1</h1>'])
})
