import * as contract from '@wtpu/contract/politicians'
import { getRatingHistory } from '@wtpu/contract/rating-history'
import type { Politician } from '@wtpu/contract/politicians'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { comments } from '#db/schema/community.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
const list = async (t: TestApp, querystring = {}) =>
  (await t.call(contract.listPoliticians, { querystring })).json<Politician[]>()
const names = async (t: TestApp, querystring = {}) => (await list(t, querystring)).map(({ name }) => name)

describe('ratePolitician', () => {
  test('counts the rating and returns the official', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user({ state: 'OH' })
    const politician = await t.make.politician()

    const response = await t
      .as(citizen)
      .call(contract.ratePolitician, { params: { id: politician.id }, body: { type: 'good' } })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ good_job_count: 1, bad_job_count: 0, total_rating: 1 })
    expect(await t.db.select().from(politicianRatings)).toMatchObject([{ type: 'good', state: 'OH' }])
  })

  test('counts a hundred concurrent clicks by one user once', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const politician = await t.make.politician()

    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        t.as(citizen).call(contract.ratePolitician, {
          params: { id: politician.id },
          body: { type: index % 2 ? 'good' : 'bad' },
        }),
      ),
    )

    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    expect(await t.db.$count(politicianRatings)).toBe(1)
    expect((await list(t))[0]?.total_rating).toBe(1)
  })

  test('rejects a second rating with "already rated" in detail and message', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const politician = await t.make.politician()
    const rate = (type: 'good' | 'bad') =>
      t.as(citizen).call(contract.ratePolitician, { params: { id: politician.id }, body: { type } })
    await rate('good')

    const response = await rate('bad')

    expect(response.statusCode).toBe(409)
    expect(response.json().detail).toContain('already rated')
    expect(response.json().message).toContain('already rated')
  })

  test('the repetition of a rating returns what is stored', async () => {
    await using t = await startTestApp()
    const [citizen, { id }] = [await t.make.user(), await t.make.politician()]
    const rate = async (type: 'good' | 'bad', is_repetition?: boolean) =>
      t.as(citizen).call(contract.ratePolitician, { params: { id }, body: { type, is_repetition } })
    const first = await rate('good')

    const again = await rate('good', true)
    const others = [await rate('bad', true), await rate('good')]

    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(again.json()).toMatchObject({ good_job_count: 1, total_rating: 1 })
    expect(others.map((response) => response.json().code)).toEqual(['already_rated', 'already_rated'])
  })

  test('rejects deleted users, unknown rating types, and unknown and retired officials', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const politician = await t.make.politician()
    const retired = await t.make.politician({ retired_at: new Date() })
    const rate = (id: number, type = 'good') =>
      t.as(citizen).call(contract.ratePolitician, { params: { id }, body: { type: type as 'good' } })

    expect((await rate(politician.id, 'great')).statusCode).toBe(400)
    expect((await rate(999_999)).statusCode).toBe(404)
    expect((await rate(retired.id)).json()).toMatchObject({ code: 'retired' })
    const deleted = await t.make.user()
    await t.as(deleted).authorization()
    await t.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deleted.id))
    expect(
      (await t.as(deleted).call(contract.ratePolitician, { params: { id: politician.id }, body: { type: 'good' } }))
        .statusCode,
    ).toBe(401)
    expect(await t.db.$count(politicianRatings)).toBe(0)
  })
})

