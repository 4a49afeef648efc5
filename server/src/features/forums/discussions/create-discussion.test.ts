import * as contract from '@wtpu/contract/forums/discussions'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { attempts, users } from '#db/schema/accounts.ts'
import { discussions, forumCounters, tags, titleWords } from '#db/schema/forums.ts'
import { categories } from '#db/schema/polls.ts'
import { ago } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createDiscussion } from './create-discussion.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Body = { [Field in keyof contract.Discussion]?: unknown } & Record<string, unknown>

const valid = { title: 'Fund the county libraries', description: 'They are **full**.', category: 'Education' }

async function start(t: TestApp, user: { id: number }, body: Body) {
  return t.as(user).call(contract.createDiscussion, { body } as never)
}

describe('createDiscussion', () => {
  test('stores the discussion and returns it as its author sees it', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user({ first_name: 'Ada', last_name: 'Moss', username: 'ada' })
    const [books, taxes] = [await t.make.tag({ name: 'Books' }), await t.make.tag({ name: 'Taxes' })]

    const reply = await start(t, ada, { ...valid, title: '  Fund the\nlibraries ', tag_ids: [taxes, books, taxes] })

    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      title: 'Fund the libraries',
      description: 'They are **full**.',
      category: 'Education',
      user: ada.id,
      user_name: 'Ada Moss',
      user_avatar: null,
      author: { id: ada.id, name: 'Ada Moss', avatar: null, username: 'ada' },
      edited_at: null,
      num_comments: 0,
      views: 0,
      like_count: 0,
      trending: false,
      is_locked: false,
      tags: [
        { id: taxes, name: 'Taxes' },
        { id: books, name: 'Books' },
      ],
      user_has_liked: false,
      last_visit_at: null,
      can_moderate: false,
      removed_comments: [],
    })
    expect(reply.json().updated_at).toBe(reply.json().created_at)
    expect(await t.db.select({ uses: tags.discussionCount }).from(tags)).toEqual([{ uses: 1 }, { uses: 1 }])
    expect(await t.db.select({ count: forumCounters.discussions }).from(forumCounters)).toEqual([{ count: 1 }])
    const words = await t.db.select().from(titleWords)
    expect(words.map(({ word }) => word).toSorted()).toEqual(['fund', 'libraries', 'the'])
  })

  test('keeps the indentation of code in the description', async () => {
    await using t = await startTestApp()
    const description = '    first\n\nA list:\n- one\n  - two\n\n```\nif (x) {\n    y()\n\n\n}\n```\n> quote  \nend'

    const reply = await start(t, await t.make.user(), { ...valid, description: `\n${description}\n\n` })

    expect(reply.json().description).toBe(description)
  })

  test('accepts the category by id or name, and "Defense" for "Defence"', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()

    const replies = [
      await start(t, ada, { ...valid, category: ' defense ' }),
      await start(t, ada, { ...valid, category: 1 }),
      await start(t, await t.make.user(), { ...valid, category: '1' }),
      await start(t, await t.make.user(), { ...valid, category: 'healthCARE' }),
    ]

    expect(replies[0]!.json().category).toBe('Defence')
    expect(replies[1]!.json().category).toBe(replies[2]!.json().category)
    expect(replies[3]!.json().category).toBe('Healthcare')
  })

  test('accepts the name of a category as the database folds its letters', async () => {
    await using t = await startTestApp()
    await t.db.insert(categories).values({ name: 'İzmir', position: 100 })

    const reply = await start(t, await t.make.user(), { ...valid, category: 'İZMİR' })

    expect(reply.json().category).toBe('İzmir')
  })

  test('reports all invalid fields at once', async () => {
    await using t = await startTestApp()

    const reply = await start(t, await t.make.user(), { title: ' \u200B ', tag_ids: [1, 2, 3, 4, 5, 6] })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'invalid',
      fields: {
        title: ['A title is required.'],
        description: ['A description is required.'],
        category: ['A category is required.'],
        tag_ids: ['At most 5 tags are possible.'],
      },
    })
  })

  test.each([
    ['title', 'x'.repeat(201), 'A title can have at most 200 characters.'],
    ['description', 'x'.repeat(20_001), 'A description can have at most 20,000 characters.'],
    ['category', 'Sports', 'A category is required.'],
    ['category', 4711, 'A category is required.'],
    ['tag_ids', [4711], 'One of the tags does not exist.'],
  ])('rejects an invalid %s', async (field, value, message) => {
    await using t = await startTestApp()

    const reply = await start(t, await t.make.user(), { ...valid, [field]: value })

    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: [message] }])
    expect(await t.db.$count(discussions)).toBe(0)
    expect(await t.db.select({ times: attempts.times }).from(attempts)).not.toContainEqual({
      times: [expect.anything()],
    })
  })

  test('counts lengths in characters as people see them', async () => {
    await using t = await startTestApp()

    const reply = await start(t, await t.make.user(), {
      ...valid,
      title: '👨‍👩‍👧‍👦'.repeat(200),
      description: 'e\u0301'.repeat(20_000),
    })
    const tooLong = await start(t, await t.make.user(), { ...valid, title: 'e\u0301'.repeat(201) })

    expect(reply.statusCode).toBe(201)
    expect(tooLong.json().fields).toEqual({ title: ['A title can have at most 200 characters.'] })
  })

  test.each([
    ['a lone surrogate', '{"title":"x\\ud800","description":"y","category":1}'],
    ['NUL', '{"title":"x","description":"a\\u0000b","category":1}'],
    ['another type', '{"title":["x"],"description":"y","category":1}'],
    ['no category', '{"title":"x","description":"y","category":null}'],
    ['a tag that is not an id', '{"title":"x","description":"y","category":1,"tag_ids":[0.5]}'],
    ['a idempotency key that is not a UUID', '{"title":"x","description":"y","category":1,"idempotency_key":"1"}'],
    ['truncated JSON', '{"title":'],
  ])('rejects %s with 400', async (_name, payload) => {
    await using t = await startTestApp()
    const authorization = await t.as(await t.make.user()).authorization()

    const reply = await t.app.inject({
      method: 'POST',
      url: contract.createDiscussion.url,
      headers: { authorization, 'content-type': 'application/json' },
      payload,
    })

    expect(reply.statusCode).toBe(400)
    expect(await t.db.$count(discussions)).toBe(0)
  })

  test('uses the tag that a tag was merged into', async () => {
    await using t = await startTestApp()
    const taxes = await t.make.tag({ name: 'Taxes' })
    const tax = await t.make.tag({ name: 'Tax', merged_into: taxes })

    const reply = await start(t, await t.make.user(), { ...valid, tag_ids: [tax, taxes] })

    expect(reply.json().tags).toEqual([{ id: taxes, name: 'Taxes' }])
  })

  test('starts one discussion for one idempotency key, even for 20 requests at the same time', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const body = { ...valid, idempotency_key: '0b8f6f1e-3c0e-4a55-9b7b-2f4f6f0d8f11' }

    const replies = await Promise.all(Array.from({ length: 20 }, () => start(t, ada, body)))
    const other = await start(t, await t.make.user(), body)

    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.json().id}`)).size).toBe(1)
    expect(replies[0]!.statusCode).toBe(201)
    expect(other.json().id).not.toBe(replies[0]!.json().id)
    expect(await t.db.$count(discussions)).toBe(2)
    const [counted] = await t.db
      .select()
      .from(attempts)
      .where(eq(attempts.key, `discussion ${ada.id}`))
    expect(counted!.times).toHaveLength(1)
  })

  test('returns the last discussion of the day to all requests with its key', async () => {
    await using t = await startTestApp()
    const { id: userId } = await t.make.user()
    const times = sql`array(select now() - make_interval(hours => n) from generate_series(1, 19) n)`
    await t.db.execute(sql`
      insert into attempts (key, times, expires_at) values (${`discussion ${userId}`}, ${times}, now() + interval '1 day')`)
    const input = { ...valid, userId, confirmedOnly: false, idempotency_key: '0b8f6f1e-3c0e-4a55-9b7b-2f4f6f0d8f11' }

    const started = await Promise.all(Array.from({ length: 8 }, () => createDiscussion(t.db, input)))

    expect(new Set(started.map(({ id }) => id)).size).toBe(1)
  })

  test('requires an active account, with a confirmed email if the site requires it', async () => {
    await using t = await startTestApp({ votesNeedConfirmedEmail: true })
    const [ada, bob] = [await t.make.user(), await t.make.user({ email_verified_at: ago('1 day') })]

    const unconfirmed = await start(t, ada, valid)
    expect([unconfirmed.statusCode, unconfirmed.json().code]).toEqual([403, 'email_not_confirmed'])
    expect((await start(t, bob, valid)).statusCode).toBe(201)
    await t.db
      .update(users)
      .set({ blockedAt: sql`now()` })
      .where(eq(users.id, bob.id))
    expect((await start(t, bob, valid)).statusCode).toBe(401)
  })

  test('allows 20 discussions in 24 hours', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const now = sql`array(select now() - make_interval(hours => n) from generate_series(1, 19) n)`
    await t.db.execute(sql`
      insert into attempts (key, times, expires_at) values (${`discussion ${ada.id}`}, ${now}, now() + interval '1 day')`)

    const replies = [await start(t, ada, valid), await start(t, ada, valid)]

    expect(replies.map((reply) => reply.statusCode)).toEqual([201, 429])
    expect(replies[1]!.json().detail).toBe('You can start at most 20 discussions in 24 hours.')
    expect(Number(replies[1]!.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('allows 30 writes a minute', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    for (let count = 0; count < 30; count++) await start(t, ada, {})

    expect((await start(t, ada, valid)).statusCode).toBe(429)
  })
})
