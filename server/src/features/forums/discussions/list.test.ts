import * as contract from '@wtpu/contract/forums/discussions'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reactions } from '#db/schema/community.ts'
import { discussions, discussionTags, forumCounters, tags } from '#db/schema/forums.ts'
import { ago } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Query = Record<string, string | number>
type Row = { id: number }

const hoursAgo = (hours: number) => ago(`${hours} hours`)

async function listPage(t: TestApp, user: Row, querystring: Query): Promise<contract.DiscussionPage> {
  const reply = await t.as(user).call(contract.listDiscussions, { querystring })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return reply.json()
}

/** The ids of all pages. */
async function walk(t: TestApp, user: Row, query: Query): Promise<number[]> {
  const ids: number[] = []
  let next: string | null | undefined
  do {
    const page = await listPage(t, user, next ? { ...query, cursor: next } : query)
    ids.push(...page.results.map(({ id }) => id))
    next = page.next
  } while (next)
  return ids
}

describe('listDiscussions', () => {
  test('returns an array of the first 20 without page parameters', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    for (let count = 0; count < 22; count++) await t.make.discussion({ author: ada })

    const reply = await t.as(ada).call(contract.listDiscussions, { querystring: {} })

    expect(reply.json()).toHaveLength(20)
    expect(reply.headers['etag']).toBeDefined()
  })

  test('shows an excerpt, the author, the category and the tags in their order', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user({ first_name: 'Ada', last_name: 'Moss', username: 'ada' })
    const description = `${'🗽'.repeat(300)} and more`
    const discussion = await t.make.discussion({ author: ada, title: 'Trains', description, category: 'Defence' })
    const [first, second] = await t.make.tags('late', 'early')
    await t.db.insert(discussionTags).values([
      { discussionId: discussion.id, tagId: first, position: 1 },
      { discussionId: discussion.id, tagId: second, position: 0 },
    ])

    const [listed] = (await listPage(t, ada, { limit: 5 })).results

    expect(listed).toMatchObject({
      title: 'Trains',
      description: '🗽'.repeat(300),
      category: 'Defence',
      category_id: discussion.category_id,
      user: ada.id,
      user_name: 'Ada Moss',
      author: { id: ada.id, name: 'Ada Moss', avatar: null, username: 'ada' },
      trending: false,
      tags: [
        { id: second, name: 'early' },
        { id: first, name: 'late' },
      ],
    })
    expect(listed).not.toHaveProperty('user_has_liked')
  })

  test.each([
    ['latest', sql`updated_at desc, id desc`],
    ['popular', sql`comment_count + view_count desc, id desc`],
    ['replies', sql`comment_count desc, id desc`],
    ['views', sql`view_count desc, id desc`],
    ['oldest', sql`id`],
  ])('sorts by %s; pages neither skip nor repeat discussions with equal keys', async (sort, order) => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const category = async (index: number) =>
      t.make.discussion({ author: ada, category: index % 2 ? 'Economy' : 'General', created_at: hoursAgo(index % 3) })
    for (let index = 0; index < 12; index++) await category(index)
    const tag = await t.make.tag({ name: 'all', on: await t.db.select({ id: discussions.id }).from(discussions) })
    await t.db.execute(sql`update discussions set comment_count = id % 3, view_count = id % 4,
      updated_at = date_trunc('hour', updated_at) + interval '1 microsecond' * (id % 2)`)
    const expected = async (where: ReturnType<typeof sql>) => {
      const { rows } = await t.db.execute<Row>(sql`select id from discussions where ${where} order by ${order}`)
      return rows.map(({ id }) => id)
    }

    const all = await expected(sql`true`)
    expect(await walk(t, ada, { sort, limit: 5 })).toEqual(all)
    expect(await walk(t, ada, { sort, limit: 1 })).toEqual(all)
    expect(await walk(t, ada, { sort, limit: 5, tag })).toEqual(all)
    const inEconomy = await expected(sql`category_id = (select id from categories where name = 'Economy')`)
    expect(await walk(t, ada, { sort, limit: 4, category: 'economy' })).toEqual(inEconomy)
    // A popular tag is found by walking the index of the order.
    await t.db.update(tags).set({ discussionCount: 1_000_000 })
    expect(await walk(t, ada, { sort, limit: 5, tag })).toEqual(all)
    expect(await walk(t, ada, { sort, limit: 4, category: 'Economy', tag })).toEqual(inEconomy)
  })

  test('sorts by latest activity by default', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const [commented, newest] = [
      await t.make.discussion({ author: ada, created_at: hoursAgo(3) }),
      await t.make.discussion({ author: ada, created_at: hoursAgo(2) }),
    ]
    await t.make.forumComment({ discussion: commented, author: ada, created_at: hoursAgo(1) })

    expect(await walk(t, ada, { limit: 5 })).toEqual([commented.id, newest.id])
  })

  test('counts from the counters, on the first page only', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const [first, second] = [await t.make.discussion({ author: ada }), await t.make.discussion({ author: ada })]
    await t.make.discussion({ author: ada, category: 'Defence' })
    const tag = await t.make.tag({ name: 'two', on: [first, second] })
    const count = async (query: Query) => (await listPage(t, ada, { limit: 1, ...query })).count

    expect(await count({})).toBe(3)
    expect(await count({ category: 'Defense' })).toBe(1)
    expect(await count({ category: first.category_id })).toBe(2)
    expect(await count({ category: 'Economy' })).toBe(0)
    expect(await count({ tag })).toBe(2)
    expect(await count({ tag, category: 'General' })).toBe(2)
    expect(await count({ tag, category: 'Defence' })).toBe(0)
    expect(await count({ filter: 'trending' })).toBe(0)
    const { next } = await listPage(t, ada, { limit: 1 })
    expect(await listPage(t, ada, { limit: 1, cursor: next! })).not.toHaveProperty('count')
  })

  test('lists nothing for an unknown category or tag, and follows a merged tag', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada })
    const tag = await t.make.tag({ name: 'taxes', on: [discussion] })
    const merged = await t.make.tag({ name: 'tax', merged_into: tag })

    expect(await listPage(t, ada, { limit: 5, category: 'Sports' })).toEqual({ results: [], next: null, count: 0 })
    expect(await listPage(t, ada, { limit: 5, tag: 4711 })).toEqual({ results: [], next: null, count: 0 })
    expect((await t.as(ada).call(contract.listDiscussions, { querystring: { tag: 4711 } })).json()).toEqual([])
    expect(await walk(t, ada, { limit: 5, tag: merged })).toEqual([discussion.id])
    expect(await walk(t, ada, { limit: 5, category: '  ' })).toEqual([discussion.id])
  })

  test('rejects cursors of another sort order', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const cursor = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url')

    for (const [sort, keys] of [
      ['latest', ['yesterday', 1]],
      ['latest', [1]],
      ['oldest', ['1']],
      ['popular', [2_147_483_648, 1]],
      ['views', [null, null]],
    ] as const) {
      const querystring = { sort, cursor: cursor(keys) }
      const reply = await t.as(ada).call(contract.listDiscussions, { querystring })
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_cursor'])
    }
    const reply = await t.as(ada).call(contract.listDiscussions, { querystring: { sort: 'best' } } as never)
    expect(reply.statusCode).toBe(400)
  })

  test('one query reads a page, whatever its length', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    for (let count = 0; count < 6; count++) await t.make.discussion({ author: ada })
    await listPage(t, ada, { limit: 1 })
    const queriesOf = async (limit: number) => {
      const queries: string[] = []
      const { query } = t.pool
      t.pool.query = ((...args: Parameters<typeof query>) => {
        queries.push(JSON.stringify(args[0]))
        return query.apply(t.pool, args)
      }) as typeof query
      await listPage(t, ada, { limit, sort: 'oldest' })
      t.pool.query = query
      return queries.length
    }

    const few = await queriesOf(2)
    expect(few).toBeGreaterThan(0)
    expect(await queriesOf(6)).toBe(few)
  })

  test('shows other people’s discussions after a few seconds, and own ones at once', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    expect((await listPage(t, ada, { limit: 5 })).results).toEqual([])

    const body = { title: 'One', description: 'Text', category: 'General' }
    const started = await t.as(ada).call(contract.createDiscussion, { body })

    expect(await walk(t, ada, { limit: 5 })).toEqual([started.json().id])
    expect((await listPage(t, ada, { limit: 5 })).count).toBe(1)
  })
})