describe('listPoliticians', () => {
  test.each([
    ['schumer', 'by last name'],
    ['shumer', 'despite a typo'],
    ['new york senator', 'by state and office'],
    ['NY', 'by state code'],
    ['ny democrat', 'by code and party'],
    ['CHUCK sch', 'by parts of the name, ignoring case'],
  ])('finds "%s" %s', async (search) => {
    await using t = await startTestApp()
    await t.make.politician({ name: 'Chuck Schumer', state: 'NY', office: 'Sen', party: 'D' })
    await t.make.politician({ name: 'Johnny Bunyan', state: 'TX', office: 'Rep', party: 'R' })
    await t.make.politician({ name: 'Ana York', state: 'NM', office: 'Gov', party: 'D' })

    expect(await names(t, { search })).toEqual(['Chuck Schumer'])
  })

  test('search ignores accents', async () => {
    await using t = await startTestApp()
    await t.make.politician({ name: 'Ben Ray Luján' })

    expect(await names(t, { search: 'lujan' })).toEqual(['Ben Ray Luján'])
    expect(await names(t, { search: 'LUJÁN' })).toEqual(['Ben Ray Luján'])
  })

  test('search treats SQL wildcards as plain text', async () => {
    await using t = await startTestApp()
    await t.make.politician({ name: 'Ana Rivera' })

    expect(await names(t, { search: 'riv%ra' })).toEqual([])
    expect(await names(t, { search: "'; drop table politicians; --" })).toEqual([])
    expect(await names(t, { search: '%_' })).toEqual([])
  })

  test('filters by state (code, name or number), party and office (code or name), and ignores blanks', async () => {
    await using t = await startTestApp()
    await t.make.politician({ name: 'Ana Alaska', state: 'AK', office: 'Sen', party: 'I' })
    await t.make.politician({ name: 'Bo Texas', state: 'TX', office: 'Gov', party: 'R' })

    expect(await names(t, { state: 'ak' })).toEqual(['Ana Alaska'])
    expect(await names(t, { state: 'Alaska' })).toEqual(['Ana Alaska'])
    expect(await names(t, { state: '2' })).toEqual(['Ana Alaska'])
    expect(await names(t, { party: 'Republican' })).toEqual(['Bo Texas'])
    expect(await names(t, { office: 'Gov' })).toEqual(['Bo Texas'])
    expect(await names(t, { state: 'Atlantis' })).toEqual([])
    expect(await names(t, { search: ' ', state: '', party: '', office: '' })).toEqual(['Ana Alaska', 'Bo Texas'])
  })

  test('lists trending officials first, then by last name across pages, without retired ones', async () => {
    await using t = await startTestApp()
    for (const name of ['Ana Young', 'Bo Adams', 'Cy Miller', 'Di Miller']) await t.make.politician({ name })
    await t.make.politician({ name: 'Ed Former', retired_at: new Date() })
    const trending = await t.make.politician({ name: 'Zoe Zander' })
    const citizens = await Promise.all(Array.from({ length: 5 }, () => t.make.user()))
    for (const user of citizens) await t.make.rating({ politician: trending, user, type: 'good' })

    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const response = await t.call(contract.listPoliticians, { querystring: { limit: 2, ...(cursor && { cursor }) } })
      const page = response.json()
      expect(page).toMatchObject({ count: 5, total: 5 })
      seen.push(...page.results.map((result: Politician) => result.name))
      cursor = page.next
    } while (cursor)

    expect(seen).toEqual(['Zoe Zander', 'Bo Adams', 'Cy Miller', 'Di Miller', 'Ana Young'])
  })

  test('returns the number of matches and the total', async () => {
    await using t = await startTestApp()
    await t.make.politician({ state: 'AK' })
    await t.make.politician({ state: 'TX' })

    const page = (await t.call(contract.listPoliticians, { querystring: { state: 'AK', limit: 10 } })).json()

    expect(page).toMatchObject({ count: 1, total: 2, next: null })
  })

  test('an official whom at least five people rate in a day is trending, not one who is the matter of a few', async () => {
    await using t = await startTestApp()
    const [four, five] = [await t.make.politician({ name: 'A Four' }), await t.make.politician({ name: 'B Five' })]
    const citizens = await Promise.all(Array.from({ length: 5 }, () => t.make.user()))
    for (const user of citizens) await t.make.rating({ politician: five, user })
    for (const user of citizens.slice(0, 4)) await t.make.rating({ politician: four, user })
    const [loud] = citizens
    const wall = Array.from({ length: 5 }, () => ({ politicianId: four.id, userId: loud!.id, text: 'Again' }))
    await t.db.insert(comments).values(wall)

    expect((await list(t)).map((politician) => [politician.name, politician.is_trending])).toEqual([
      ['B Five', true],
      ['A Four', false],
    ])
  })
})

