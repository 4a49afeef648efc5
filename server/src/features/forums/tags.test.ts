import * as forums from '@wtpu/contract/forums/discussions'
import * as contract from '@wtpu/contract/forums/tags'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { attempts, users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { discussionTags, tags } from '#db/schema/forums.ts'
import { ago } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createTag } from './create-tag.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

const makeCitizen = (t: TestApp) => t.make.user({ created_at: ago('2 days') })

const create = (t: TestApp, user: Row, name: string) => t.as(user).call(contract.createTag, { body: { name } })

async function list(t: TestApp, user: Row, querystring: { q?: string; limit?: number } = {}): Promise<string[]> {
  const response = await t.as(user).call(contract.listTags, { querystring })
  expect(response.statusCode).toBe(200)
  return response.json().map(({ name }: contract.ListedTag) => name)
}

describe('listTags', () => {
  test('lists the most used tags', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    for (const [index, name] of ['rare', 'common', 'same', 'unused'].entries()) {
      await t.make.tag({ name, uses: [1, 9, 1, 0][index] })
    }
    await t.make.tag({ name: 'merged', merged_into: 1 })

    expect(await list(t, ada)).toEqual(['common', 'same', 'rare', 'unused'])
    expect(await list(t, ada, { limit: 1 })).toEqual(['common'])
    expect((await t.as(ada).call(contract.listTags, { querystring: { limit: 1 } })).json()).toEqual([
      { id: expect.any(Number), name: 'common', discussion_count: 9 },
    ])
  })

  test('finds tags by the starts of their words, the exact name first', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    for (const [name, count] of [
      ['Tax', 1],
      ['Taxes', 9],
      ['Income tax', 5],
      ['Syntax', 20],
      ['Élection', 2],
    ] as const) {
      await t.make.tag({ name, uses: count })
    }

    expect(await list(t, ada, { q: ' TAX' })).toEqual(['Tax', 'Taxes', 'Income tax'])
    expect(await list(t, ada, { q: 'tax', limit: 2 })).toEqual(['Tax', 'Taxes'])
    expect(await list(t, ada, { q: 'income t' })).toEqual(['Income tax'])
    expect(await list(t, ada, { q: 'elec' })).toEqual(['Élection'])
    expect(await list(t, ada, { q: '  ' })).toHaveLength(5)
    for (const q of ['%', '_', '\\', "'", '-', '🗽', '%25']) expect([q, await list(t, ada, { q })]).toEqual([q, []])
  })
})

