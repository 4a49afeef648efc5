import { createDiscussionComment, deleteForumComment } from '@wtpu/contract/forums/comments'
import { likePost, unlikePost } from '@wtpu/contract/boiler-room/likes'
import { deleteAccount } from '@wtpu/contract/accounts/settings'
import { listNotifications, markNotificationsRead, watchDiscussion } from '@wtpu/contract/notifications/notifications'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findWrongCounters } from '#testing/counters.ts'
import { makePeople, slow } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const dueEvents = async (t: TestApp) =>
  (await t.db.execute(sql`select id from notification_events where due_at <= now()`)).rows

const succeed = async (calls: Promise<{ statusCode: number; body: string }>[]) => {
  for (const { statusCode, body } of await Promise.all(calls)) expect(statusCode, body).toBeLessThan(300)
}

async function startSite() {
  const t = await startTestApp()
  const people = await makePeople(t, 6)
  const [author, ...others] = people
  const discussion = await t.make.discussion({ author: author! })
  for (const user of others) {
    await t.as(user).call(watchDiscussion, { params: discussion, body: { level: 'watch' } })
  }
  const comment = async (by: { id: number }) =>
    (
      await t.as(by).call(createDiscussionComment, { params: discussion, body: { content: `Text ${Math.random()}` } })
    ).json().id as number
  return {
    t,
    people,
    author: author!,
    others,
    discussion,
    comment,
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

test('two replies at once are one notification, and none is lost', slow, async () => {
  await using site = await startSite()
  const { t, author, others, comment } = site

  for (let round = 0; round < 5; round++) await Promise.all(others.map(comment))
  await t.app.notifications.idle()

  const { results } = (await t.as(author).call(listNotifications, { querystring: {} })).json()
  expect(results).toMatchObject([{ kind: 'comment', actor_count: others.length }])
  const { rows } = await t.db.execute(sql`select distinct cardinality(cause_ids) as causes from notifications
    where user_id = ${author.id}`)
  expect(rows).toEqual([{ causes: 25 }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('counters equal rows while notifications are read, deleted and added', slow, async () => {
  await using site = await startSite()
  const { t, people, author, others, comment } = site
  const post = await t.make.post({ author })
  const before = '2100-01-01T00:00:00Z'

  for (let round = 0; round < 8; round++) {
    const written = await Promise.all(others.slice(0, 3).map(comment))
    await Promise.all([
      succeed(
        others.slice(0, 3).map((user, at) => t.as(user).call(deleteForumComment, { params: { id: written[at]! } })),
      ),
      succeed(people.map((user) => t.as(user).call(markNotificationsRead, { body: { before } }))),
      succeed(others.map((user) => t.as(user).call(round % 2 ? unlikePost : likePost, { params: post }))),
      succeed(people.map((user) => t.as(user).call(listNotifications, { querystring: {} }))),
      comment(others[4]!),
      t.app.notifications.idle(),
    ])
  }
  await t.app.notifications.idle()

  expect(await findWrongCounters(t.db)).toEqual([])
  // All likes were taken back.
  const { rows } = await t.db.execute(sql`select kind from notifications where kind = 'like'`)
  expect(rows).toEqual([])
  expect(await dueEvents(t)).toEqual([])
})

test('two servers deliver each event once', slow, async () => {
  await using site = await startSite()
  const { t, others, comment } = site
  await using second = await startTestApp({}, undefined, t.url)
  await Promise.all(others.map(comment))

  await Promise.all([t.app.notifications.idle(), second.app.notifications.idle()])
  // A server is idle, too, while the other one works.
  await expect.poll(() => dueEvents(t)).toEqual([])

  const { rows } = await t.db.execute(
    sql`select distinct cardinality(cause_ids) as causes from notifications order by causes`,
  )
  expect(rows).toEqual([{ causes: 4 }, { causes: 5 }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('an account that is deleted meanwhile keeps nothing', slow, async () => {
  await using site = await startSite()
  const { t, others, comment } = site
  const [leaving, ...staying] = others
  await Promise.all([
    t.as(leaving!).call(deleteAccount, { body: { email: leaving!.email } }),
    ...staying.map(comment),
    t.app.notifications.idle(),
  ])
  await t.app.notifications.idle()

  for (const table of ['notifications', 'inboxes', 'discussion_watches']) {
    const { rows } = await t.db.execute(sql`select 1 from ${sql.identifier(table)} where user_id = ${leaving!.id}`)
    expect([table, rows]).toEqual([table, []])
  }
  expect(await findWrongCounters(t.db)).toEqual([])
})
