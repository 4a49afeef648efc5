import { createDiscussionComment, deleteForumComment } from '@wtpu/contract/forums/comments'
import { createDiscussion, getDiscussion, likeDiscussion } from '@wtpu/contract/forums/discussions'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { followUser } from '@wtpu/contract/boiler-room/follows'
import { likePost, unlikePost } from '@wtpu/contract/boiler-room/likes'
import { blockUser, muteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import * as calls from '@wtpu/contract/notifications/notifications'
import * as settings from '@wtpu/contract/notifications/settings'
import { createPoll } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findWrongCounters } from '#testing/counters.ts'
import { notificationsOf, sentencesOf, unreadOf } from '#testing/notifications.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { established } from '#testing/ago.ts'

type User = { id: number; username: string }

const makeUsers = (t: TestApp, ...names: string[]) =>
  Promise.all(
    names.map((name) => t.make.user({ ...established, first_name: name, last_name: '', username: name.toLowerCase() })),
  )

async function startDiscussion(t: TestApp, author: User, description = 'What do you think?') {
  const body = { title: 'Bus lanes', description, category: 1 }
  const response = await t.as(author).call(createDiscussion, { body })
  expect(response.statusCode).toBe(201)
  return { id: response.json().id as number }
}

async function comment(t: TestApp, author: User, on: { id: number }, content: string, parent?: number) {
  const response = await t
    .as(author)
    .call(createDiscussionComment, { params: { id: on.id }, body: { content, parent } })
  expect(response.statusCode).toBe(201)
  return response.json().id as number
}

const watch = (t: TestApp, user: User, on: { id: number }, level: 'watch' | 'normal' | 'mute') =>
  t.as(user).call(calls.watchDiscussion, { params: { id: on.id }, body: { level } })

