import { searchMaxLength, searchSite } from '@wtpu/contract/site/search'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addTitleWords } from '#search/words.ts'
import { limits } from '#http/limits/rate-limit.ts'
import { startTestApp } from '#testing/test-app.ts'

test.each([
  ['nothing', ''],
  ['white space', '   '],
  ['one letter', 't'],
  ['only stop words', 'the of and '],
  ['quotes', '"'.repeat(200)],
  ['an open phrase', '"tax day'],
  ['operators', '& | ! <-> ( ) :* '.repeat(12).slice(0, 200)],
  ['tsquery syntax', `'a' & !('b' | 'c':*AB) <2> d:*`],
  ['only excluded words', '-tax -"day"'],
  ['minus signs', '-'.repeat(200)],
  ['only "or"', 'or or OR or'],
  ['punctuation', '?!.,;…¿'],
  ['wildcards', '%_%\\'],
  ['control characters', 'tax\u0001\u0002\u0003\u0007\u001b[31m\u007f\u0085'],
  ['directions and joiners', '\u202etax\u200b\u2066\ufeff'],
  ['emoji', '🗳️🇺🇸👩‍👩‍👧'],
  ['markup', '<b>tax</b> <!-- <script>'],
  ['long runs', 'a_'.repeat(100)],
  ['one long word', 'x'.repeat(200)],
  ['many words', 'tax '.repeat(50)],
  ['many unknown words', 'taxx goverment imigration tehcnology scool '.repeat(4)],
  ['regular expressions', '(a+)+$ [[:alpha:]]{1,9}\\m.*'],
  ['other scripts', 'налог 税金 ضريبة áéí İ ß ﬁ'],
])('answers a query of %s', async (_name, q) => {
  await using t = await startTestApp()
  const viewer = await t.make.user({ email_verified_at: new Date() })
  await t.make.discussion({ author: viewer, title: 'Tax day', description: 'a_'.repeat(9_000) })
  await t.make.politician({ name: 'Tax Collector' })
  await addTitleWords(t.db, 'Tax day government immigration technology school')

  for (const kind of [undefined, 'discussions', 'people'] as const) {
    const response = await t.as(viewer).call(searchSite, { querystring: { q, ...(kind && { kind }) } })
    expect(response.statusCode, response.body).toBe(200)
  }
  const visitor = await t.call(searchSite, { querystring: { q } })
  expect(visitor.statusCode).toBe(200)
})

test('rejects invalid queries with the field that is wrong', async () => {
  await using t = await startTestApp()
  const viewer = await t.make.user()
  const invalid: [string, object][] = [
    ['q', { q: 'x'.repeat(searchMaxLength + 1) }],
    ['kind', { q: 'tax', kind: 'mails' }],
    ['cursor', { q: 'tax', kind: 'polls', cursor: 'x' }],
    ['cursor', { q: 'tax', cursor: 'WzIwXQ' }],
  ]
  for (const [field, querystring] of invalid) {
    const response = await t.as(viewer).call(searchSite, { querystring })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
  }
  expect((await t.as(viewer).call(searchSite, { querystring: { q: 'a\0b' } })).statusCode).toBe(400)
  expect((await t.as(viewer).call(searchSite, { querystring: {} })).json().polls.count).toBe(0)
})

test('limits searches per user and per network', async () => {
  await using t = await startTestApp()
  const [viewer, other] = [await t.make.user(), await t.make.user()]
  const search = { querystring: { q: 'tax' } }
  const { max } = limits.searchesPerUser
  for (let count = 0; count < max; count++) {
    await t.as(viewer).call(searchSite, search)
    await t.call(searchSite, search)
  }

  const responses = [await t.as(viewer).call(searchSite, search), await t.call(searchSite, search)]

  expect(responses.map((response) => [response.statusCode, Number(response.headers['retry-after']) > 0])).toEqual([
    [429, true],
    [429, true],
  ])
  expect((await t.as(other).call(searchSite, search)).statusCode).toBe(200)
})

test('looks for common words in the newest rows only, and for rare ones everywhere', async () => {
  await using t = await startTestApp()
  const viewer = await t.make.user()
  await t.db.execute(sql`insert into posts (user_id, text)
    select ${viewer.id}, 'Tax ' || case n when 1 then 'zebra' else '' end from generate_series(1, 6000) n`)
  await t.db.execute(sql`insert into posts (user_id, text)
    select ${viewer.id}, 'Ship' from generate_series(1, 1990) n`)
  await t.db.execute(sql`insert into users (username, email, email_verified_at, first_name, followers_count)
    select 'p' || n, 'p' || n || '@a.gov', now(), case when n > 3000 then 'Bo' else 'Citizen' end, 6000 - n
    from generate_series(1, 6000) n`)
  await t.db.execute(sql`analyze posts, users`)
  const count = async (q: string, kind: 'posts' | 'people') =>
    (await t.as(viewer).call(searchSite, { querystring: { q, kind } })).json()[kind].count

  expect(await count('tax', 'posts')).toBe(10)
  expect(await count('tax zebra', 'posts')).toBe(1)
  expect(await count('citizen', 'people')).toBe(100)
})