describe('trending', () => {
  async function like(t: TestApp, { id }: Row, by: Row[], createdAt = hoursAgo(0)) {
    for (const user of by) {
      await t.db.insert(reactions).values({ discussionId: id, userId: user.id, value: 1, createdAt })
    }
  }

  test('needs a score of 3: two for each comment, one for each like, in 48 hours', async () => {
    await using t = await startTestApp()
    const people = [await t.make.user(), await t.make.user(), await t.make.user()]
    const ada = people[0]!
    const names = [
      'comment and like',
      'two comments',
      'three likes',
      'two likes',
      'one comment',
      'old',
      'deleted',
    ] as const
    const made = new Map<string, Row & { category_id: number }>()
    for (const name of names) made.set(name, await t.make.discussion({ author: ada, title: name }))
    const get = (name: (typeof names)[number]) => made.get(name)!
    const comment = (name: (typeof names)[number], created_at = hoursAgo(47)) =>
      t.make.forumComment({ discussion: get(name), author: ada, created_at })
    await comment('comment and like')
    await like(t, get('comment and like'), [ada], hoursAgo(47))
    await comment('two comments')
    await comment('two comments')
    await like(t, get('three likes'), people)
    await like(t, get('two likes'), people.slice(1))
    await like(t, get('two likes'), [ada], hoursAgo(49))
    await comment('one comment')
    for (const hours of [49, 50, 51]) await comment('old', hoursAgo(hours))
    const gone = [await comment('deleted'), await comment('deleted')]
    await t.db.execute(sql`update comments set deleted_at = now() where id = ${gone[0]!.id}`)

    const page = await listPage(t, ada, { filter: 'trending', limit: 10 })

    expect(page.results.map(({ title }) => title).toSorted()).toEqual([
      'comment and like',
      'three likes',
      'two comments',
    ])
    expect(page.count).toBe(3)
    expect(page.results.every(({ trending }) => trending)).toBe(true)
    const all = await listPage(t, ada, { limit: 10 })
    expect(all.results.filter(({ trending }) => trending)).toHaveLength(3)
    expect(await walk(t, ada, { filter: 'trending', sort: 'oldest', limit: 2 })).toEqual(
      page.results.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    expect(await walk(t, ada, { filter: 'trending', category: 'Economy', limit: 2 })).toEqual([])
  })

  test('shows the 10 with the highest score', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const made = []
    for (let count = 0; count < 12; count++) made.push(await t.make.discussion({ author: ada }))
    for (const [index, discussion] of made.entries()) {
      for (let count = 0; count < (index < 2 ? 2 : 3); count++) await t.make.forumComment({ discussion, author: ada })
    }

    const ids = await walk(t, ada, { filter: 'trending', limit: 20, sort: 'oldest' })

    expect(ids).toEqual(made.slice(2).map(({ id }) => id))
  })

  test('shows no discussion that was deleted in the meantime', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada })
    for (let count = 0; count < 2; count++) await t.make.forumComment({ discussion, author: ada })
    expect(await walk(t, ada, { filter: 'trending', limit: 20 })).toEqual([discussion.id])

    await t.as(ada).call(contract.deleteDiscussion, { params: { id: discussion.id } })

    expect(await listPage(t, ada, { filter: 'trending', limit: 20 })).toEqual({ results: [], next: null, count: 0 })
    expect(await t.db.select({ comments: sql`sum(comments)::int` }).from(forumCounters)).toEqual([{ comments: 0 }])
  })
})
