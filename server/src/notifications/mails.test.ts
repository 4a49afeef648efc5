import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { getAccount } from '@wtpu/contract/accounts/accounts'
import { updateAccount } from '@wtpu/contract/accounts/settings'
import { contactOffice } from '@wtpu/contract/politicians'
import { listNotifications, markNotificationsRead } from '@wtpu/contract/notifications/notifications'
import * as settings from '@wtpu/contract/notifications/settings'
import { notificationSentence } from '@wtpu/contract/notifications/on-demand/kinds'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { mails } from '#db/schema/mails.ts'
import { established } from '#testing/ago.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { sendDueDigests } from './digest.ts'
import { notifyOfSecurity } from './events.ts'
import type { Mail } from '#mail/transport.ts'
import { sendDueMails, timeIn } from './mails.ts'
import { prepareMail } from './prepare-mail.ts'
import { planDigest } from './settings.ts'

async function startSite() {
  const mailbox = await startMailbox()
  const t = await startTestApp({ smtpUrl: mailbox.url, publicUrl: 'https://wtpu.example' })
  const ada = await t.make.user({ ...established, username: 'ada', first_name: 'Ada', last_name: '' })
  const ben = await t.make.user({ ...established, username: 'ben', first_name: '<b>Ben</b>', last_name: '"&' })
  const post = await t.make.post({ author: ben })
  return {
    t,
    mailbox,
    ada,
    ben,
    mention: async (text = 'Hello @ada') => {
      const response = await t.as(ben).call(createPostComment, { body: { post: post.id, text } })
      expect(response.statusCode).toBe(201)
      await t.app.notifications.idle()
    },
    /** As if ten minutes had passed. */
    sendMails: async () => {
      await t.db.execute(sql`update notifications set mail_due_at = now() where mail_due_at is not null`)
      await sendDueMails(t.app)
    },
    /** Sends a POST, as a mail program does. */
    unsubscribe: (url: string) =>
      t.app.inject({
        method: 'POST',
        url: url.replace('https://wtpu.example', '').replace('#', '/'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      }),
    [Symbol.asyncDispose]: async () => {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

const linkIn = (text: string | undefined, pattern: RegExp) => pattern.exec(text ?? '')?.[0] ?? ''
const unsubscribeLink = /https:\/\/wtpu\.example\/unsubscribe#[\w.-]+/

async function waysOf(t: TestApp, user: { id: number }) {
  return (await t.as(user).call(settings.getNotificationSettings, {})).json().ways
}

test('mails a mention that is unread after ten minutes, with names as text', async () => {
  await using site = await startSite()
  const { t, mailbox, mention, sendMails } = site
  await mention('Hello @ada <script>alert(1)</script>')
  await sendDueMails(t.app)
  const { rows } = await t.db.execute(
    sql`select extract(epoch from mail_due_at - now()) > 590 as later from notifications`,
  )
  expect(rows).toEqual([{ later: true }])

  await sendMails()

  await expect.poll(() => mailbox.mails.length).toBe(1)
  const [mail] = mailbox.mails
  expect(mail?.subject).toMatch(/^WTPU: @\w+ mentioned you in a comment\.$/)
  expect(mail?.html).not.toMatch(/<script|<b>Ben/)
  expect(mail?.text).toContain('“Hello @ada <script>alert(1)</script>”')
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toBe(`<${linkIn(mail?.text, unsubscribeLink).replace('#', '/')}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  await sendMails()
  await sendDueMails(t.app)
  expect(mailbox.mails).toHaveLength(1)
})

test('a mail that waits says what is true when it is sent; a letter waits for the end of a suspension', async () => {
  await using site = await startSite()
  const { t, ada, ben, mention } = site
  await mention()
  const { rows } = await t.db.execute<{ id: number }>(sql`select id from notifications where user_id = ${ada.id}`)
  const old = { to: 'ada@wtpu.example', subject: 'Old', text: 'Old', html: 'Old' }
  const notifications = { userId: ada.id, kind: 'mention', ids: rows.map(({ id }) => id) } as const
  const prepared = (mail: Mail) => prepareMail(t.db, t.app, mail)
  const waiting = { ...old, notifications: { ...notifications, ids: [...notifications.ids] } }
  const letter = { ...old, about: { letterOf: ben.id, politicianId: 1 } }
  expect(await prepared(waiting)).toMatchObject({ to: ada.email, subject: expect.stringContaining('mentioned you') })
  expect(await prepared(letter)).toBe(letter)

  await t.db.execute(sql`update users set suspended_until = now() + interval '1 day' where id = ${ben.id}`)
  expect(await prepared(letter)).toBe('later')
  await t.db.execute(sql`update users set suspended_until = null, blocked_at = now() where id = ${ben.id}`)
  expect(await prepared(letter)).toBe('later')
  expect(await prepared(waiting)).toBeUndefined()
  await t.db.execute(sql`update users set deleted_at = now() where id = ${ben.id}`)
  expect(await prepared(letter)).toBeUndefined()
  expect(await prepared(old)).toBe(old)
})

test('mails nothing that was read, and no kind that is shown on the site only', async () => {
  await using site = await startSite()
  const { t, ada, mailbox, mention, sendMails } = site
  await mention()
  const [notification] = (await t.as(ada).call(listNotifications, { querystring: {} })).json().results
  await t.as(ada).call(markNotificationsRead, { body: { ids: [notification.id] } })
  await mention('Again @ada')
  await t.as(ada).call(settings.updateNotificationSettings, { body: { ways: { mention: 'site' } } })
  await mention('And again @ada')

  await sendMails()

  const { rows } = await t.db.execute(sql`select count(*)::int as queued from mails`)
  expect([rows, mailbox.mails]).toEqual([[{ queued: 0 }], []])
})

test('a link in a mail ends that kind of mail once, for its user, and nothing else', async () => {
  await using site = await startSite()
  const { t, ada, ben, mailbox, mention, sendMails, unsubscribe } = site
  await mention()
  await sendMails()
  await expect.poll(() => mailbox.mails.length).toBe(1)
  const link = linkIn(mailbox.mails[0]?.text, unsubscribeLink)
  const before = await waysOf(t, ada)

  for (let index = 'https://wtpu.example/unsubscribe#'.length; index < link.length; index++) {
    const changed = link.slice(0, index) + (link[index] === 'a' ? 'b' : 'a') + link.slice(index + 1)
    expect((await unsubscribe(changed)).statusCode, changed).toBe(400)
  }
  expect(await waysOf(t, ada)).toEqual(before)
  expect((await unsubscribe(link)).json()).toEqual({ kind: 'mention' })
  expect(await waysOf(t, ada)).toEqual({ ...before, mention: 'site' })
  expect(await waysOf(t, ben)).toEqual(before)
  // Used before, the link does not undo what the user chose since.
  await t.as(ada).call(settings.updateNotificationSettings, { body: { ways: { mention: 'mail' } } })
  expect((await unsubscribe(link)).json()).toMatchObject({ code: 'unsubscribe_link' })
  expect(await waysOf(t, ada)).toEqual(before)
  const token = link.split('#').at(-1) ?? ''
  const authorization = `Bearer ${token}`
  expect((await t.call(getAccount, {}, { authorization })).statusCode).toBe(401)
}, 120_000)

test('mails at most six times a day, security aside', async () => {
  await using site = await startSite()
  const { t, ada, mailbox, mention, sendMails } = site
  for (let count = 0; count < 8; count++) {
    await mention(`Hello @ada, ${count}`)
    await sendMails()
  }
  await t.db.transaction((tx) => notifyOfSecurity(tx, ada.id, 'password_changed'))
  await t.app.notifications.idle()
  await sendDueMails(t.app)

  await expect.poll(() => mailbox.mails.length).toBe(7)
  // Several connections deliver mails, so the last one to be sent need not be the last one to arrive.
  const security = mailbox.mails.find(({ subject }) => subject === 'WTPU: Your password was changed.')
  expect(security?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  expect(security).toBeDefined()
  const { rows } = await t.db.execute(sql`select count(*)::int as waiting from notifications where mail_due_at > now()`)
  expect(rows).toEqual([{ waiting: 2 }])
})

test('an address that rejects mail gets no more until the user turns mails on again', async () => {
  await using site = await startSite()
  const { t, ada, mailbox, mention, sendMails } = site
  mailbox.rejectMailTo(ada.email)
  const isStopped = async () => (await t.as(ada).call(settings.getNotificationSettings, {})).json().mail_stopped
  expect(await isStopped()).toBe(false)
  await mention()
  await sendMails()
  await expect.poll(isStopped).toBe(true)

  await mention('Again @ada')
  await sendMails()
  expect((await t.db.execute(sql`select id from mails`)).rows).toEqual([])
  const on = await t.as(ada).call(settings.updateNotificationSettings, { body: { mail_stopped: false } })
  expect(on.json().mail_stopped).toBe(false)
})

test('tells the sender that a message to an office could not be delivered', async () => {
  await using site = await startSite()
  const { t, ada, mailbox } = site
  const official = await t.make.politician({ name: 'Jo Official', email: 'office@senate.example' })
  mailbox.rejectMailTo('office@senate.example')
  await t.as(ada).call(contactOffice, { params: official, body: { message: 'Please vote yes.' } })

  const sentences = async () => {
    await t.app.notifications.idle()
    const { results } = (await t.as(ada).call(listNotifications, { querystring: {} })).json()
    return results.map(notificationSentence)
  }
  await expect.poll(sentences).toEqual(['Your message to the office of Jo Official could not be delivered.'])
})

test('the weekly digest is sent to those who asked for it, and left by one click', async () => {
  await using site = await startSite()
  const { t, ada, ben, mailbox, unsubscribe } = site
  const discussion = await t.make.discussion({ author: ben, title: 'Bus lanes' })
  await t.make.forumComment({ discussion, author: ben })
  const soon = new Date(Date.now() + 24 * 60 * 60_000)
  await t.make.poll({ question: 'Is it open?', closes_at: soon })
  const past = await t.make.poll({ question: 'Was it right?' })
  await t.make.vote({ poll: past, user: ada })
  await t.db.execute(
    sql`update polls set published_at = now() - interval '3 days', closes_at = now() where id = ${past.id}`,
  )
  await t.as(ada).call(updateAccount, { body: { newsletter: true } })
  await t.as(ada).call(settings.updateNotificationSettings, { body: { time_zone: 'Asia/Tokyo' } })
  const { rows } = await t.db.execute(sql`select digest_due_at > now() as later,
    to_char(digest_due_at at time zone time_zone, 'FMDay HH24:MI') as time from inboxes where digest_due_at is not null`)
  expect(rows).toEqual([{ later: true, time: 'Monday 08:00' }])
  // Addresses that are not confirmed get no digest.
  const unconfirmed = await t.make.user({ created_at: established.created_at })
  await t.as(unconfirmed).call(updateAccount, { body: { newsletter: true } })
  await sendDueDigests(t.app)
  await t.db.execute(sql`update inboxes set digest_due_at = now()`)

  await sendDueDigests(t.app)

  await expect.poll(() => mailbox.mails.length).toBe(1)
  expect(mailbox.recipients).toEqual([ada.email])
  const [mail] = mailbox.mails
  const time = timeIn('Asia/Tokyo', soon.toISOString())
  expect(time).toMatch(/ Japan Time$/)
  for (const body of [mail?.text, mail?.html]) {
    for (const part of [
      'Is it open?',
      `Closes ${time}`,
      'Was it right?',
      'Yes 1 vote, No 0 votes. 1 member of WTPU chose to vote by ',
      'Bus lanes',
      '1 comment this week',
    ]) {
      expect(body).toContain(part)
    }
  }
  await sendDueDigests(t.app)
  expect((await unsubscribe(linkIn(mail?.text, unsubscribeLink))).json()).toEqual({ kind: 'digest' })
  expect((await t.as(ada).call(settings.getNotificationSettings, {})).json().digest).toBe(false)
  expect((await t.db.execute(sql`select digest_due_at from inboxes where user_id = ${ada.id}`)).rows).toEqual([
    { digest_due_at: null },
  ])
})

test('a digest that waits leaves out what was hidden since, and is not sent to those who no longer want it', async () => {
  await using site = await startSite()
  const { t, ada, ben, mailbox } = site
  const eve = await t.make.user(established)
  const titles = { 'Removed since': ben, 'Its author is blocked': eve, 'Still there': ben }
  const discussions = []
  for (const [title, author] of Object.entries(titles)) {
    const discussion = await t.make.discussion({ author, title })
    await t.make.forumComment({ discussion, author: ben })
    discussions.push(discussion)
  }
  const poll = await t.make.poll({ question: 'Is it hidden?', closes_at: new Date(Date.now() + 24 * 60 * 60_000) })
  await t.db.execute(sql`update users set newsletter = true where id in (${ada.id}, ${ben.id})`)
  for (const user of [ada, ben]) await t.db.transaction((tx) => planDigest(tx, user.id))
  await t.db.execute(sql`update inboxes set digest_due_at = now()`)
  mailbox.rejectWith(451, 451)
  await sendDueDigests(t.app)
  const { rows: waiting } = await vi.waitUntil(async () => {
    const found = await t.db.execute(sql`update mails set next_attempt_at = now() + interval '1 hour'
      where attempts = 1 and (select count(*) from mails where attempts = 1) = 2 returning id`)
    return found.rows.length === 2 && found
  })
  expect(waiting).toHaveLength(2)

  await t.db.execute(
    sql`update discussions set removed_at = now(), removal_reason = 'Spam' where id = ${discussions[0]?.id}`,
  )
  await t.db.execute(sql`update users set blocked_at = now() where id = ${eve.id}`)
  await t.db.execute(sql`update polls set removed_at = now() where id = ${poll.id}`)
  await t.db.execute(sql`update users set newsletter = false where id = ${ben.id}`)
  await t.db.execute(sql`update mails set next_attempt_at = now()`)
  t.app.outbox.wake()

  await expect.poll(() => t.db.$count(mails)).toBe(0)
  expect(mailbox.mails.map(({ to }) => to?.[0]?.address)).toEqual([ada.email])
  expect(mailbox.mails[0]?.text).toContain('Still there')
  expect(mailbox.mails[0]?.text).not.toMatch(/Removed since|Its author is blocked|Is it hidden/)
})

test('rejects unknown ways and time zones', async () => {
  await using site = await startSite()
  const { t, ada } = site
  const change = async (body: object) =>
    (await t.as(ada).call(settings.updateNotificationSettings, { body })).statusCode

  expect(await change({ ways: { mention: 'pigeon' } })).toBe(400)
  expect(await change({ time_zone: 'Mars/Olympus' })).toBe(400)
  expect(await change({ time_zone: '+05:00' })).toBe(400)
  expect(await change({ ways: { security: 'off' } })).toBe(200)
  expect(await change({ push: ['security'] })).toBe(400)
  await t.db.transaction((tx) => notifyOfSecurity(tx, ada.id, 'new_device'))
  await t.app.notifications.idle()
  const { results } = (await t.as(ada).call(listNotifications, { querystring: {} })).json()
  expect(results.map(notificationSentence)).toEqual(['Your account was used on a new device.'])
})
