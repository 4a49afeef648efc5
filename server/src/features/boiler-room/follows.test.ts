import { followUser, listFollowing, listSuggestedUsers } from '@wtpu/contract/boiler-room/follows'
import { inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type User = Awaited<ReturnType<TestApp['make']['user']>>

const follow = (t: TestApp, follower: User, followed: User | string) =>
  t.as(follower).call(followUser, { params: { user: typeof followed === 'string' ? followed : String(followed.id) } })

async function counts(t: TestApp, ...people: User[]) {
  const rows = await t.db
    .select()
    .from(users)
    .where(
      inArray(
        users.id,
        people.map((user) => user.id),
      ),
    )
  return people.map((user) => {
    const row = rows.find((found) => found.id === user.id)
    return [row?.followersCount, row?.followingCount]
  })
}

describe('followUser', () => {
  test('toggles by id or username and returns the new state', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]

    expect((await follow(t, ada, bob)).json()).toEqual({ following: true, followers_count: 1 })
    expect(await counts(t, ada, bob)).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect((await follow(t, ada, bob.username.toUpperCase())).json()).toEqual({ following: false, followers_count: 0 })
    expect(await t.db.$count(follows)).toBe(0)
  })

  test('rejects following oneself and unknown users', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()

    expect((await follow(t, ada, ada)).statusCode).toBe(400)
    expect((await follow(t, ada, 'unknown')).statusCode).toBe(404)
  })

  test('concurrent follows between six people leave correct counters', async () => {
    await using t = await startTestApp()
    const people = await Promise.all(Array.from({ length: 6 }, () => t.make.user()))
    const pairs = people.flatMap((user) =>
      people.filter((other) => other !== user).map((other) => [user, other] as const),
    )

    const responses = await Promise.all(pairs.map(([follower, followed]) => follow(t, follower, followed)))

    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]))
    expect(await counts(t, ...people)).toEqual(people.map(() => [5, 5]))
  })

  test('an even number of concurrent clicks changes nothing', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user(), await t.make.user()]

    await Promise.all(Array.from({ length: 10 }, () => follow(t, ada, bob)))

    expect(await t.db.$count(follows)).toBe(0)
    expect(await counts(t, ada, bob)).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})

describe('listFollowing', () => {
  test('lists latest first, in pages, or only one user', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    const others = [await t.make.user(), await t.make.user(), await t.make.user()]
    for (const other of others) await follow(t, ada, other)
    const list = async (querystring: object) => (await t.as(ada).call(listFollowing, { querystring })).json()

    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.next })

    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(
      others.map((other) => other.id).toReversed(),
    )
    expect(second.next).toBeNull()
    expect(await list({ user: String(others[0]?.id) })).toHaveLength(1)
    expect(await list({ user: String(ada.id) })).toEqual([])
  })
})

describe('listSuggestedUsers', () => {
  test('lists mutuals first, then the same state, then the most followed; never the viewer or people they follow', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user({ state: 'NY' })
    const friend = await t.make.user({ state: 'CA' })
    const mutual = await t.make.user({ state: 'TX' })
    const neighbour = await t.make.user({ state: 'NY' })
    const famous = await t.make.user({ state: null })
    const fans = await Promise.all(Array.from({ length: 3 }, () => t.make.user({ state: 'FL' })))
    await follow(t, ada, friend)
    await follow(t, friend, mutual)
    for (const fan of fans) await follow(t, fan, famous)

    const list = (await t.as(ada).call(listSuggestedUsers, {})).json()

    const ids = list.map(({ id }: { id: number }) => id)
    expect(ids.slice(0, 3)).toEqual([mutual.id, neighbour.id, famous.id])
    expect(ids).not.toContain(ada.id)
    expect(ids).not.toContain(friend.id)
    expect(list[2]).toMatchObject({ state: 'Unknown', political_affiliation: 'Independent', followers_count: 3 })
    expect(list[0].email).toBeUndefined()
  })

  test('returns at most twenty of thousands of users', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user()
    await t.db
      .insert(users)
      .values(Array.from({ length: 2_000 }, (_, index) => ({ username: `u${index}x`, email: `u${index}@x.example` })))

    expect((await t.as(ada).call(listSuggestedUsers, {})).json()).toHaveLength(20)
  })
})
