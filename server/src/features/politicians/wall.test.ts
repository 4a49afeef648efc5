import * as contract from '@wtpu/contract/politicians'
import type { PoliticianComment } from '@wtpu/contract/politicians'
import { deleteAccount } from '@wtpu/contract/accounts/settings'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { users } from '#db/schema/accounts.ts'
import { comments as politicianComments } from '#db/schema/community.ts'
import { counted, established } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type User = { id: number }

const post = (t: TestApp, user: User, politician: User, text: string) =>
  t.as(user).call(contract.createComment, { body: { politician: politician.id, text } })
const wall = async (t: TestApp, user: User, politician: User, more = {}) =>
  (await t.as(user).call(contract.listComments, { querystring: { politician: politician.id, ...more } })).json()

describe('the wall', () => {
  test('lists comments newest first, in pages, with their author', async () => {
    await using t = await startTestApp()
    const [ada, politician, other] = [
      await t.make.user({ first_name: 'Ada', last_name: 'L' }),
      await t.make.politician(),
      await t.make.politician(),
    ]
    for (const text of ['One', ' Two\r\nlines ', 'Three']) await post(t, ada, politician, text)
    await post(t, ada, other, 'Elsewhere')

    const first = await wall(t, ada, politician, { limit: 2 })
    const second = await wall(t, ada, politician, { limit: 2, cursor: first.next })

    expect(first.results[1]).toMatchObject({
      user: ada.id,
      user_name: 'Ada L',
      text: 'Two\nlines',
      like_id: null,
      like_count: 0,
    })
    expect([...first.results, ...second.results].map(({ text }: PoliticianComment) => text)).toEqual([
      'Three',
      'Two\nlines',
      'One',
    ])
    expect(second.next).toBeNull()
  })

  test.each([
    ['  ', 400],
    ['\u200B\u2800', 400],
    ['x'.repeat(2001), 400],
    ['x'.repeat(2000), 201],
  ])('trims a comment and limits it to 2,000 characters: %#', async (text, status) => {
    await using t = await startTestApp()
    const response = await post(t, await t.make.user(), await t.make.politician(), text)
    expect(response.statusCode).toBe(status)
  })

  test('requires a known official', async () => {
    await using t = await startTestApp()
    expect((await post(t, await t.make.user(), { id: 4711 }, 'x')).statusCode).toBe(404)
  })

  test('limits a user to thirty comments a minute', async () => {
    await using t = await startTestApp()
    const [ada, politician] = [await t.make.user(established), await t.make.politician()]
    for (let count = 0; count < 30; count++) expect((await post(t, ada, politician, `${count}`)).statusCode).toBe(201)
    expect((await post(t, ada, politician, 'one more')).statusCode).toBe(429)
  })

  test('keeps the comments of a deleted account without its name', async () => {
    await using t = await startTestApp()
    const [ada, bob, politician] = [
      await t.make.user({ password: 'difference engine' }),
      await t.make.user(),
      await t.make.politician(),
    ]
    await post(t, ada, politician, 'Hello')
    await t.as(ada).call(deleteAccount, { body: { password: 'difference engine' } })
    expect(await wall(t, bob, politician)).toMatchObject([{ text: 'Hello', user_name: 'Anonymous', user_avatar: null }])
  })
})

describe('likes', () => {
  test('count once per user despite concurrent clicks, and can be removed', async () => {
    await using t = await startTestApp()
    const [ada, bob, politician] = [await t.make.user(), await t.make.user(), await t.make.politician()]
    const comment = (await post(t, ada, politician, 'Hello')).json<PoliticianComment>().id
    const like = (user: User) => t.as(user).call(contract.likeComment, { body: { comment } })

    const responses = await Promise.all([like(bob), like(bob), like(bob), like(ada)])

    expect(new Set(responses.slice(0, 3).map((response) => response.json().id)).size).toBe(1)
    const likeId = responses[0]?.json().id
    expect(await wall(t, bob, politician)).toMatchObject([{ like_id: likeId, like_count: 2 }])
    const unlike = (user: User) => t.as(user).call(contract.unlikeComment, { params: { id: likeId } })
    expect((await unlike(ada)).json()).toEqual({ removed: false })
    expect((await unlike(bob)).json()).toEqual({ removed: true })
    expect((await unlike(bob)).json()).toEqual({ removed: false })
    expect(await wall(t, bob, politician)).toMatchObject([{ like_id: null, like_count: 1 }])
  })

  test('are rejected for a deleted comment', async () => {
    await using t = await startTestApp()
    const [ada, politician] = [await t.make.user(), await t.make.politician()]
    const comment = (await post(t, ada, politician, 'Hello')).json<PoliticianComment>().id
    await t.db.update(politicianComments).set({ deletedAt: new Date() })
    expect(await wall(t, ada, politician)).toEqual([])
    expect((await t.as(ada).call(contract.likeComment, { body: { comment } })).statusCode).toBe(404)
  })
})

