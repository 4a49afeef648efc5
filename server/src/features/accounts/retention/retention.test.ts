import * as contract from '@wtpu/contract/accounts/retention'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { mailDeliveries, mails } from '#db/schema/mails.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { retentionWarnings } from '#db/schema/retention.ts'
import { blocking } from '#db/visibility.ts'
import { ago } from '#testing/ago.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'
import { expireAccounts } from './retention.ts'

async function startSite() {
  const mailbox = await startMailbox()
  const t = await startTestApp({ smtpUrl: mailbox.url })
  const asAdmin = t.as(await t.make.user({ role: 'admin', username: 'grace', last_seen_on: ago('9 years') }))
  const set = (years: number | null) => asAdmin.call(contract.setRetention, { body: { years } })
  const state = async () => (await asAdmin.call(contract.getRetention, {})).json<contract.Retention>()
  /** The job of the day after this many days, and what it causes. */
  const after = async (days: number) => {
    const before = sql`make_interval(days => ${days})`
    await t.db.execute(sql`update users set last_seen_on = (last_seen_on - ${before})::date where role = 'user'`)
    await t.db.execute(sql`update retention_warnings set seen_on = (seen_on - ${before})::date,
      queued_at = queued_at - ${before}, first_sent_on = (first_sent_on - ${before})::date,
      second_sent_on = (second_sent_on - ${before})::date`)
    await t.db.execute(sql`update site set retention_ran_on = current_date - 1`)
    await expireAccounts(t.app)
  }
  const isSent = async () => {
    await expect.poll(() => t.db.$count(mails)).toBe(0)
  }
  const isDeleted = async ({ id }: { id: number }) => {
    const [user] = await t.db.select({ username: users.username }).from(users).where(eq(users.id, id))
    return user?.username === null
  }
  const subjects = () => mailbox.mails.map(({ subject }) => subject)
  return {
    t,
    mailbox,
    asAdmin,
    set,
    state,
    after,
    isSent,
    isDeleted,
    subjects,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

const firstSubject = 'WTPU: Your account will be deleted if you do not sign in'
const secondSubject = 'WTPU: Last reminder: your account will be deleted if you do not sign in'

test('an account without activity is deleted after two warnings that were sent, and its votes stay', async () => {
  await using site = await startSite()
  const { t, mailbox, set, state, after, isSent, isDeleted } = site
  const old = await t.make.user({ first_name: 'Buy', email: 'old@wtpu.example', last_seen_on: ago('9 years') })
  const moderator = await t.make.user({ role: 'moderator', last_seen_on: ago('9 years') })
  const blocked = await t.make.user({ last_seen_on: ago('9 years') })
  await t.db.update(users).set(blocking(true)).where(eq(users.id, blocked.id))
  const recent = await t.make.user({ last_seen_on: ago('3 months') })
  await t.make.vote({ poll: await t.make.poll(), user: old })
  // Off by default.
  await after(0)
  expect([await state(), site.subjects()]).toMatchObject([
    { years: null, sends_mail: true, inactive: [1, 1, 1, 1, 1, 1, 1, 1, 1, 0] },
    [],
  ])
  await set(1)
  await Promise.all([after(0), expireAccounts(t.app)])
  await isSent()
  await expireAccounts(t.app)
  expect(mailbox.mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
    [firstSubject, 'old@wtpu.example'],
  ])
  expect(mailbox.mails[0]?.text).toMatch(/deletes accounts that nobody uses for a year/)
  expect(mailbox.mails[0]?.text).not.toMatch(/Buy/)
  expect(await state()).toMatchObject({ years: 1, warned_once: 1, warned_twice: 0, unreachable: 0 })

  await after(45)
  expect(await t.db.$count(mails)).toBe(0)
  await after(1)
  await isSent()
  expect(site.subjects()).toEqual([firstSubject, secondSubject])
  expect(await state()).toMatchObject({ warned_once: 0, warned_twice: 1 })
  await after(13)
  expect(await isDeleted(old)).toBe(false)
  await after(1)
  expect(await isDeleted(old)).toBe(true)
  for (const kept of [moderator, blocked, recent]) expect(await isDeleted(kept)).toBe(false)
  const { rows } = await t.db.execute(sql`select user_id from poll_votes`)
  expect(rows).toEqual([{ user_id: old.id }])
  expect([await t.db.$count(retentionWarnings), await t.db.$count(mailDeliveries)]).toEqual([0, 0])
})

test('signing in ends it, also between the look and the deletion, and a warning that waits is not sent', async () => {
  await using site = await startSite()
  const { t, set, state, after, isSent, isDeleted } = site
  const old = await t.make.user({ last_seen_on: ago('3 years') })
  await set(2)
  site.mailbox.rejectWith(451)
  await after(0)
  await expect.poll(async () => (await t.db.select().from(mails))[0]?.attempts).toBe(1)
  await t.signIn(old.id)
  await t.db.update(mails).set({ nextAttemptAt: sql`now()` })
  t.app.outbox.wake()
  await isSent()
  expect(site.subjects()).toEqual([])
  // Warned twice, then back a moment before the deletion: the session shows it.
  await t.db.delete(retentionWarnings)
  await t.db
    .update(users)
    .set({ lastSeenOn: ago('3 years') })
    .where(eq(users.id, old.id))
  const [first, second] = [ago('60 days'), ago('14 days')]
  const seenOn = sql`(select last_seen_on from users where id = ${old.id})`
  await t.db.insert(retentionWarnings).values({ userId: old.id, seenOn, firstSentOn: first, secondSentOn: second })
  await after(0)
  expect(await isDeleted(old)).toBe(false)
  await t.signIn(old.id)
  await after(0)
  expect(await state()).toMatchObject({ warned_twice: 0 })
})

test('nobody is deleted whom no warning reached, and a mail that could not be sent postpones', async () => {
  await using site = await startSite()
  const { t, mailbox, set, state, after, isDeleted } = site
  const [rejecting, waiting] = [
    await t.make.user({ email: 'gone@wtpu.example', last_seen_on: ago('3 years') }),
    await t.make.user({ email: 'waits@wtpu.example', last_seen_on: ago('3 years') }),
  ]
  mailbox.rejectMailTo('gone@wtpu.example')
  await set(2)
  mailbox.rejectWith(...Array<number>(20).fill(451))
  await after(0)
  await expect.poll(async () => (await t.db.select().from(mails)).length).toBe(1)
  expect(await state()).toMatchObject({ unreachable: 1, warned_once: 0 })
  for (let month = 0; month < 4; month++) await after(15)
  for (const user of [rejecting, waiting]) expect(await isDeleted(user)).toBe(false)
  const [row] = await t.db.select().from(retentionWarnings).where(eq(retentionWarnings.userId, waiting.id))
  expect(row).toMatchObject({ firstSentOn: null, secondSentOn: null })
})

test('admins set it, which is in the log, and without it the warnings are forgotten', async () => {
  await using site = await startSite()
  const { t, asAdmin, set } = site
  await t.make.user({ last_seen_on: ago('9 years') })
  await set(3)
  await set(3)
  await site.after(0)
  await site.isSent()
  await set(null)
  expect(await t.db.$count(retentionWarnings)).toBe(0)
  const reasons = (await t.db.select().from(moderationActions).orderBy(moderationActions.id)).map(
    ({ reason }) => reason,
  )
  expect(reasons).toEqual([
    'Accounts without activity for 3 years are deleted, after two warnings by mail.',
    'Accounts without activity are no longer deleted.',
  ])
  for (const years of [0, 11, 1.5]) expect((await set(years)).statusCode).toBe(400)
  for (const as of [t, t.as(await t.make.user({ role: 'moderator' }))]) {
    expect((await as.call(contract.getRetention, {})).statusCode).toBe(404)
    expect((await as.call(contract.setRetention, { body: { years: 1 } })).statusCode).toBe(404)
  }
  expect((await asAdmin.call(contract.getRetention, {})).json()).toMatchObject({ years: null, warned_once: 0 })
})
