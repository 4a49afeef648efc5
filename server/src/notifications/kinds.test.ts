import * as accounts from '@wtpu/contract/accounts/accounts'
import { deleteAccount, getAccountData } from '@wtpu/contract/accounts/settings'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { listMentionable } from '@wtpu/contract/mentions'
import { blockUser, muteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { createAppeal, decideAppeal } from '@wtpu/contract/moderation/appeals'
import * as cases from '@wtpu/contract/moderation/cases'
import { createReport } from '@wtpu/contract/moderation/reports'
import { updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setBlocked } from '#community/block-users.ts'
import { established } from '#testing/ago.ts'
import { sentencesOf, unreadOf } from '#testing/notifications.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { sweepNotifications } from './list.ts'

const comment = (t: TestApp, by: { id: number }, on: { id: number }, text: string) =>
  t.as(by).call(createPostComment, { body: { post: on.id, text } })

test('tells of decisions of moderators, and of what became of an appeal', async () => {
  await using t = await startTestApp()
  const [author, reporter] = [await t.make.user(established), await t.make.user(established)]
  const [ada, grace] = [await t.make.user({ role: 'moderator' }), await t.make.user({ role: 'moderator' })]
  const post = await t.make.post({ author })
  await comment(t, reporter, post, 'First')
  await t.app.notifications.idle()
  await t.as(reporter).call(createReport, { body: { kind: 'post', id: post.id, reason: 'spam' } })
  const { results } = (await t.as(ada).call(cases.listCases, { querystring: {} })).json<cases.CasePage>()
  const body = { action: 'remove' as const, rule: 7, sentence: 'No advertising, please.' }
  const decided = await t.as(ada).call(cases.decideCase, { params: { id: results[0]!.id }, body })
  const action = decided.json().action_id

  // Notifications about the removed post are deleted.
  expect(await sentencesOf(t, author)).toEqual(['A moderator has decided about your content or account: Removed.'])
  const appeal = await t.as(author).call(createAppeal, { params: { id: action }, body: { text: 'It was not.' } })
  const answer = { granted: true, answer: 'You are right.' }
  const granted = await t.as(grace).call(decideAppeal, { params: { id: appeal.json().id }, body: answer })
  expect(granted.statusCode).toBe(200)

  expect(await sentencesOf(t, author)).toEqual(['Your appeal was granted.'])
  expect(await unreadOf(t, author)).toBe(1)
  expect(await sentencesOf(t, reporter)).toEqual([])
})

test('tells of a sign-in on a new device, but not of the first one', async () => {
  await using t = await startTestApp()
  const password = 'a long passphrase'
  const ada = await t.make.user({ ...established, password })
  const signIn = (agent: string) =>
    t.call(accounts.createToken, { body: { username: ada.email, password } }, { 'user-agent': agent })
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  await signIn(firefox)
  await signIn(firefox.replaceAll('140.0', '141.0'))
  const { rows } = await t.db.execute(
    sql`select count(*)::int as count from notification_events where kind = 'security'`,
  )
  expect(rows).toEqual([{ count: 0 }])
  await signIn(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  )

  expect(await sentencesOf(t, ada)).toEqual(['Your account was used on a new device.'])
})

test('notifies ten users of a text at most, and of a hundred texts a day', async () => {
  await using t = await startTestApp()
  const flood = await t.make.user(established)
  const users = await Promise.all(
    Array.from({ length: 12 }, (_, index) => t.make.user({ ...established, username: `friend${index}` })),
  )
  const text = users.map(({ username }) => `@${username}`).join(' ')
  const post = await t.make.post({ author: flood })
  await comment(t, flood, post, text)
  await t.app.notifications.idle()
  const count = async () =>
    (await t.db.execute(sql`select count(*)::int as count from notifications`)).rows[0]?.['count']
  expect(await count()).toBe(10)

  await t.db.execute(
    sql`update attempts set times = array(select now() from generate_series(1, 100)) where key like 'mentions %'`,
  )
  expect((await comment(t, flood, post, `Again ${text}`)).statusCode).toBe(201)
  await t.app.notifications.idle()
  expect(await count()).toBe(10)
})

test('leaves out what a blocked account did, and uncounts it once it is met', async () => {
  await using t = await startTestApp()
  const [ada, spammer] = [await t.make.user(established), await t.make.user(established)]
  const post = await t.make.post({ author: ada })
  await comment(t, spammer, post, 'Buy this')
  expect(await sentencesOf(t, ada)).toHaveLength(1)

  await t.db.transaction((tx) => setBlocked(tx, spammer.id, true))

  expect(await sentencesOf(t, ada)).toEqual([])
  const { rows } = await t.db.execute(sql`select unread from inboxes where user_id = ${ada.id}`)
  expect(rows).toEqual([{ unread: 0 }])
})

test('suggests whom to mention, those whom the viewer follows first, and nobody who blocked them', async () => {
  await using t = await startTestApp()
  const ben = await t.make.user(established)
  const [followed, other] = [
    await t.make.user({ ...established, username: 'adam.smith', first_name: 'Adam' }),
    await t.make.user({ ...established, username: 'ada.byron', first_name: 'Augusta' }),
  ]
  const accented = await t.make.user({ ...established, username: 'tra', first_name: 'Đặng', last_name: 'Trà' })
  await t.db.execute(sql`insert into follows (follower_id, followed_id, created_at)
    values (${ben.id}, ${accented.id}, now() - interval '1 day')`)
  await t.make.user({ ...established, username: 'ad_x', first_name: 'Underscore' })
  await t.db.execute(sql`insert into follows (follower_id, followed_id) values (${ben.id}, ${followed.id})`)
  const namesFor = async (q: string) =>
    (await t.as(ben).call(listMentionable, { querystring: { q } })).json().map(({ id }: { id: number }) => id)

  expect((await namesFor('@ada')).slice(0, 2)).toEqual([followed.id, other.id])
  expect(await namesFor('augusta')).toEqual([])
  expect(await namesFor('')).toEqual([followed.id, accented.id])
  for (const q of ['dang', '＠Ðặng T', 'đăng', 'DANG tra']) expect(await namesFor(q), q).toEqual([accented.id])
  expect(await namesFor('%')).toEqual([])
  expect(await namesFor('ad_')).toHaveLength(1)

  await t.as(followed).call(muteUser, { params: { id: ben.id } })
  await t.as(other).call(blockUser, { params: { id: ben.id } })
  expect(await namesFor('@ada')).toEqual([followed.id])
  await t.as(ben).call(muteUser, { params: { id: followed.id } })
  expect(await namesFor('@ada')).toEqual([])
})

test('deletes what is older than 90 days, and everything with the account, which can take it along before', async () => {
  await using t = await startTestApp()
  const [ada, ben] = [await t.make.user(established), await t.make.user(established)]
  const [old, fresh] = [await t.make.post({ author: ada }), await t.make.post({ author: ada })]
  for (const post of [old, fresh]) await comment(t, ben, post, 'Hello')
  await t.app.notifications.idle()
  await t.db.execute(sql`update notifications set updated_at = now() - interval '91 days' where page_id = ${old.id}`)
  await t.as(ada).call(updateNotificationSettings, { body: { ways: { like: 'off' } } })

  expect(await sweepNotifications(t.db, 90)).toBe(false)

  expect(await sentencesOf(t, ada)).toHaveLength(1)
  const { rows } = await t.db.execute(sql`select unread from inboxes where user_id = ${ada.id}`)
  expect(rows).toEqual([{ unread: 1 }])
  const data = (await t.as(ada).call(getAccountData, {})).json()
  expect(data.notifications).toMatchObject([{ kind: 'comment', subject: 'post', content: fresh.id, read_at: null }])
  expect(data.notification_ways).toEqual({ like: 'off' })
  await t.as(ada).call(deleteAccount, { body: { email: ada.email } })
  await t.app.notifications.idle()
  for (const table of ['notifications', 'inboxes']) {
    const left = await t.db.execute(sql`select 1 from ${sql.identifier(table)} where user_id = ${ada.id}`)
    expect([table, left.rows]).toEqual([table, []])
  }
})