test('rejects a like from an account that was just deleted on another server', async () => {
  await using t = await startTestApp()
  const [ada, politician] = [await t.make.user(), await t.make.politician()]
  const comment = (await post(t, ada, politician, 'Hello')).json<PoliticianComment>().id
  // This server has the session in its cache, and has not heard of the deletion yet.
  await t.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ada.id))

  const response = await t.as(ada).call(contract.likeComment, { body: { comment } })

  expect([response.statusCode, response.json().code]).toEqual([401, 'not_signed_in'])
  expect((await t.as(ada).call(contract.listMyRatings, {})).statusCode).toBe(200)
})

test('a profile says how many comments its wall shows, up to 1,000', async () => {
  await using t = await startTestApp()
  const [ada, politician, other] = [await t.make.user(), await t.make.politician(), await t.make.politician()]
  const count = async () =>
    (await t.call(contract.getPolitician, { params: { id: politician.id } })).json().comments_count
  expect(await count()).toBe(0)

  const { id } = (await post(t, ada, politician, 'One')).json<PoliticianComment>()
  await post(t, ada, politician, 'Two')
  await post(t, ada, other, 'Elsewhere')
  expect(await count()).toBe(2)
  await removeContent(t.app, { kind: 'comment', id }, { actor: 'Grace', reason: 'advertising' })
  expect(await count()).toBe(1)

  const many = { length: contract.maxCountedComments }
  await t.db
    .insert(politicianComments)
    .values(Array.from(many, (_, index) => ({ politicianId: politician.id, userId: ada.id, text: `${index}` })))
  t.app.cache.invalidate('/')
  expect(await count()).toBe(contract.maxCountedComments)
})

test('wall comments count toward trending', async () => {
  await using t = await startTestApp()
  const politician = await t.make.politician()
  for (let count = 0; count < 5; count++) await post(t, await t.make.user(), politician, `${count}`)
  const { is_trending } = (await t.call(contract.getPolitician, { params: { id: politician.id } })).json()
  expect(is_trending).toBe(true)
})

test('shows ratings from the home state in steps: the first 10, then the first 20', async () => {
  await using t = await startTestApp()
  const politician = await t.make.politician({ state: 'OH' })
  let minutesAgo = 60
  const rate = async (state: string, type: 'good' | 'bad', count: number) => {
    for (let done = 0; done < count; done++) {
      const created_at = new Date(Date.now() - minutesAgo-- * 60_000)
      await t.make.rating({ politician, user: await t.make.user({ ...counted, state }), type, created_at })
    }
  }
  const home = async () => {
    t.app.cache.invalidate('/')
    return (await t.call(contract.getPolitician, { params: { id: politician.id } })).json().home_state
  }
  await rate('OH', 'good', 5)
  await rate('OH', 'bad', 4)
  await rate('NY', 'bad', 1)
  expect(await home()).toBeNull()
  await rate('OH', 'bad', 1)
  expect(await home()).toEqual({ good_job_count: 5, total_rating: 10, leads_clearly: null })
  await rate('OH', 'good', 5)
  expect(await home()).toEqual({ good_job_count: 5, total_rating: 10, leads_clearly: null })
  await rate('OH', 'bad', 5)
  expect(await home()).toEqual({ good_job_count: 10, total_rating: 20, leads_clearly: null })
})

test('shows only which rating leads clearly in the home state, if 100 rated and fewer than a tenth differ', async () => {
  await using t = await startTestApp()
  const politician = await t.make.politician({ state: 'OH' })
  const rate = async (count: number) => {
    const created_at = new Date(Date.now() - 60_000)
    for (let done = 0; done < count; done++) {
      await t.make.rating({ politician, user: await t.make.user({ ...counted, state: 'OH' }), type: 'bad', created_at })
    }
  }
  const home = async () => {
    t.app.cache.invalidate('/')
    return (await t.call(contract.getPolitician, { params: { id: politician.id } })).json().home_state
  }
  await rate(90)
  expect(await home()).toBeNull()
  await rate(20)
  expect(await home()).toEqual({ good_job_count: null, total_rating: null, leads_clearly: 'bad' })
})

test('a comment removed by staff disappears from the wall, but its row stays', async () => {
  await using t = await startTestApp()
  const [user, politician] = [await t.make.user(), await t.make.politician()]
  const spam = (await post(t, user, politician, 'Buy now')).json<PoliticianComment>()
  const kept = (await post(t, user, politician, 'Well done')).json<PoliticianComment>()
  const decision = { actor: 'Grace', reason: 'advertising' }

  await removeContent(t.app, { kind: 'comment', id: spam.id }, decision)

  expect(await wall(t, user, politician)).toMatchObject([{ id: kept.id }])
  expect((await t.as(user).call(contract.likeComment, { body: { comment: spam.id } })).statusCode).toBe(404)
  await expect(removeContent(t.app, { kind: 'comment', id: spam.id }, decision)).rejects.toThrow('There is no comment')
  const [row] = await t.db.select().from(politicianComments).orderBy(politicianComments.id)
  expect(row).toMatchObject({ text: 'Buy now', removalReason: 'advertising', removedAt: expect.any(Date) })
})
