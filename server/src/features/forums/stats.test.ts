import * as contract from '@wtpu/contract/forums/discussions'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { rememberTimeZone } from '#db/site.ts'
import { startTestApp } from '#testing/test-app.ts'

test('counts members, discussions, posts and what started today', async () => {
  await using t = await startTestApp()
  const [ada, blocked, deleted] = [await t.make.user(), await t.make.user(), await t.make.user()]
  await t.make.user()
  await t.db
    .update(users)
    .set({ blockedAt: sql`now()` })
    .where(eq(users.id, blocked.id))
  await t.db
    .update(users)
    .set({ deletedAt: sql`now()` })
    .where(eq(users.id, deleted.id))
  const { rows } = await t.db.execute<{ midnight: Date }>(
    sql`select date_trunc('day', now(), 'America/New_York') as midnight`,
  )
  const midnight = new Date(rows[0]!.midnight)
  const [today, yesterday] = [midnight, new Date(midnight.getTime() - 1)]
  const discussion = await t.make.discussion({ author: ada, created_at: today })
  await t.make.discussion({ author: ada, created_at: yesterday })
  const gone = await t.make.discussion({ author: ada, created_at: today })
  for (const on of [discussion, discussion, gone]) await t.make.forumComment({ discussion: on, author: ada })
  await t.as(ada).call(contract.deleteDiscussion, { params: { id: gone.id } })

  const response = await t.as(ada).call(contract.getForumStats, {})

  expect(response.json()).toEqual({ members: 2, discussions: 2, posts: 4, today_discussions: 1 })
})

test('counts members once a minute, because that reads all accounts', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const read = async () => {
    t.app.cache.invalidate('/')
    return (await t.as(ada).call(contract.getForumStats, {})).json<contract.ForumStats>()
  }
  expect(await read()).toMatchObject({ members: 1, discussions: 0 })

  await t.make.user()
  await t.make.discussion({ author: ada })

  expect(await read()).toMatchObject({ members: 1, discussions: 1 })
})

test('lists the categories of the specification, including empty ones', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const list = async () => (await t.as(ada).call(contract.listForumCategories, {})).json<contract.ForumCategory[]>()
  expect((await list()).map(({ category, discussion_count }) => [category, discussion_count])).toEqual([
    ['Environment', 0],
    ['Healthcare', 0],
    ['Education', 0],
    ['Economy', 0],
    ['Defence', 0],
    ['Immigration', 0],
    ['Technology', 0],
    ['General', 0],
  ])

  const body = { title: 'Title', description: 'Text', category: 'Technology' }
  for (let count = 0; count < 2; count++) await t.as(ada).call(contract.createDiscussion, { body })

  expect((await list()).find(({ category }) => category === 'Technology')?.discussion_count).toBe(2)
})

test('today begins at midnight in the time zone of the site', async () => {
  await using t = await startTestApp()
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const { rows } = await t.db.execute<{ zone: string; midnight: Date }>(sql`
    select zone, date_trunc('day', now(), zone) as midnight from unnest(${sql.param(zones)}::text[]) zone order by 2`)
  const [earlier, later] = rows
  if (!earlier || !later) throw new Error('two zones expected')
  const author = await t.make.user()
  await t.make.discussion({ author, created_at: new Date(new Date(later.midnight).getTime() - 60_000) })
  const countToday = async ({ zone }: { zone: string }) => {
    await rememberTimeZone(t.db, zone)
    await using other = await startTestApp({}, undefined, t.url)
    return (await other.as(author).call(contract.getForumStats, {})).json().today_discussions
  }

  expect([await countToday(earlier), await countToday(later)]).toEqual([1, 0])
})
