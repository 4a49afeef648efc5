import * as contract from '@wtpu/contract/forums/discussions'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { discussions, discussionVisits } from '#db/schema/forums.ts'
import { startTestApp } from '#testing/test-app.ts'
import { isDue, visitWriter, sweepVisits } from './visits.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

async function open(t: TestApp, user: Row, { id }: Row, userAgent = 'Mozilla/5.0'): Promise<contract.Discussion> {
  const reply = await t.app.inject({
    url: `/api/forums/discussions/${id}/`,
    headers: { authorization: await t.as(user).authorization(), 'user-agent': userAgent },
  })
  expect(reply.statusCode).toBe(200)
  await visitWriter.flush(t.db)
  return reply.json()
}

async function readViews(t: TestApp): Promise<number[]> {
  const rows = await t.db.select({ views: discussions.viewCount }).from(discussions).orderBy(discussions.id)
  return rows.map(({ views }) => views)
}

/** Makes all visits older. */
async function age(t: TestApp, interval: string): Promise<void> {
  await t.db.execute(sql`update ${discussionVisits} set visited_at = visited_at - ${interval}::interval,
    counted_at = counted_at - ${interval}::interval, previous_visit_at = previous_visit_at - ${interval}::interval`)
}

describe('views', () => {
  test('count once per user in 24 hours', async () => {
    await using t = await startTestApp()
    const [ada, bob, cleo] = [await t.make.user(), await t.make.user(), await t.make.user()]
    const discussion = await t.make.discussion({ author: ada })
    const other = await t.make.discussion({ author: ada })

    for (const user of [bob, bob, cleo]) await open(t, user, discussion)
    await open(t, bob, other)
    expect(await readViews(t)).toEqual([2, 1])
    await age(t, '23 hours')
    await open(t, bob, discussion)
    expect(await readViews(t)).toEqual([2, 1])
    await age(t, '2 hours')
    for (const user of [bob, bob]) await open(t, user, discussion)
    expect(await readViews(t)).toEqual([3, 1])
  })

  test('do not count for HEAD and for prefetches', async () => {
    await using t = await startTestApp()
    const discussion = await t.make.discussion({ author: await t.make.user() })
    const authorization = await t.as(await t.make.user()).authorization()
    const url = `/api/forums/discussions/${discussion.id}/`

    await t.app.inject({ method: 'HEAD', url, headers: { authorization } })
    await t.app.inject({ url, headers: { authorization, 'sec-purpose': 'prefetch;prerender' } })
    await visitWriter.flush(t.db)

    expect(await readViews(t)).toEqual([0])
  })

  test('count once for many requests at the same time', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]
    const people = await Promise.all(Array.from({ length: 10 }, () => t.make.user()))
    const made = [await t.make.discussion({ author: ada }), await t.make.discussion({ author: ada })]

    await Promise.all(made.flatMap((row) => [...people, ...people, bob, bob].map((user) => open(t, user, row))))

    expect(await readViews(t)).toEqual([11, 11])
    expect(await t.db.$count(discussionVisits)).toBe(22)
  })

  test('do not count the author', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const discussion = await t.make.discussion({ author: ada })

    await open(t, ada, discussion)
    await age(t, '25 hours')
    await open(t, ada, discussion)

    expect(await readViews(t)).toEqual([0])
    expect(await t.db.select().from(discussionVisits)).toMatchObject([{ userId: ada.id, countedAt: null }])
  })

  test('do not count bots', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]
    const discussion = await t.make.discussion({ author: ada })

    await open(t, bob, discussion, 'Mozilla/5.0 (compatible; Googlebot/2.1)')

    expect(await readViews(t)).toEqual([0])
    expect(await t.db.$count(discussionVisits)).toBe(0)
  })

  test('are not stored for accounts and discussions that no longer exist', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]
    const discussion = await t.make.discussion({ author: ada })
    await t.db.update(discussions).set({ deletedAt: sql`now()` })
    await visitWriter.enqueue(t.db, { discussionId: discussion.id, userId: bob.id, isAuthor: false })
    await visitWriter.enqueue(t.db, { discussionId: 4711, userId: bob.id, isAuthor: false })
    await t.db.update(discussions).set({ deletedAt: null })
    await t.db.update(users).set({ deletedAt: sql`now()` })
    await visitWriter.enqueue(t.db, { discussionId: discussion.id, userId: bob.id, isAuthor: false })

    expect(await t.db.$count(discussionVisits)).toBe(0)
    expect(await readViews(t)).toEqual([0])
  })
})

