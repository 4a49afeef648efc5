import path from 'node:path'
import { getRollCall } from '@wtpu/contract/roll-calls'
import { getPolitician } from '@wtpu/contract/politicians'
import { getPoll } from '@wtpu/contract/polls/polls'
import { headElements, type HeadInput } from '@wtpu/contract/site/head'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { pollHead, politicianHead } from '@wtpu/contract/site/on-demand/public-heads'
import { rollCallHead } from '@wtpu/contract/site/on-demand/roll-call-head'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { pollOptions, pollTotals } from '#db/schema/polls.ts'
import { removeContent } from '#features/moderation/on-server.ts'
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
  const author = await t.make.user()
  await Promise.all([t.make.poll(), t.make.politician(), t.make.discussion({ author }), t.make.rollCall()])
  const descriptions = new Set<string | undefined>()
  for (const { path: pattern } of pages) {
    const html = await t.html(pattern.replace(/\$\w+/g, '1'))
    const title = /<title data-head>(.+?)<\/title>/.exec(html)?.[1]
    descriptions.add(meta(html, 'description'))
    expect(title).toMatch(pattern === '/' ? /^WTPU \| / : / \| WTPU$/)
    expect([meta(html, 'og:title'), meta(html, 'twitter:title')]).toEqual([title, title])
    expect(meta(html, 'og:description')).toBe(meta(html, 'description'))
    expect(meta(html, 'og:image')).toBe(meta(html, 'twitter:image'))
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}`)
    expect([meta(html, 'og:image:alt'), meta(html, 'twitter:image:alt')]).toEqual([
      expect.any(String),
      meta(html, 'og:image:alt'),
    ])
    expect(graph(html).map((node) => node['@type'])).toEqual(expect.arrayContaining(['WebSite', 'Organization']))
  }
  // Two addresses in earlier mails share those of their pages, and a poll that of its results.
  expect(descriptions.size).toBe(pages.length - 3)
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
    [`/results/${poll.id}`, pollHead({ ...pollResponse, timeZone: 'America/New_York' })],
    [`/politicians/${official.id}`, politicianHead(officialResponse)],
    [`/roll-calls/${rollCall.id}`, rollCallHead(rollCallResponse)],
  ] as const) {
    const html = await t.html(url)
    const same = ['og:title', 'description', 'og:url', 'og:type', 'article:published_time', 'robots']
    expect(same.map((name) => meta(html, name))).toEqual(same.map((name) => written(url, head)[name]))
  }
})

test.each([
  '/polls/99999',
  '/polls/abc',
  '/polls/99999/check',
  '/politicians/99999',
  '/politicians/abc',
  '/politicians/99999999999',
  '/forums/99999',
  '/roll-calls/99999',
  '/user/99999',
  '/user/nobody',
  '/boiler-room?post=99999',
  '/boiler-room?post=abc',
  '/results/99999',
  '/results/1.0',
  '/politicians/0x10',
  '/polls/-1',
  '/polls/１',
])('%s does not exist: 404, and not for search engines', async (url) => {
  await using t = await start()

  const response = await t.app.inject(url)

  expect([response.statusCode, meta(response.body, 'robots')]).toEqual([404, 'noindex'])
})

test('a page about something that was removed does not exist', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  expect((await t.app.inject(`/polls/${poll.id}`)).statusCode).toBe(200)

  await removeContent(t.app, { kind: 'poll', id: poll.id }, { actor: 'Grace', reason: 'spam' })

  expect((await t.app.inject(`/polls/${poll.id}`)).statusCode).toBe(404)
})

test('without the database, a page about something answers 503, with the app', async () => {
  await using t = await start()
  vi.spyOn(t.app.reads, 'run').mockRejectedValue(new Error('no database'))

  const response = await t.app.inject('/polls/1')

  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  expect(response.body).toContain('<title data-head>Live Citizen Polls | WTPU</title>')
  expect((await t.app.inject('/about')).statusCode).toBe(200)
})

test('the address that a page names as canonical is its own, or that of the result of a poll', async () => {
  await using t = await start()
  const poll = await t.make.poll()
  for (const [url, canonical] of [
    ['/about', '/about'],
    ['/', '/'],
    [`/results/${poll.id}`, `/results/${poll.id}`],
    [`/polls/${poll.id}`, `/results/${poll.id}`],
    [`/polls/${poll.id}/check`, `/polls/${poll.id}/check`],
  ]) {
    expect(await t.html(url!)).toContain(`<link rel="canonical" href="${publicUrl}${canonical}"`)
  }
})

test('a closed poll is described by its result, in counts if there are few votes', async () => {
  await using t = await start()
  const past = { published_at: new Date('2026-03-01T12:00:00Z'), closes_at: new Date('2026-03-09T12:00:00Z') }
  const closed = async (question: string, ...votes: number[]) => {
    const poll = await t.make.poll({ ...past, question })
    for (const [index, { id }] of poll.options.entries())
      await t.db
        .update(pollOptions)
        .set({ voteCount: votes[index] ?? 0 })
        .where(eq(pollOptions.id, id))
    const totalVotes = votes.reduce((sum, count) => sum + count, 0)
    await t.db
      .insert(pollTotals)
      .values({ pollId: poll.id, totalVotes })
      .onConflictDoUpdate({ target: pollTotals.pollId, set: { totalVotes } })
    return poll
  }
  const [few, many] = [await closed('Few?', 3, 1), await closed('Many?', 30, 10)]
  const [none, tie] = [await closed('None?'), await closed('Tie?', 20, 20)]
  const open = await t.make.poll({ question: 'Open?' })
  const description = async ({ id }: { id: number }) => meta(await t.html(`/polls/${id}`), 'description')

  const options = few.options.map(({ text }) => text)
  expect(await description(few)).toContain(
    `Few? Result: ${options[0]} 3 votes, ${options[1]} 1 vote. 4 members of WTPU chose to vote by Mar 9, 2026, 8 AM ET.`,
  )
  expect(await description(many)).toContain(
    `Many? Result: ${options[0]} 75%, ${options[1]} 25%. 40 members of WTPU chose to vote by`,
  )
  expect(await description(none)).toContain('None? Result: Yes 0 votes, No 0 votes. No one voted by')
  expect(await description(tie)).toContain(`Tie? Result: ${options[0]} 50%, ${options[1]} 50%.`)
  expect(await description(open)).toContain('Open? Vote on WTPU and watch the results move.')
  expect(meta(await t.html(`/polls/${many.id}`), 'og:image:alt')).toBe(
    `Many? Result: ${options[0]}: 30, ${options[1]}: 10. Members of WTPU choose to vote. They are not a sample of the public.`,
  )
})

test('a hashtag has a title of its own; it, posts and people are not for search engines, and name nobody', async () => {
  await using t = await start()
  const author = await t.make.user({ first_name: 'Ada', last_name: 'Lovelace' })
  const post = await t.make.post({ author })

  const hashtag = await t.html('/boiler-room/hashtag/cleanair')
  expect(hashtag).toContain('<title data-head>#cleanair | WTPU</title>')
  for (const html of [hashtag, await t.html(`/user/${author.id}`), await t.html(`/boiler-room?post=${post.id}`)]) {
    expect(meta(html, 'robots')).toBe('noindex')
    expect(html).not.toMatch(/Ada|Lovelace/)
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
  await using t = await startTestApp()
  const response = await t.app.inject('/manifest.webmanifest')
  const manifest = response.json<{ icons: { src: string; sizes: string; purpose?: string }[] }>()
  const images = manifest.icons.filter(({ sizes }) => sizes !== 'any')

  expect(images.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  expect(images.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of images) {
    const { width, height } = await sharp(path.join(folder, src)).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
})