test('profiles are public, also of retired officials; an unknown id is 404', async () => {
  await using t = await startTestApp()
  const retired = await t.make.politician({
    name: 'Ed Former',
    retired_at: new Date(),
    email: 'https://example.org/contact',
  })

  expect((await t.call(contract.getPolitician, { params: { id: retired.id } })).json()).toMatchObject({
    name: 'Ed Former',
    email: 'https://example.org/contact',
    retired: true,
  })
  expect((await t.call(contract.getPolitician, { params: { id: 4711 } })).statusCode).toBe(404)
  expect((await t.app.inject('/api/politicians/x/')).statusCode).toBe(400)
  expect((await t.app.inject('/api/politicians/99999999999/')).statusCode).toBe(400)
})

test.each([
  ['jo ann', 'Jo Ann'],
  ['ann', 'Ann'],
  ['an', 'Ann'],
  ['Mary', 'Mary Ann'],
  ['İLHAN', 'İlhan Öz'],
  ['ilhan ÖZ', 'İlhan Öz'],
  ['jo_ann', undefined],
  ['%', undefined],
])('the name %s finds %s: an exact match, or the first alphabetically', async (name, found) => {
  await using t = await startTestApp()
  await t.make.politician({ name: 'An Old One', retired_at: new Date() })
  for (const stored of ['Mary Ann', 'Jo Ann', 'Ann', 'İlhan Öz']) await t.make.politician({ name: stored })

  const response = await t.call(contract.findPoliticianByName, { querystring: { name } })

  expect(response.statusCode).toBe(found ? 200 : 404)
  expect(response.json().name).toBe(found)
})

test('filter options contain only values in use, states before territories', async () => {
  await using t = await startTestApp()
  await t.make.politician({ state: 'PR', party: 'I', office: 'Rep' })
  await t.make.politician({ state: 'WY', party: 'R', office: 'Gov' })
  await t.make.politician({ state: 'AL', party: 'R', office: 'Gov' })

  expect((await t.call(contract.listFilterOptions, {})).json()).toEqual({
    states: [
      { code: 'AL', name: 'Alabama' },
      { code: 'WY', name: 'Wyoming' },
      { code: 'PR', name: 'Puerto Rico' },
    ],
    parties: [
      { code: 'R', name: 'Republican' },
      { code: 'I', name: 'Independent' },
    ],
    offices: [
      { code: 'Rep', name: 'Representative' },
      { code: 'Gov', name: 'Governor' },
    ],
  })
})

test('my-ratings returns only the ratings of the viewer', async () => {
  await using t = await startTestApp()
  const [rater, other] = [await t.make.user(), await t.make.user()]
  const politician = await t.make.politician()
  await t.make.rating({ politician, user: rater, type: 'bad' })

  expect((await t.as(rater).call(contract.listMyRatings, {})).json()).toEqual([
    { politician: politician.id, type: 'bad', undo_until: expect.any(String) },
  ])
  expect((await t.as(other).call(contract.listMyRatings, {})).json()).toEqual([])
  expect(await t.db.$count(politicians)).toBe(1)
})

test('the history of ratings has the first one, the last 90 days, and quarters with at least 30 ratings', async () => {
  await using t = await startTestApp({ siteTimeZone: 'America/New_York' })
  const politician = await t.make.politician()
  const rate = async (count: number, type: 'good' | 'bad', createdAt: Date) => {
    for (let index = 0; index < count; index++)
      await t.make.rating({ politician, user: await t.make.user(), type, created_at: createdAt })
  }
  const year = new Date().getUTCFullYear() - 1
  // 11 in the evening of the last day of March in New York.
  await rate(20, 'good', new Date(`${year}-04-01T03:00:00Z`))
  await rate(10, 'bad', new Date(`${year}-02-03T12:00:00Z`))
  await rate(29, 'good', new Date(`${year}-05-01T12:00:00Z`))
  // The last 90 days end with the last week, and are counted in tens.
  const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000)
  await rate(11, 'bad', weeksAgo(2))
  await rate(11, 'good', weeksAgo(2))
  await rate(7, 'good', weeksAgo(15))
  await rate(7, 'bad', new Date())

  const history = (await t.call(getRatingHistory, { params: politician })).json()

  expect(history).toMatchObject({
    since: `${year}-02-01T12:00:00+00:00`,
    last_90_days: { good: 10, bad: 10 },
    quarters: [{ begins: `${year}-01-01T05:00:00+00:00`, good: 20, bad: 10 }],
    time_zone: 'America/New_York',
  })
  expect((await t.call(getRatingHistory, { params: { id: 4711 } })).statusCode).toBe(404)
})