describe('createTag', () => {
  test('creates a tag, or returns the one with the same slug', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await makeCitizen(t), await t.make.user()]

    const first = await create(t, ada, ' #Climate  change ')
    const again = await create(t, bob, 'climate-Change!')

    expect([first.statusCode, first.json()]).toEqual([201, { id: expect.any(Number), name: 'Climate change' }])
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(await list(t, ada)).toEqual(['Climate change'])
    expect(await t.db.select({ by: tags.createdBy }).from(tags)).toEqual([{ by: ada.id }])
  })

  test('creates one tag for many requests at the same time, and counts it once', async () => {
    await using t = await startTestApp()
    const people = await Promise.all(Array.from({ length: 10 }, () => makeCitizen(t)))

    const responses = await Promise.all(people.map((user) => create(t, user, 'Water')))

    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(9)
    expect(responses.filter((response) => response.statusCode === 201)).toHaveLength(1)
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
    const counted = await t.db.select({ times: attempts.times }).from(attempts)
    expect(counted.flatMap(({ times }) => times)).toHaveLength(1)
  })

  test('returns the tag that a tag was merged into', async () => {
    await using t = await startTestApp()
    const ada = await makeCitizen(t)
    const taxes = await t.make.tag({ name: 'Taxes' })
    await t.make.tag({ name: 'Tax', merged_into: taxes })

    expect((await create(t, ada, 'tax')).json()).toEqual({ id: taxes, name: 'Taxes' })
  })

  test.each([
    ['', 'A tag needs a letter or a digit.'],
    ['# --!', 'A tag needs a letter or a digit.'],
    ['x'.repeat(31), 'A tag can have at most 30 characters.'],
  ])('rejects the name %j', async (name, message) => {
    await using t = await startTestApp()

    const response = await create(t, await makeCitizen(t), name)

    expect([response.statusCode, response.json().fields]).toEqual([400, { name: [message] }])
  })

  test('accepts names in any script, up to 30 characters', async () => {
    await using t = await startTestApp()
    const ada = await makeCitizen(t)

    for (const name of ['水', '𝒳'.repeat(30), 'ﷺﷺﷺ', 'r&d']) expect((await create(t, ada, name)).statusCode).toBe(201)
    // Mathematical letters have the slug of plain ones.
    expect((await create(t, ada, 'x'.repeat(30))).statusCode).toBe(200)
  })

  test('is for accounts that are a day old, and for moderators', async () => {
    await using t = await startTestApp()
    const fresh = await t.make.user({ created_at: ago('23 hours') })
    const moderator = await t.make.user({ role: 'moderator' })

    const rejected = await create(t, fresh, 'Water')
    expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'too_new'])
    expect(rejected.json().detail).toContain('24 hours')
    expect((await create(t, moderator, 'Water')).statusCode).toBe(201)
    expect((await create(t, fresh, 'Water')).statusCode).toBe(200)
  })

  test('requires an active account, with a confirmed email if the site requires it', async () => {
    await using t = await startTestApp({ votesNeedConfirmedEmail: true })
    const [ada, bob] = [
      await makeCitizen(t),
      await t.make.user({ created_at: ago('2 days'), email_verified_at: ago('1 day') }),
    ]

    expect((await create(t, ada, 'Water')).json().code).toBe('email_not_confirmed')
    expect((await create(t, bob, 'Water')).statusCode).toBe(201)
    await t.db
      .update(users)
      .set({ blockedAt: sql`now()` })
      .where(eq(users.id, bob.id))
    expect((await create(t, bob, 'Air')).statusCode).toBe(401)
  })

  test('rejects an account that is blocked while it creates a tag', async () => {
    await using t = await startTestApp()
    const ada = await makeCitizen(t)
    const input = { userId: ada.id, confirmedOnly: false, name: 'Libraries' }
    const creating = await t.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${tags} in share mode`)
      const waiting = createTag(t.db, input).catch((error: unknown) => error)
      await expect
        .poll(() => t.db.execute(sql`select 1 from pg_locks where relation = 'tags'::regclass and not granted`))
        .toMatchObject({ rowCount: 1 })
      await tx
        .update(users)
        .set({ blockedAt: sql`now()` })
        .where(eq(users.id, ada.id))
      return { waiting }
    })

    expect(await creating.waiting).toMatchObject({ status: 401 })
    expect(await t.db.$count(tags)).toBe(0)
  })

  test('allows 10 new tags in 24 hours', async () => {
    await using t = await startTestApp()
    const ada = await makeCitizen(t)
    for (let count = 0; count < 10; count++) expect((await create(t, ada, `Tag ${count}`)).statusCode).toBe(201)

    const rejected = await create(t, ada, 'One more')

    expect([rejected.statusCode, rejected.json().detail]).toEqual([429, 'You can create at most 10 tags in 24 hours.'])
    expect((await create(t, ada, 'Tag 1')).statusCode).toBe(200)
  })
})

describe('mergeTags', () => {
  const merge = (t: TestApp, user: Row, id: number, into: number) =>
    t.as(user).call(contract.mergeTags, { params: { id }, body: { into } })

  async function start(t: TestApp, user: Row, ...tag_ids: number[]): Promise<forums.Discussion> {
    const body = { title: 'Title', description: 'Text', category: 'General', tag_ids }
    return (await t.as(user).call(forums.createDiscussion, { body })).json()
  }

  const readCounts = async (t: TestApp) =>
    (await t.db.select().from(tags).orderBy(tags.id)).map((tag) => [tag.name, tag.discussionCount])

  test('moves the discussions, without duplicates, and records it', async () => {
    await using t = await startTestApp()
    const grace = await t.make.user({ role: 'moderator', username: 'grace' })
    const [tax, taxes, other] = await t.make.tags('Tax', 'Taxes', 'Other')
    const [both, single] = [await start(t, grace, other, tax, taxes), await start(t, grace, tax)]

    const response = await merge(t, grace, tax, taxes)

    expect([response.statusCode, response.json()]).toEqual([200, { id: taxes, name: 'Taxes' }])
    expect(await readCounts(t)).toEqual([
      ['Tax', 0],
      ['Taxes', 2],
      ['Other', 1],
    ])
    const read = async ({ id }: Row) => (await t.as(grace).call(forums.getDiscussion, { params: { id } })).json().tags
    expect(await read(single)).toEqual([{ id: taxes, name: 'Taxes' }])
    expect(await read(both)).toEqual([
      { id: other, name: 'Other' },
      { id: taxes, name: 'Taxes' },
    ])
    expect(await list(t, grace)).toEqual(['Taxes', 'Other'])
    expect(await t.db.select().from(moderationActions)).toMatchObject([
      { actor: 'grace', actorId: grace.id, action: 'merge', subjectKind: 'tag', subjectId: tax, reason: 'Taxes' },
    ])
    expect((await merge(t, grace, tax, taxes)).json()).toEqual({ id: taxes, name: 'Taxes' })
    expect(await t.db.$count(moderationActions)).toBe(1)
  })

  test('follows earlier merges', async () => {
    await using t = await startTestApp()
    const grace = await t.make.user({ role: 'admin' })
    const [a, b, c, d] = await t.make.tags('a', 'b', 'c', 'd')
    await start(t, grace, a)
    await merge(t, grace, a, b)
    await merge(t, grace, b, c)
    expect((await create(t, grace, 'a')).json().id).toBe(c)

    expect((await merge(t, grace, d, a)).json().id).toBe(c)
    expect((await start(t, grace, a, b, d)).tags).toEqual([{ id: c, name: 'c' }])
    expect(await readCounts(t)).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 2],
      ['d', 0],
    ])
    expect((await merge(t, grace, c, a)).statusCode).toBe(400)
    expect((await merge(t, grace, a, await t.make.tag({ name: 'e' }))).statusCode).toBe(404)
  })

  test('is for moderators, and needs two tags', async () => {
    await using t = await startTestApp()
    const [ada, grace] = [await makeCitizen(t), await t.make.user({ role: 'moderator' })]
    const [tax, taxes] = await t.make.tags('Tax', 'Taxes')

    expect((await merge(t, ada, tax, taxes)).json().code).toBe('forbidden')
    expect((await merge(t, grace, tax, tax)).statusCode).toBe(400)
    expect((await merge(t, grace, tax, 4711)).statusCode).toBe(404)
    expect((await merge(t, grace, 4711, tax)).statusCode).toBe(404)
    expect(await t.db.$count(moderationActions)).toBe(0)
    expect(await t.db.$count(discussionTags, sql`true`)).toBe(0)
  })
})
