import { deleteDiscussion } from '@wtpu/contract/forums/discussions'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import { feedLinks } from './feeds.ts'

const publicUrl = 'https://wtpu.example'
type TestApp = Awaited<ReturnType<typeof startTestApp>>

const valuesOf = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`^ {4}<${tag}>(.*)</${tag}>$`, 'gm'))].map(([, text]) => text)
const entriesOf = (xml: string) => valuesOf(xml, 'id').map((id, index) => [id, valuesOf(xml, 'title')[index]])

async function read(t: TestApp, url: string) {
  const response = await t.app.inject(url)
  expect([url, response.statusCode, response.headers['content-type']]).toEqual([
    url,
    200,
    'application/atom+xml; charset=utf-8',
  ])
  return response.body
}

test('the feed of polls has the newest polls, which others can read as XML', async () => {
  await using t = await startTestApp({ publicUrl })
  const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12))
  const first = await t.make.poll({ question: 'First & <b>?', options: ['A & B', 'C'], published_at: at(1) })
  const second = await t.make.poll({ question: 'Second?', published_at: at(2), closes_at: at(9) })

  const xml = await read(t, '/feeds/polls.atom')

  expect(entriesOf(xml)).toEqual([
    [`${publicUrl}/results/${second.id}`, 'Second?'],
    [`${publicUrl}/results/${first.id}`, 'First &amp; &lt;b&gt;?'],
  ])
  expect(valuesOf(xml, 'updated')).toEqual(['2026-03-09T12:00:00+00:00', '2026-03-01T12:00:00+00:00'])
  expect(xml).toContain(
    '<summary>Open poll: A &amp; B / C. Members of WTPU choose to vote. They are not a sample of the public.',
  )
  expect(xml).toContain(`<link rel="self" type="application/atom+xml" href="${publicUrl}/feeds/polls.atom"/>`)
  expect(xml).toContain('  <updated>2026-03-09T12:00:00+00:00</updated>')
})

test('the feed of polls says which are sample data', async () => {
  await using t = await startTestApp({ publicUrl })
  const { id } = await t.make.poll({ question: 'Invented?', closes_at: new Date() })
  await t.make.poll({ question: 'Real?' })
  await t.db.update(polls).set({ isSample: true }).where(eq(polls.id, id))

  const summaries = valuesOf(await read(t, '/feeds/polls.atom'), 'summary')

  expect(new Set(summaries.map((text) => text?.split('.')[0]))).toEqual(
    new Set(['Open poll: Yes / No', 'Made up for this demo']),
  )
})

test('each official has a feed of the polls about them', async () => {
  await using t = await startTestApp({ publicUrl })
  const politician = await t.make.politician({ name: 'Ada Lovelace' })
  const about = await t.make.poll({ question: 'About Ada?', politician: politician.id })
  await t.make.poll({ question: 'About nobody?' })

  const xml = await read(t, `/feeds/politicians/${politician.id}.atom`)

  expect(xml).toContain('<title>Polls about Ada Lovelace on WTPU</title>')
  expect(entriesOf(xml)).toEqual([[`${publicUrl}/results/${about.id}`, 'About Ada?']])
  for (const file of [`${politician.id + 1}.atom`, '0.atom', '99999999999.atom', 'x.atom', `${politician.id}`]) {
    expect([file, (await t.app.inject(`/feeds/politicians/${file}`)).statusCode]).toEqual([file, 404])
  }
})

test('the feed of discussions has titles only', async () => {
  await using t = await startTestApp({ publicUrl })
  const ada = await t.make.user({ first_name: 'Ada', last_name: 'Secret' })
  // XML cannot contain U+FFFE and U+FFFF.
  const shown = await t.make.discussion({ author: ada, title: '\uFFFFSh\uFFFEown', description: 'Only for members' })

  const xml = await read(t, '/feeds/discussions.atom')

  expect(entriesOf(xml)).toEqual([[`${publicUrl}/forums/${shown.id}`, 'Shown']])
  expect(xml).not.toMatch(/Only for members|Secret/)
})

test('content leaves the feeds at once when it is removed or deleted', async () => {
  await using t = await startTestApp()
  const author = await t.make.user()
  const politician = (await t.make.politician()).id
  const poll = await t.make.poll({ politician })
  const [removed, deleted] = [await t.make.discussion({ author }), await t.make.discussion({ author })]
  const feeds = ['/feeds/polls.atom', `/feeds/politicians/${politician}.atom`, '/feeds/discussions.atom']
  const counts = () => Promise.all(feeds.map(async (feed) => entriesOf(await read(t, feed)).length))
  expect(await counts()).toEqual([1, 1, 2])

  await t.as(author).call(deleteDiscussion, { params: { id: deleted.id } })
  expect(await counts()).toEqual([1, 1, 1])
  await removeContent(t.app, { kind: 'discussion', id: removed.id }, { actor: 'Grace', reason: 'spam' })
  await removeContent(t.app, { kind: 'poll', id: poll.id }, { actor: 'Grace', reason: 'spam' })
  expect(await counts()).toEqual([0, 0, 0])
})

test('an empty feed is valid, and an unchanged one is not sent again', async () => {
  await using t = await startTestApp()
  const first = await t.app.inject('/feeds/polls.atom')
  expect(first.body).toMatch(/ {2}<updated>20\d\d-\d\d-\d\dT00:00:00Z<\/updated>/)
  const politician = await t.make.politician()
  const own = (await t.app.inject(`/feeds/politicians/${politician.id}.atom`)).body
  const [row] = await t.db.select().from(politicians)
  expect(new Date(/<updated>(.*?)<\/updated>/.exec(own)?.[1] ?? '').getTime()).toBeCloseTo(row!.createdAt.getTime(), -1)

  const headers = { 'if-none-match': String(first.headers['etag']) }
  const again = await t.app.inject({ url: '/feeds/polls.atom', headers })

  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each([
  ['/polls', {}, '/feeds/polls.atom'],
  ['/polls/$pollId', { pollId: '7' }, '/feeds/polls.atom'],
  ['/forums/activity', {}, '/feeds/discussions.atom'],
  ['/politicians/$politicianId', { politicianId: '3' }, '/feeds/politicians/3.atom'],
  ['/politicians/$politicianId', { politicianId: '"><script>' }, undefined],
  ['/politicians', {}, undefined],
  ['/about', {}, undefined],
])('the page %s has the right feed', (page, params, href) => {
  expect(feedLinks(page, params)[0]?.attributes['href']).toBe(href)
})