test('notifies the author, those who watch, whom a comment mentions and whom it replies to, each once', async () => {
  await using t = await startTestApp()
  const [ada, ben, cleo, dan, eve] = await makeUsers(t, 'Ada', 'Ben', 'Cleo', 'Dan', 'Eve')
  const discussion = await startDiscussion(t, ada!)
  await watch(t, cleo!, discussion, 'watch')
  await watch(t, eve!, discussion, 'watch')
  const first = await comment(t, ben!, discussion, 'I ride them.')

  const reply = await comment(t, eve!, discussion, 'So does @Dan, not @dаn and not a@dan.example. @BEN knows.', first)

  expect(await sentencesOf(t, ada!)).toEqual(['Eve and Ben commented on your discussion “Bus lanes”.'])
  expect(await sentencesOf(t, cleo!)).toEqual(['Eve and Ben commented in “Bus lanes”.'])
  expect(await sentencesOf(t, eve!)).toEqual(['Ben commented in “Bus lanes”.'])
  expect(await sentencesOf(t, dan!)).toEqual(['Eve mentioned you in a comment.'])
  const [mention, ...others] = await notificationsOf(t, ben!)
  expect(mention).toMatchObject({
    kind: 'mention',
    is_read: false,
    actor_count: 1,
    subject: { kind: 'comment', id: reply },
    page: { kind: 'discussion', id: discussion.id },
    url: `/forums/${discussion.id}?comment=${reply}`,
    excerpt: 'So does @Dan, not @dаn and not a@dan.example. @BEN knows.',
  })
  expect(others).toEqual([])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('a user who turned mentions off hears of the reply', async () => {
  await using t = await startTestApp()
  const [ada, ben] = await makeUsers(t, 'Ada', 'Ben')
  const discussion = await startDiscussion(t, ada!)
  const first = await comment(t, ben!, discussion, 'I ride them.')
  await t.as(ben!).call(settings.updateNotificationSettings, { body: { ways: { mention: 'off' } } })

  await comment(t, ada!, discussion, '@ben So do I.', first)

  expect(await sentencesOf(t, ben!)).toEqual(['Ada replied to your comment.'])
})

test('says nothing about muted discussions, and to people who muted or are blocked by the author', async () => {
  await using t = await startTestApp()
  const [ada, ben, cleo, dan] = await makeUsers(t, 'Ada', 'Ben', 'Cleo', 'Dan')
  const discussion = await startDiscussion(t, ada!)
  const first = await comment(t, ben!, discussion, 'I ride them.')
  await t.app.notifications.idle()
  expect((await watch(t, ada!, discussion, 'mute')).json()).toEqual({ level: 'mute' })
  await watch(t, cleo!, discussion, 'watch')
  await t.as(cleo!).call(muteUser, { params: { id: dan!.id } })
  await t.as(dan!).call(blockUser, { params: { id: ben!.id } })

  await comment(t, dan!, discussion, 'Hello @ada @cleo', first)

  expect(await sentencesOf(t, ada!)).toEqual(['Ben commented on your discussion “Bus lanes”.'])
  expect(await sentencesOf(t, ben!)).toEqual([])
  expect(await sentencesOf(t, cleo!)).toEqual([])
  const seen = await t.as(ada!).call(getDiscussion, { params: discussion })
  expect(seen.json().watch).toBe('mute')
})

test('groups likes, and takes back those that are withdrawn', async () => {
  await using t = await startTestApp()
  const [ada, ben, cleo, dan] = await makeUsers(t, 'Ada', 'Ben', 'Cleo', 'Dan')
  const post = await t.make.post({ author: ada! })
  for (const user of [ada!, ben!, cleo!, dan!]) {
    await t.as(user).call(likePost, { params: { id: post.id } })
    await t.app.notifications.idle()
  }

  expect(await sentencesOf(t, ada!)).toEqual(['Dan and 2 others liked your post.'])
  expect(await unreadOf(t, ada!)).toBe(1)
  await t.as(dan!).call(unlikePost, { params: { id: post.id } })
  expect(await sentencesOf(t, ada!)).toEqual(['Cleo and Ben liked your post.'])
  for (const user of [ben!, cleo!]) await t.as(user).call(unlikePost, { params: { id: post.id } })
  expect(await sentencesOf(t, ada!)).toEqual([])
  expect(await unreadOf(t, ada!)).toBe(0)
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('notifies of comments on posts, of likes of comments and discussions, and of followers', async () => {
  await using t = await startTestApp()
  const [ada, ben] = await makeUsers(t, 'Ada', 'Ben')
  const post = await t.make.post({ author: ada! })
  const discussion = await startDiscussion(t, ada!, 'Hello @ben')
  await t.as(ben!).call(createPostComment, { body: { post: post.id, text: 'Yes' } })
  await t.as(ben!).call(likeDiscussion, { params: discussion })
  await t.as(ben!).call(followUser, { params: { user: 'ada' } })

  expect((await sentencesOf(t, ada!)).toSorted()).toEqual([
    'Ben commented on your post.',
    'Ben followed you.',
    'Ben liked your discussion “Bus lanes”.',
  ])
  expect(await sentencesOf(t, ben!)).toEqual(['Ada mentioned you in the discussion “Bus lanes”.'])
  await t.as(ben!).call(followUser, { params: { user: 'ada' } })
  expect(await sentencesOf(t, ada!)).not.toContain('Ben followed you.')
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('notifies followers of an official of new polls, and voters of results', async () => {
  await using t = await startTestApp()
  const [ada, ben] = await makeUsers(t, 'Ada', 'Ben')
  const official = await t.make.politician()
  const followed = await t.as(ben!).call(calls.followPolitician, { params: { id: official.id } })
  expect(followed.json()).toEqual({ following: true })
  expect((await t.as(ben!).call(calls.listFollowedPoliticians, {})).json()).toEqual([official.id])
  const body = {
    question: 'Is it true?',
    category: 1,
    options: ['Yes', 'No'],
    duration_days: 1,
    politician: official.id,
  }
  const poll = (await t.as(ada!).call(createPoll, { body })).json()
  expect(await sentencesOf(t, ben!)).toEqual(['There is a new poll about an official whom you follow: “Is it true?”.'])
  await t.make.vote({ poll, user: ben! })

  await t.db.execute(
    sql`update polls set published_at = now() - interval '2 days', closes_at = now() where id = ${poll.id}`,
  )
  await t.db.execute(sql`update notification_events set due_at = now()`)

  expect(await sentencesOf(t, ben!)).toContain(
    'The poll “Is it true?” has closed: Yes 1 of 1 vote, not a sample of the public.',
  )
  expect((await t.as(ben!).call(calls.followPolitician, { params: { id: official.id } })).json().following).toBe(false)
})

test('hides notifications of content that is deleted, and uncounts them', async () => {
  await using t = await startTestApp()
  const [ada, ben, cleo] = await makeUsers(t, 'Ada', 'Ben', 'Cleo')
  const discussion = await startDiscussion(t, ada!)
  const first = await comment(t, ben!, discussion, 'One @cleo')
  const second = await comment(t, cleo!, discussion, 'Two')
  await t.app.notifications.idle()

  await t.as(cleo!).call(deleteForumComment, { params: { id: second } })
  expect(await sentencesOf(t, ada!)).toEqual(['Ben commented on your discussion “Bus lanes”.'])
  await t.as(ben!).call(deleteForumComment, { params: { id: first } })

  // Before the worker has withdrawn it.
  expect((await t.as(ada!).call(calls.listNotifications, { querystring: {} })).json().results).toEqual([])
  await t.app.notifications.idle()
  expect(await notificationsOf(t, cleo!)).toEqual([])
  expect([await unreadOf(t, ada!), await unreadOf(t, cleo!)]).toEqual([0, 0])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('marks notifications as read by id, by time and by page, but only those of the viewer', async () => {
  await using t = await startTestApp()
  const [ada, ben] = await makeUsers(t, 'Ada', 'Ben')
  const [discussion, post] = [await startDiscussion(t, ada!), await t.make.post({ author: ada! })]
  await comment(t, ben!, discussion, 'One')
  await t.as(ben!).call(likeDiscussion, { params: discussion })
  await t.as(ben!).call(likePost, { params: { id: post.id } })
  const all = await notificationsOf(t, ada!)
  expect(all).toHaveLength(3)
  const read = (user: User, body: Parameters<typeof bodyOf>[0]) =>
    t.as(user).call(calls.markNotificationsRead, { body })
  const ids = all.map(({ id }) => id)

  expect((await read(ben!, { ids })).json()).toEqual({ unread: 0 })
  expect(await unreadOf(t, ada!)).toBe(3)
  expect((await read(ada!, { ids: [ids[0]!, ids[0]!, 12_345] })).json()).toEqual({ unread: 2 })
  expect((await read(ada!, { page: { kind: 'discussion', id: discussion.id } })).json()).toEqual({ unread: 0 })
  expect(await notificationsOf(t, ada!, 'unread')).toEqual([])
  // A new event after the reading is a new notification.
  await comment(t, ben!, discussion, 'Two')
  const [latest] = await notificationsOf(t, ada!, 'unread')
  expect(latest).toMatchObject({ kind: 'comment', actor_count: 1 })
  expect((await read(ada!, { before: latest!.created_at })).json()).toEqual({ unread: 0 })
  expect(await notificationsOf(t, ben!)).toEqual([])
  expect(await findWrongCounters(t.db)).toEqual([])
})

const bodyOf = (body: { ids: number[] } | { before: string } | { page: { kind: 'discussion'; id: number } }) => body

test('pages through the list', async () => {
  await using t = await startTestApp()
  const [ada, ben] = await makeUsers(t, 'Ada', 'Ben')
  for (let count = 0; count < 5; count++) {
    const post = await t.make.post({ author: ada! })
    await t.as(ben!).call(likePost, { params: { id: post.id } })
  }
  await t.app.notifications.idle()
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const querystring = { limit: 2, ...(cursor && { cursor }) }
    const page = (await t.as(ada!).call(calls.listNotifications, { querystring })).json()
    seen.push(...page.results.map(({ id }: { id: number }) => id))
    cursor = page.next ?? undefined
  } while (cursor)

  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
})
