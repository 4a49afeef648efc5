import { listDiscussions, type DiscussionSort } from '@wtpu/contract/forums/discussions'
import type { SnippetPart } from '@wtpu/contract/site/search'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { comments } from '#db/schema/community.ts'
import { discussions, titleWords } from '#db/schema/forums.ts'
import { titleWordsOf } from '#search/words.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { orders } from './list.ts'
import { type Scope, searchDiscussions } from './search.ts'

type Row = { id: number; category_id: number }

async function startForum() {
  const t = await startTestDatabase()
  const author = await t.make.user()
  return {
    t,
    author,
    start: async (title: string, description = 'What do you think?', category = 'General') => {
      await t.db
        .insert(titleWords)
        .values(titleWordsOf(title).map((word) => ({ word })))
        .onConflictDoNothing()
      return t.make.discussion({ author, title, description, category })
    },
    comment: (discussion: Row, text: string) => t.make.forumComment({ discussion, author, text }),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

type Within = Omit<Scope, 'muterId'>

const search = (t: TestDatabase, q: string, more: Within & { cursor?: string; limit?: number } = {}) =>
  searchDiscussions(t.db, { limit: 20, muterId: 0, ...more, q })
const titles = async (t: TestDatabase, q: string, more: Within = {}) =>
  (await search(t, q, more)).results.map((result) => result.title)
const marked = (snippet: SnippetPart[] = []) => snippet.map(({ text, match }) => (match ? `[${text}]` : text)).join('')

test('ranks titles over descriptions over comments, and links the comment that matched', async () => {
  await using forum = await startForum()
  const { t, start, comment } = forum
  const commented = await start('A question')
  const { id } = await comment(commented, 'Cut the **taxes** on homes, see [this](https://www.congress.gov).')
  await comment(commented, 'Nothing to add.')
  await start('Where the money goes', 'Some of the tax goes to roads.')
  await start('Tax day', 'Tell us.')

  const page = await search(t, 'taxes')

  expect(page).toMatchObject({ next: null, count: 3 })
  expect(page.results.map((result) => [result.title, marked(result.snippet), result.matched_comment])).toEqual([
    ['Tax day', '[Tax] day', undefined],
    ['Where the money goes', 'Some of the [tax] goes to roads.', undefined],
    ['A question', 'Cut the [taxes] on homes, see this.', id],
  ])
  expect(page).not.toHaveProperty('corrected')
})

test('lists a discussion once, by its best place, and the newest of equal ones first', async () => {
  await using forum = await startForum()
  const { t, start, comment } = forum
  const old = await start('Tax day')
  await comment(old, 'tax')
  await start('Tax year')
  for (const text of ['tax and tax', 'tax']) await comment(old, text)

  expect(await titles(t, 'tax')).toEqual(['Tax day', 'Tax year'])
})

describe('understands', () => {
  test.each([
    ['phrases', '"public school"', ['A public school']],
    ['an open phrase', '"public school', ['A public school']],
    ['all words', 'public school', ['A public school', 'School for the public']],
    ['excluded words', 'school -public', ['School lunch']],
    ['excluded phrases', 'public -"public school"', ['School for the public']],
    ['alternatives', 'lunch or "public school"', ['School lunch', 'A public school']],
    ['only excluded words', '-school', ['Bridges']],
    ['stop words', 'the school of lunch', ['School lunch']],
    ['the start of the last word', 'lunch scho', ['School lunch']],
    ['a start that is longer than the stem', 'bridge', ['Bridges']],
    ['a finished word', 'scho lunch', []],
    ['another form', 'bridged', ['Bridges']],
  ])('%s: %s', async (_name, q, found) => {
    await using forum = await startForum()
    const { t, start } = forum
    for (const title of ['Bridges', 'A public school', 'School for the public', 'School lunch']) await start(title)

    expect(await titles(t, q)).toEqual(found)
  })

  test('the start of a word whose stem is shorter', async () => {
    await using forum = await startForum()
    await forum.start('Education for everyone')
    for (const q of ['e', 'edu', 'educati', 'education', 'educated']) {
      expect(await titles(forum.t, q), q).toEqual(['Education for everyone'])
    }
  })
})

test('finds comments behind many newer ones of a removed discussion', async () => {
  await using forum = await startForum()
  const { t, author } = forum
  await forum.comment(await forum.start('Roads'), 'bridges')
  const removed = await forum.start('Spam')
  await t.db.execute(sql`insert into ${comments} (discussion_id, user_id, text)
    select ${removed.id}, ${author.id}, 'bridges' from generate_series(1, 300)`)
  await t.db
    .update(discussions)
    .set({ removedAt: sql`now()`, removalReason: 'spam' })
    .where(eq(discussions.id, removed.id))

  expect(await titles(t, 'bridges')).toEqual(['Roads'])
})

// More than a description can have, so that PostgreSQL's parser would be stopped by the statement timeout.
test.each(['a_', '<!-- a', 'a-1-'])('finds words next to 60,000 characters of %j', async (part) => {
  await using forum = await startForum()
  const text = part.repeat(Math.floor(60_000 / part.length))
  const { id } = await forum.start('Taxes', `${text} bridges`)
  await forum.comment(await forum.start('Other'), `${text} bridges`)

  const { results } = await search(forum.t, 'bridges')

  expect(results.map((result) => result.title)).toEqual(['Taxes', 'Other'])
  expect(results[0]!.id).toBe(id)
})

test('finds names with underscores, and what is written like HTML', async () => {
  await using forum = await startForum()
  await forum.start('Data', 'See tax_roll_2026.csv and <b>bridges</b> <!-- lunch')

  for (const q of ['tax_roll_2026.csv', 'tax roll', 'bridges', 'lunch']) {
    expect(await titles(forum.t, q), q).toEqual(['Data'])
  }
})

describe('typos in titles', () => {
  test.each([
    ['imigration', 'immigration'],
    ['tehcnology', 'technology'],
    ['the goverment spending', 'the government spending'],
    ['scool Lunch', 'school Lunch'],
    ['"goverment" spending', undefined],
  ])('%s', async (q, corrected) => {
    await using forum = await startForum()
    for (const title of ['Immigration', 'Technology', 'Government spending', 'School lunch']) await forum.start(title)

    const page = await search(forum.t, q)

    expect(page.corrected).toBe(corrected)
    expect(page.results).toHaveLength(corrected === undefined ? 0 : 1)
  })

  test('match the most similar word, and a word that is found is not corrected', async () => {
    await using forum = await startForum()
    const { t, start } = forum
    await start('Fish farms')
    await start('Fist bumps')
    await start('Other', 'A filibustr is spelled so here.')
    await start('Filibuster')

    expect(await search(t, 'fisk')).toMatchObject({ corrected: 'fish' })
    expect(await titles(t, 'fisk')).toEqual(['Fish farms'])
    expect(await titles(t, 'filibustr')).toEqual(['Other'])
    expect((await search(t, 'zzyzxq')).results).toEqual([])
  })
})

test('"Defense" finds "Defence", and the name of a category finds its discussions', async () => {
  await using forum = await startForum()
  const { t, start, comment } = forum
  await start('Ships', 'How many?', 'Defence')
  await start('Costs of ships', 'Too high?', 'General')
  const more = await start('Planes', 'How many?', 'Defence')
  await start('The national defence')
  await comment(more, 'What about ships?')

  expect(await titles(t, 'Defense')).toEqual(['The national defence', 'Planes', 'Ships'])
  expect(await titles(t, 'defence ships')).toEqual(['Ships'])
  expect(await titles(t, 'defense -planes')).toEqual(['The national defence', 'Ships'])
})

test('filters by category, tag and ids, in every order', async () => {
  await using forum = await startForum()
  const { t, start, comment } = forum
  const [first, second] = [await start('Tax one'), await start('Tax two', 'Text', 'Economy')]
  const third = await start('Three')
  await comment(third, 'tax')
  await comment(first, 'more')
  await t.db.update(discussions).set({ viewCount: 9 }).where(eq(discussions.id, second.id))
  const tagId = await t.make.tag({ name: 'Money', on: [first, third] })

  expect(await titles(t, 'tax', { categoryId: second.category_id })).toEqual(['Tax two'])
  expect(await titles(t, 'tax', { tagId })).toEqual(['Tax one', 'Three'])
  expect(await titles(t, 'tax', { ids: [second.id, third.id] })).toEqual(['Tax two', 'Three'])
  const ordered = (sort: DiscussionSort) => titles(t, 'tax', { order: orders[sort].by })
  expect(await ordered('latest')).toEqual(['Tax one', 'Three', 'Tax two'])
  expect(await ordered('oldest')).toEqual(['Tax one', 'Tax two', 'Three'])
  expect(await ordered('popular')).toEqual(['Tax two', 'Three', 'Tax one'])
  expect(await ordered('replies')).toEqual(['Three', 'Tax one', 'Tax two'])
  expect(await ordered('views')).toEqual(['Tax two', 'Three', 'Tax one'])
})

test('lists the matches in pages and counts up to a hundred', async () => {
  await using forum = await startForum()
  const { t, author } = forum
  await t.db.execute(sql`insert into discussions (user_id, title, description, category_id, created_at, updated_at)
    select ${author.id}, 'Tax ' || n, 'Text', 1, now(), now() - interval '1 minute' * n from generate_series(1, 120) n`)

  const found: string[] = []
  let page = await search(t, 'tax', { limit: 50 })
  expect(page.count).toBe(100)
  for (;;) {
    found.push(...page.results.map((result) => result.title))
    if (page.next === null) break
    page = await search(t, 'tax', { limit: 50, cursor: page.next })
    expect(page).not.toHaveProperty('count')
  }

  expect(found).toEqual(Array.from({ length: 120 }, (_, index) => `Tax ${index + 1}`))
})

test('looks for a common word in the first rows of the list only, and for a rare word everywhere', async () => {
  await using forum = await startForum()
  const { t, author } = forum
  await t.db.execute(sql`insert into discussions (user_id, title, description, category_id, created_at, updated_at)
    select ${author.id}, 'Tax ' || n, case n when 6000 then 'Zebra' else 'Text' end, 1, now(), now() - interval '1 minute' * n
    from generate_series(1, 6000) n`)
  await t.db.execute(sql`insert into discussions (user_id, title, description, category_id, updated_at)
    select ${author.id}, 'Ship ' || n, 'Text', 1, now() + interval '1 minute' from generate_series(1, 1900) n`)
  await t.db.execute(sql`analyze discussions`)
  const all = async (q: string, more: Within = {}) => {
    const first = await search(t, q, { ...more, limit: 100 })
    return [
      ...first.results,
      ...(first.next ? (await search(t, q, { ...more, limit: 100, cursor: first.next })).results : []),
    ]
  }

  expect((await all('tax')).map(({ title }) => title)).toEqual(Array.from({ length: 100 }, (_, n) => `Tax ${n + 1}`))
  expect((await all('tax', { order: orders.oldest.by })).slice(0, 2).map(({ title }) => title)).toEqual([
    'Tax 1',
    'Tax 2',
  ])
  expect(await all('tax', { order: orders.oldest.by })).toHaveLength(200)
  expect((await all('tax zebra')).map(({ title }) => title)).toEqual(['Tax 6000'])
})

test('shows the match of a long text, without Markdown', async () => {
  await using forum = await startForum()
  const { t, start } = forum
  const filler = 'Nothing to see here. '.repeat(300)
  await start('Long', `${filler}\n\n> The **public** *policies* of the [county](https://a.gov)\n- one\n\n${filler}`)

  const [result] = (await search(t, 'policy')).results

  expect(marked(result?.snippet)).toContain('The public [policies] of the county')
  expect(marked(result?.snippet).length).toBeLessThan(400)
})

test('works within the list and its filters', async () => {
  await using t = await startTestApp()
  const author = await t.make.user()
  const discussion = await t.make.discussion({ author, title: 'Ships', category: 'Defence' })
  await t.make.discussion({ author, title: 'Ships', category: 'Economy' })
  for (let count = 0; count < 2; count++) await t.make.forumComment({ author, discussion })
  const list = (querystring: object) => t.as(author).call(listDiscussions, { querystring })

  expect((await list({ q: 'ship' })).json()).toMatchObject({ count: 2, next: null })
  expect((await list({ q: 'ship', category: 'Defense' })).json()).toMatchObject({
    results: [{ id: discussion.id, snippet: [{ text: 'Ships', match: true }], trending: true, num_comments: 2 }],
  })
  expect((await list({ q: 'ship', filter: 'trending' })).json().results).toHaveLength(1)
  expect((await list({ q: 'ship', category: 'Nowhere' })).json()).toEqual({ results: [], next: null, count: 0 })
  const invalid = [{ q: 'a\0b' }, { q: 'x'.repeat(201) }, { q: 'ship', cursor: 'x' }, { q: 'ship', limit: 0 }]
  const responses = await Promise.all(invalid.map(list))
  expect(responses.map((response) => response.statusCode)).toEqual([400, 400, 400, 400])
})

test.each([
  ['quotes', '"'.repeat(200)],
  ['operators', '& | ! <-> ( ) :* '.repeat(12).slice(0, 200)],
  ['a query of tsquery syntax', `'a' & !('b' | 'c':*AB) <2> d:*`],
  ['minus signs', '-'.repeat(200)],
  ['only "or"', 'or or OR or'],
  ['stop words', 'the of and '],
  ['punctuation', '?!.,;…¿'],
  ['emoji', '🗳️🇺🇸👩‍👩‍👧'],
  ['backslashes and quotes', `\\' "\\" '' \\\\ $$ %_ \\0`],
  ['markup', '<b>tax</b> &amp; <script>'],
  ['one long word', 'x'.repeat(200)],
  ['many words', 'tax '.repeat(50)],
  ['many unknown words', 'taxx goverment imigration tehcnology scool '.repeat(4)],
  ['addresses', 'https://www.congress.gov/a?b=c me@a.gov -1.5e10 /usr/bin'],
  ['other scripts', 'налог 税金 ضريبة áéí'],
  ['one letter', 't'],
  ['letters without a plain form', 'ǅ ß ﬁ İ'],
])('answers a query of %s', async (_name, q) => {
  await using forum = await startForum()
  for (const title of ['Taxes', 'Government', 'Immigration', 'Technology']) await forum.start(title)

  const page = await search(forum.t, q)

  expect(page.results.length).toBeLessThanOrEqual(4)
  expect(page.next).toBeNull()
})