describe('last_visit_at', () => {
  test('is the end of the visit before this one', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]
    const discussion = await t.make.discussion({ author: ada })
    const read = async () => (await open(t, bob, discussion)).last_visit_at
    const storedVisit = async () =>
      (await t.db.execute<{ at: string }>(sql`select to_json(visited_at)#>>'{}' as at from ${discussionVisits}`))
        .rows[0]?.at

    expect(await read()).toBeNull()
    expect(await read()).toBeNull()
    await age(t, '29 minutes')
    expect(await read()).toBeNull()
    await age(t, '31 minutes')
    const end = await storedVisit()
    expect(await read()).toBe(end)
    expect(await read()).toBe(end)
  })

  test('is stored every five minutes of a visit', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]
    const discussion = await t.make.discussion({ author: ada })
    const secondsAgo = async () => {
      const { rows } = await t.db.execute<{ ago: number }>(
        sql`select extract(epoch from now() - visited_at)::int as ago from ${discussionVisits}`,
      )
      return rows[0]!.ago
    }
    await open(t, bob, discussion)

    await age(t, '4 minutes')
    await open(t, bob, discussion)
    expect(await secondsAgo()).toBeGreaterThanOrEqual(240)
    await age(t, '61 seconds')
    await open(t, bob, discussion)
    expect(await secondsAgo()).toBeLessThan(240)
  })
})

test('a visit that cannot be stored is logged, and the reply is sent', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  await using t = await startTestApp({ logLevel: 'warn' }, undefined, undefined, logTo)
  const discussion = await t.make.discussion({ author: await t.make.user() })
  await t.db.execute(sql`alter table ${discussionVisits} add constraint broken check (false) not valid`)

  expect(await open(t, await t.make.user(), discussion)).toMatchObject({ id: discussion.id, last_visit_at: null })

  await expect.poll(() => lines.join('')).toContain('a visit was not stored')
})

test('a server that stops first stores the pending visits', async () => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const discussion = await t.make.discussion({ author: ada })
  await using other = await startTestApp({}, undefined, t.url)
  const headers = { authorization: await other.as(bob).authorization() }

  await other.app.inject({ url: `/api/forums/discussions/${discussion.id}/`, headers })
  await other.app.close()

  expect(await readViews(t)).toEqual([1])
})

test('visits are deleted after 90 days', async () => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const made = [await t.make.discussion({ author: ada }), await t.make.discussion({ author: ada })]
  await open(t, bob, made[0]!)
  await age(t, '91 days')
  await open(t, bob, made[1]!)
  await age(t, '1 day')

  expect(await sweepVisits(t.db)).toMatchObject({ deleted: 1 })
  expect(await sweepVisits(t.db)).toEqual({ deleted: 0, hasMore: false })
  expect(await t.db.$count(discussionVisits)).toBe(1)
  expect(await readViews(t)).toEqual([1, 1])
})

test.each([
  [null, false, true],
  [{ seconds_since_visit: 299, seconds_since_count: 86_399 }, false, false],
  [{ seconds_since_visit: 301, seconds_since_count: 301 }, false, true],
  [{ seconds_since_visit: 10, seconds_since_count: 86_401 }, false, true],
  [{ seconds_since_visit: 10, seconds_since_count: null }, true, false],
])('isDue(%j, %j) is %s', (stored, isAuthor, expected) => {
  expect(isDue(stored, isAuthor)).toBe(expected)
})
