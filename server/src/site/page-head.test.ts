import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getRollCall } from '@wtpu/contract/roll-calls'
import { getPolitician } from '@wtpu/contract/politicians'
import { getPoll } from '@wtpu/contract/polls/polls'
import { headElements, type HeadInput } from '@wtpu/contract/site/head'
import { pages } from '@wtpu/contract/site/pages'
import { pollHead, politicianHead, rollCallHead } from '@wtpu/contract/site/public-heads'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const publicUrl = 'https://wtpu.example'

async function start() {
  const folder = temporaryFolder({ 'index.html': '<html data-gate="__GATE__"><head><!--head--></head></html>' })
  const t = await startTestApp({ publicUrl }, folder.at())
  const html = async (url: string) => (await t.app.inject(url)).body
  return Object.assign(t, { html })
}

/** The content of a meta element, decoded. */
function meta(html: string, name: string): string | undefined {
  const [, content] = new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"`).exec(html) ?? []
  return content?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

interface Subject {
  '@type': string
  [name: string]: unknown
}

function graph(html: string): Subject[] {
  const [, json = '{}'] = /<script type="application\/ld\+json" data-head>(.*?)<\/script>/.exec(html) ?? []
  const parsed: { '@graph'?: Subject[] } = JSON.parse(json)
  return parsed['@graph'] ?? []
}

test('every page has a title and a description of its own, and complete link previews', async () => {
  await using t = await start()
  const descriptions = new Set<string | undefined>()
  for (const { path: pattern } of pages) {
    const html = await t.html(pattern.replace(/\$\w+/g, '7'))
    const title = /<title data-head>(.+?)<\/title>/.exec(html)?.[1]
    descriptions.add(meta(html, 'description'))
    expect(title).toMatch(pattern === '/' ? /^WTPU \| / : / \| WTPU$/)
    expect([meta(html, 'og:title'), meta(html, 'twitter:title')]).toEqual([title, title])
    expect(meta(html, 'og:description')).toBe(meta(html, 'description'))
    expect(meta(html, 'og:image')).toBe(meta(html, 'twitter:image'))
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}`)
    expect(graph(html).map((node) => node['@type'])).toEqual(['WebSite', 'Organization'])
  }
  // The board of polls and the address of one poll share theirs.
  expect(descriptions.size).toBe(pages.length - 1)
  expect(descriptions.has(undefined)).toBe(false)
})

test('the browser writes the same head as the server, so that no other title flashes', async () => {
  await using t = await start()
  const poll = await t.make.poll({ question: 'More "parks"?', options: ['Yes', 'No & never'] })
  const official = await t.make.politician({ name: 'Ana Rivera' })
  const written = (url: string, head: HeadInput) =>
    Object.fromEntries(
      headElements(publicUrl, url, head).flatMap(({ attributes: { name, property, content } }) =>
        content === undefined ? [] : [[name ?? property ?? '', content]],
      ),
    )

  const pollResponse = (await t.call(getPoll, { params: { id: poll.id } })).json()
  const rollCall = await t.make.rollCall({ description: 'A bill about "parks"' })
  const rollCallResponse = (await t.call(getRollCall, { params: { id: rollCall.id } })).json()
  const officialResponse = (await t.call(getPolitician, { params: { id: official.id } })).json()
  for (const [url, head] of [
    [`/polls/${poll.id}`, pollHead(pollResponse)],
    [`/politicians/${official.id}`, politicianHead(officialResponse)],
    [`/roll-calls/${rollCall.id}`, rollCallHead(rollCallResponse)],
  ] as const) {
    const html = await t.html(url)
    const same = ['og:title', 'description', 'og:url', 'og:type', 'article:published_time', 'robots']
    expect(same.map((name) => meta(html, name))).toEqual(same.map((name) => written(url, head)[name]))
  }
})

test('an official is a Person, with a text that cannot end the script', async () => {
  await using t = await start()
  const official = await t.make.politician({ name: 'A </script><b>', office: 'Gov', state: 'NM' })

  const html = await t.html(`/politicians/${official.id}`)

  expect(graph(html)[2]).toEqual({
    '@type': 'Person',
    name: 'A </script><b>',
    jobTitle: 'Governor for New Mexico',
    url: `${publicUrl}/politicians/${official.id}`,
  })
  expect(html).not.toContain('</script><b>')
})

test('a discussion is a posting with its title but without its text', async () => {
  await using t = await start()
  const discussion = await t.make.discussion({
    author: await t.make.user(),
    title: 'A public title',
    description: 'Secret text',
  })

  const html = await t.html(`/forums/${discussion.id}`)

  expect(graph(html)[2]).toMatchObject({
    '@type': 'DiscussionForumPosting',
    url: `${publicUrl}/forums/${discussion.id}`,
    headline: 'A public title',
    datePublished: expect.any(String),
  })
  expect(html).toContain('<title data-head>A public title | WTPU</title>')
  expect(html).not.toContain('Secret')
})

test('pages whose addresses contain secrets are not indexed', async () => {
  await using t = await start()
  for (const url of ['/verify-otp', '/reset-password', '/confirm-email', '/nowhere']) {
    expect(meta(await t.html(url), 'robots')).toBe('noindex')
  }
  expect(meta(await t.html('/about'), 'robots')).toBe('index, follow')
})

test('the manifest lists icons that exist in the declared sizes', async () => {
  const folder = path.join(import.meta.dirname, '../../../web/public')
  const manifest: { icons: { src: string; sizes: string; purpose?: string }[] } = JSON.parse(
    readFileSync(path.join(folder, 'manifest.webmanifest'), 'utf8'),
  )
  const images = manifest.icons.filter(({ sizes }) => sizes !== 'any')

  expect(images.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  expect(images.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of images) {
    const { width, height } = await sharp(path.join(folder, src)).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
})
