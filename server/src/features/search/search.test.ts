import { listPosts } from '@wtpu/contract/boiler-room/posts'
import { listDiscussions } from '@wtpu/contract/forums/discussions'
import { listPoliticians } from '@wtpu/contract/politicians'
import { listPolls } from '@wtpu/contract/polls/polls'
import { listRollCalls } from '@wtpu/contract/roll-calls'
import { searchSite, type SearchKind, type SearchResponse, type SnippetPart } from '@wtpu/contract/site/search'
import { hasOnlyStopWords, stopWords } from '@wtpu/contract/site/on-demand/stop-words'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { addTitleWords } from '#search/words.ts'
import { startTestApp } from '#testing/test-app.ts'

const confirmed = { email_verified_at: new Date() }
const marked = (parts: SnippetPart[] = []) => parts.map(({ text, match }) => (match ? `[${text}]` : text)).join('')

async function startSite() {
  const t = await startTestApp()
  const viewer = await t.make.user({ first_name: 'View', last_name: 'Er', username: 'viewer' })
  const search = async (q: string, more: { kind?: SearchKind; cursor?: string } = {}): Promise<SearchResponse> => {
    t.app.cache.invalidate('/')
    const response = await t.as(viewer).call(searchSite, { querystring: { q, ...more } })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  return { t, viewer, search, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('finds every kind of content, with the words marked', async () => {
  await using site = await startSite()
  const { t, search } = site
  const author = await t.make.user({ first_name: 'Ann', last_name: 'Bridges', username: 'ann', ...confirmed })
  const official = await t.make.politician({ name: 'Jeff Bridges', office: 'Gov', party: 'D', state: 'OH' })
  const poll = await t.make.poll({ question: 'Repair the bridge?', description: 'Two bridges are old.' })
  const discussion = await t.make.discussion({ author, title: 'Bridges', description: 'Which **bridge** first?' })
  const post = await t.make.post({ author, text: 'Stuck on the bridge #Traffic' })
  const comment = await t.make.forumComment({ discussion, author, text: 'Not [that bridge](https://a.gov)!' })
  await t.db.insert(comments).values({ postId: post.id, userId: author.id, text: 'What bridge?' })
  await t.db.insert(comments).values({ politicianId: official.id, userId: author.id, text: 'You burned a bridge.' })

  const found = await search('bridges')

  expect(found.officials).toMatchObject({ count: 1, next: null })
  expect(found.officials?.results.map(({ name, ...facts }) => ({ ...facts, name: marked(name) }))).toEqual([
    { id: official.id, name: 'Jeff [Bridges]', office: 'Gov', party: 'D', state: 'OH', image: null },
  ])
  expect(found.polls?.results).toMatchObject([
    { id: poll.id, category: 'General', is_closed: false, total_votes: 0, reveal: 'always', results_hidden: false },
  ])
  expect(marked(found.polls?.results[0]?.title)).toBe('Repair the [bridge]?')
  expect(marked(found.polls?.results[0]?.snippet)).toBe('Two [bridges] are old.')
  expect(found.discussions?.results).toMatchObject([
    { id: discussion.id, num_comments: 1, author: { name: 'Ann Bridges' } },
  ])
  expect(marked(found.discussions?.results[0]?.title)).toBe('[Bridges]')
  expect(marked(found.discussions?.results[0]?.snippet)).toBe('Which [bridge] first?')
  expect(found.posts?.results.map((result) => [result.id, marked(result.snippet)])).toEqual([
    [post.id, 'Stuck on the [bridge] #Traffic'],
  ])
  expect(found.comments?.results.map((result) => [marked(result.snippet), result.on])).toEqual([
    ['You burned a [bridge].', { kind: 'politician', id: official.id, title: 'Jeff Bridges' }],
    ['What [bridge]?', { kind: 'post', id: post.id, title: 'Ann Bridges' }],
    [
      'Not [that bridge]!'.replace('[that bridge]', 'that [bridge]'),
      { kind: 'discussion', id: discussion.id, title: 'Bridges' },
    ],
  ])
  expect(found.comments?.results[2]?.id).toBe(comment.id)
  expect(found.people?.results.map((result) => [marked(result.name), marked(result.username)])).toEqual([
    ['Ann [Bridges]', 'ann'],
  ])
  expect(found).not.toHaveProperty('corrected')
})

test.each([
  ['Đặng Thùy', 'dang thuy'],
  ['Łukasz Bjørn', 'lukasz bjorn'],
  ['Strauß Æthelred', 'STRAUSS aethelred'],
  ['Dang Bjorn', 'Đặng Bjørn'],
  ['王 小明', '王小明'],
  ['王小明', '王 小明'],
  ['王小明', '小明'],
  ['김 민수', '김민수'],
  ['김민수', '김 민수'],
  ['やまだ ガク', 'やまだガク'],
  ['नमस्ते राम', 'नमस्ते'],
  ['مُحَمَّد علي', 'محمد'],
])('finds %s by "%s", in names and in texts', async (written, q) => {
  await using site = await startSite()
  const { t, search, viewer } = site
  await t.make.politician({ name: written })
  const [first_name = '', last_name = ''] = written.split(' ')
  await t.make.user({ first_name, last_name, ...confirmed })
  await t.make.discussion({ author: viewer, title: `About ${written}.` })

  const { officials, people, discussions: found } = await search(q)

  expect([officials, people, found].map((group) => group?.count)).toEqual([1, 1, 1])
})

test.each<[content: string, query: string, shown: string]>([
  ['infra\u00ADstructure', 'infrastructure', '[infrastructure]'],
  ['infrastructure', 'infra\u00ADstructure', '[infrastructure]'],
  ['infra\u200Bstructure', 'infra\u2060structure', '[infrastructure]'],
  // A joiner may choose the shape of letters, so that it is shown.
  ['Auf\u200Clage', 'auflage', 'Auf\u200Clage'],
])('%j is found by %j in every kind of search', async (word, query, shown) => {
  await using site = await startSite()
  const { t, viewer } = site
  const author = await t.make.user({ first_name: 'Ann', last_name: word, ...confirmed })
  const official = await t.make.politician({ name: `Jo ${word}` })
  const poll = await t.make.poll({ question: `More ${word}?`, description: `On ${word} it depends.` })
  const discussion = await t.make.discussion({ author: viewer, title: `Our ${word}` })
  const post = await t.make.post({ author: viewer, text: `Our ${word}` })
  const commented = await t.make.discussion({ author: viewer })
  await t.make.forumComment({ discussion: commented, author: viewer, text: word })
  const rollCall = await t.make.rollCall({ description: `Our ${word}` })

  const found = await site.search(query)
  const counts = (['officials', 'polls', 'discussions', 'posts', 'comments', 'people'] as const).map(
    (kind) => found[kind]?.results.length,
  )
  expect(counts).toEqual([1, 1, 1, 1, 1, 1])
  expect(marked(found.polls?.results[0]?.title)).toBe(`More ${shown}?`)
  const lists = [
    t.as(viewer).call(listPolls, { querystring: { q: query, limit: 5 } }),
    t.as(viewer).call(listDiscussions, { querystring: { q: query, limit: 5 } }),
    t.as(viewer).call(listPosts, { querystring: { q: query, limit: 5 } }),
    t.as(viewer).call(listPoliticians, { querystring: { search: query, limit: 5 } }),
    t.as(viewer).call(listRollCalls, { querystring: { q: query, limit: 5 } }),
  ]
  const ids = (await Promise.all(lists)).map((list) => list.json().results.map(({ id }: { id: number }) => id))
  // Comments find their discussion, too.
  expect(ids).toEqual([[poll.id], [discussion.id, commented.id], [post.id], [official.id], [rollCall.id]])
  expect(author.id).toBe(found.people?.results[0]?.id)
})

test.each(['the', 'The of', 'th\u00ADe', 'will', '?'])('%j alone finds no text of any kind', async (q) => {
  await using site = await startSite()
  const { t, viewer } = site
  await t.make.poll({ question: 'The bridge or the ferry?' })
  await t.make.discussion({ author: viewer, title: 'The bridge of the town' })
  await t.make.post({ author: viewer, text: 'The bridge will open' })
  await t.make.rollCall({ description: 'On the bridge' })

  const found = await site.search(q)
  expect([found.polls, found.discussions, found.posts, found.comments].map((group) => group?.count)).toEqual([
    0, 0, 0, 0,
  ])
  const lists = await Promise.all([
    t.as(viewer).call(listPolls, { querystring: { q, limit: 5 } }),
    t.as(viewer).call(listDiscussions, { querystring: { q, limit: 5 } }),
    t.as(viewer).call(listPosts, { querystring: { q, limit: 5 } }),
    t.as(viewer).call(listRollCalls, { querystring: { q, limit: 5 } }),
  ])
  expect(lists.map((list) => list.json().results)).toEqual([[], [], [], []])
})

test('characters that were written together are together in the text', async () => {
  await using site = await startSite()
  const { t, search, viewer } = site
  await t.make.discussion({ author: viewer, title: '我们的教育很好' })
  await t.make.discussion({ author: viewer, title: '育人不是教书' })

  const count = async (q: string) => (await search(q)).discussions?.count

  expect(await Promise.all(['教育', '教 育', '"教育', '好 -教育'].map(count))).toEqual([1, 2, 1, 0])
})

test('the pages know the words that the database leaves out', async () => {
  await using site = await startSite()
  const isKnown = async (word: string) => {
    const { rows } = await site.t.db.execute<{ known: boolean }>(
      sql`select to_tsvector('english', ${word}) = ''::tsvector as known`,
    )
    return rows[0]?.known
  }

  expect(await isKnown(stopWords.join(' '))).toBe(true)
  for (const text of ['the of', 'don’t', 'thé', 'us', 'would', 'vote the', '?']) {
    const plain = text.normalize('NFKD').replace(/\p{M}/gu, '')
    expect(hasOnlyStopWords(text), text).toBe(text !== '?' && (await isKnown(plain)))
  }
})

test('visitors find polls and officials only', async () => {
  await using site = await startSite()
  const { t, viewer } = site
  await t.make.poll({ question: 'Repair the bridge?' })
  await t.make.discussion({ author: viewer, title: 'Bridges' })
  const asVisitor = (querystring: object, headers?: Record<string, string>) =>
    t.call(searchSite, { querystring }, headers)

  // The member's response is cached first. The visitor must not get it.
  expect((await t.as(viewer).call(searchSite, { querystring: { q: 'bridge' } })).json().discussions.count).toBe(1)
  const response = await asVisitor({ q: 'bridge' })

  expect(Object.keys(response.json()).toSorted()).toEqual(['officials', 'polls'])
  expect(response.json().polls.count).toBe(1)
  expect((await t.as(viewer).call(searchSite, { querystring: { q: 'bridge' } })).json().discussions.count).toBe(1)
  expect((await asVisitor({ q: 'bridge', kind: 'polls' })).json().polls.count).toBe(1)
  for (const kind of ['discussions', 'posts', 'comments', 'people']) {
    expect((await asVisitor({ q: 'bridge', kind })).statusCode, kind).toBe(401)
  }
  expect((await asVisitor({ q: 'bridge' }, { authorization: 'Bearer expired' })).statusCode).toBe(401)
})

describe('ranks', () => {
  test('the whole title, its start, its words, the text, then by popularity', async () => {
    await using site = await startSite()
    const { t, viewer: author, search } = site
    const start = (title: string, description?: string) => t.make.discussion({ author, title, description })
    await start('About school lunch')
    const popular = await start('The school lunch')
    await start('Food', 'A school lunch for all')
    await start('School lunch for all')
    await start('School Lunch')
    await t.db.update(discussions).set({ viewCount: 9 }).where(eq(discussions.id, popular.id))

    const { discussions: found } = await search('school lunch')

    expect(found?.results.map((result) => marked(result.title).replace(/[[\]]/g, ''))).toEqual([
      'School Lunch',
      'School lunch for all',
      'The school lunch',
      'About school lunch',
      'Food',
    ])
  })

  test('people by whole name, start and followers, with accents and usernames', async () => {
    await using site = await startSite()
    const { t, search } = site
    const user = (first_name: string, last_name: string, username: string) =>
      t.make.user({ first_name, last_name, username, ...confirmed })
    await user('Ana', 'María', 'am')
    await user('Maria', 'Luján', 'zoe.l')
    const followed = await user('Rosa', "O'Maria-Lopez", 'rosa')
    await user('María', '', 'other')
    await t.db.update(users).set({ followersCount: 7 }).where(eq(users.id, followed.id))
    const names = async (q: string) => (await search(q)).people?.results.map((result) => marked(result.name))

    expect(await names('maria')).toEqual(['[María]', '[Maria] Luján', "Rosa O'[Maria]-Lopez", 'Ana [María]'])
    expect(await names('lujan maria')).toEqual(['[Maria] [Luján]'])
    expect(await names('lopez -rosa')).toEqual([])
    expect(await names('ZOE.')).toEqual(['Maria Luján'])
    expect(marked((await search('@zoe.l')).people?.results[0]?.username)).toBe('[zoe.l]')
    expect(await names('rosa or ana')).toEqual(["[Rosa] O'Maria-Lopez", '[Ana] María'])
  })

  test('officials by name, then by ratings, and finds them by office and state', async () => {
    await using site = await startSite()
    const { t, search, viewer } = site
    await t.make.politician({ name: 'Ada York', state: 'OH', office: 'Gov' })
    const rated = await t.make.politician({ name: 'Bo Smith', state: 'NY' })
    await t.make.politician({ name: 'Will Smith', state: 'TX' })
    await t.make.politician({ name: 'Old Smith', state: 'TX', retired_at: new Date() })
    await t.make.rating({ politician: rated, user: viewer })
    const names = async (q: string) => (await search(q)).officials?.results.map((result) => marked(result.name))

    expect(await names('smith')).toEqual(['Bo [Smith]', 'Will [Smith]'])
    expect(await names('will')).toEqual(['[Will] Smith'])
    expect(await names('york')).toEqual(['Ada [York]', 'Bo Smith'])
    expect(await names('the governor of ohio')).toEqual(['Ada York'])
    expect(await names('smith -texas')).toEqual(['Bo [Smith]'])
  })
})

test('pages of one kind continue the ranking', async () => {
  await using site = await startSite()
  const { t, viewer, search } = site
  await t.db.execute(sql`insert into discussions (user_id, title, description, category_id)
    select ${viewer.id}, 'Tax ' || n, 'Text', 1 from generate_series(1, 45) n`)
  await t.db.execute(sql`insert into users (username, email, email_verified_at, first_name)
    select 'tax' || n, 'u' || n || '@a.gov', now(), 'Some' from generate_series(1, 120) n`)

  const all = await search('tax')
  expect([all.discussions?.count, all.discussions?.results.length, all.discussions?.next]).toEqual([45, 5, null])
  expect(all.people?.count).toBe(100)

  const titles: string[] = []
  let page = await search('tax', { kind: 'discussions' })
  expect(Object.keys(page).toSorted()).toEqual(['discussions'])
  for (;;) {
    titles.push(...(page.discussions?.results ?? []).map(({ title }) => marked(title)))
    const next = page.discussions?.next
    if (!next) break
    page = await search('tax', { kind: 'discussions', cursor: next })
  }
  expect(titles).toHaveLength(45)
  expect(new Set(titles).size).toBe(45)
})

describe('typos', () => {
  test('in titles are corrected if nothing is found', async () => {
    await using site = await startSite()
    const { t, search, viewer } = site
    await t.make.poll({ question: 'Immigration reform?' })
    await addTitleWords(t.db, 'Immigration reform?')
    await t.make.post({ author: viewer, text: 'Immigration again' })

    const found = await search('imigration')

    expect(found.corrected).toBe('immigration')
    expect([found.polls?.count, found.posts?.count]).toEqual([1, 1])
    expect(await search('imigration', { kind: 'posts' })).toMatchObject({
      corrected: 'immigration',
      posts: { count: 1 },
    })
  })

  test('in names find similar ones', async () => {
    await using site = await startSite()
    const { t, search } = site
    await t.make.politician({ name: 'Chuck Schumer' })
    await t.make.user({ first_name: 'Gretchen', last_name: 'Whitmer', ...confirmed })

    expect((await search('shumer')).officials?.count).toBe(1)
    expect((await search('gretchen witmer')).people?.count).toBe(1)
    // A name that only starts alike is another name.
    expect((await search('scherzer')).officials?.count).toBe(0)
    expect((await search('zzyzxq')).people?.count).toBe(0)
  })
})
