import { getAccount, refreshToken } from '@wtpu/contract/accounts/accounts'
import { likePost } from '@wtpu/contract/boiler-room/likes'
import { followPolitician } from '@wtpu/contract/notifications/notifications'
import * as contract from '@wtpu/contract/accounts/people'
import { requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import { getAccountData } from '@wtpu/contract/accounts/settings'
import { listLoggedAccounts, listModerationLog } from '@wtpu/contract/moderation/cases'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lockPeople } from '#db/people.ts'
import { emailConfirmations, users } from '#db/schema/accounts.ts'
import { mailDeliveries } from '#db/schema/mails.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { inboxes } from '#db/schema/notifications.ts'
import { site as siteTable } from '#db/schema/site.ts'
import { blocking } from '#db/visibility.ts'
import { recordDeliveries } from '#mail/deliveries.ts'
import { ago, established } from '#testing/ago.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'

async function startSite(settings: Parameters<typeof startTestApp>[0] = {}) {
  const t = await startTestApp(settings)
  const admin = await t.make.user({ role: 'admin', username: 'grace', first_name: 'Grace', last_name: 'Hopper' })
  const ada = { first_name: 'Ada', last_name: 'O’Brien-Łukasz', username: 'countess', email: 'ada@engine.example' }
  const user = await t.make.user({ ...ada, ...established })
  const asAdmin = t.as(admin)
  const list = async (querystring: object = {}) =>
    (await asAdmin.call(contract.listPeople, { querystring })).json<{
      results: contract.PersonSummary[]
      next: string | null
    }>()
  const ids = async (querystring: object) => (await list(querystring)).results.map(({ id }) => id)
  const person = async (id: number) =>
    (await asAdmin.call(contract.getPerson, { params: { id } })).json<contract.Person>()
  const reasons = async () =>
    (await t.db.select().from(moderationActions).orderBy(moderationActions.id)).map(({ reason }) => reason)
  return { t, admin, asAdmin, user, list, ids, person, reasons, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('people are found by a part of the name, the username or the email', async () => {
  await using site = await startSite()
  const { t, user, ids } = site
  const other = await t.make.user({ first_name: 'Percent', last_name: '100%', username: 'percent_age' })
  for (const q of ['ada', 'BRIEN', 'o’brien', 'lukasz', 'Łukasz', 'ount', 'engine.ex', ' a@eng ', 'ada o countess']) {
    expect(await ids({ q }), q).toEqual([user.id])
  }
  expect(await ids({ q: 'percent_' })).toEqual([other.id])
  // Neither is a pattern.
  expect(await ids({ q: 'percent%age' })).toEqual([])
  expect(await ids({ q: 'coun_ess' })).toEqual([])
  // Too short for the index, so it is a whole username.
  expect(await ids({ q: 'a' })).toEqual([])
})

test('pages are newest first, and filters know roles, confirmation, sanctions and who was not seen', async () => {
  await using site = await startSite()
  const { t, admin, user, list, ids } = site
  const [moderator, blocked, suspended] = [
    await t.make.user({ role: 'moderator' }),
    await t.make.user(),
    await t.make.user(established),
  ]
  await t.db.update(users).set(blocking(true)).where(eq(users.id, blocked.id))
  await t.db
    .update(users)
    .set({ suspendedUntil: sql`now() + interval '1 day'` })
    .where(eq(users.id, suspended.id))
  await t.db
    .update(users)
    .set({ suspendedUntil: ago('1 day') })
    .where(eq(users.id, moderator.id))

  const first = await list({ limit: 3 })
  expect(first.results.map(({ id }) => id)).toEqual([suspended.id, blocked.id, moderator.id])
  expect(await ids({ limit: 3, cursor: first.next })).toEqual([user.id, admin.id])
  expect(first.results[0]).toMatchObject({
    is_blocked: false,
    suspended_until: expect.any(String),
    email_confirmed: true,
  })
  expect(first.results[1]).toMatchObject({ is_blocked: true, suspended_until: null, last_seen_known: true })

  expect(await ids({ filter: 'moderators' })).toEqual([moderator.id])
  expect(await ids({ filter: 'admins' })).toEqual([admin.id])
  expect(await ids({ filter: 'confirmed' })).toEqual([suspended.id, user.id])
  expect(await ids({ filter: 'unconfirmed' })).toEqual([blocked.id, moderator.id, admin.id])
  expect(await ids({ filter: 'suspended' })).toEqual([suspended.id])
  expect(await ids({ filter: 'blocked' })).toEqual([blocked.id])
  const seen = (person: { id: number }, interval: string) =>
    t.db
      .update(users)
      .set({ lastSeenOn: ago(interval) })
      .where(eq(users.id, person.id))
  await seen(user, '31 days')
  await seen(blocked, '2 years')
  expect(await ids({ filter: 'not_seen' })).toEqual([blocked.id, user.id])
  expect(await ids({ filter: 'inactive' })).toEqual([blocked.id])
  await t.db.insert(siteTable).values({ seenSince: sql`current_date - 31` })
  const known = (await list()).results.map(({ id, last_seen_known }) => [id, last_seen_known])
  expect(known.filter(([, isKnown]) => !isKnown).map(([id]) => id)).toEqual([blocked.id, user.id])
})

test('signing in and coming back note the day, once, and wait for nobody', async () => {
  await using site = await startSite()
  const { t } = site
  const user = await t.make.user({ last_seen_on: ago('3 days') })
  const noted = async () => {
    const { rows } = await t.db.execute<{ days: number; version: string }>(
      sql`select current_date - last_seen_on as days, xmin::text as version from users where id = ${user.id}`,
    )
    return rows[0]
  }
  const lapse = () =>
    t.db
      .update(users)
      .set({ lastSeenOn: ago('3 days') })
      .where(eq(users.id, user.id))
  const { refresh } = await t.signIn(user.id)
  expect(await noted()).toMatchObject({ days: 0 })

  await lapse()
  const rotate = async (token: string) =>
    (await t.call(refreshToken, { body: { refresh: token } })).json<{ refresh: string }>().refresh
  const second = await t.db.transaction(async (tx) => {
    await lockPeople(tx, [user.id])
    return rotate(refresh)
  })
  expect(await noted()).toMatchObject({ days: 3 })
  const third = await rotate(second)
  const first = await noted()
  expect(first).toMatchObject({ days: 0 })
  expect(await rotate(third)).toBeTruthy()
  await t.signIn(user.id)
  expect(await noted()).toEqual(first)
})

test('a person has facts: content, devices, decisions, and what is known of mails', async () => {
  await using site = await startSite()
  const { t, admin, user, person } = site
  const post = await t.make.post({ author: user })
  await t.make.discussion({ author: user })
  await t.make.poll({ creator: user.id })
  await t.as(user).call(getAccount, {})
  await t.db.insert(moderationActions).values({
    actor: 'grace',
    actorId: admin.id,
    action: 'suspend',
    days: 7,
    subjectKind: 'post',
    subjectId: post.id,
    userId: user.id,
    reason: 'Insults.',
  })
  expect(await person(user.id)).toMatchObject({
    name: 'Ada O’Brien-Łukasz',
    email: 'ada@engine.example',
    posts: 1,
    discussions: 1,
    comments: 0,
    polls: 1,
    sessions: 1,
    last_seen_on: new Date().toISOString().slice(0, 10),
    decisions: [{ action: 'suspend', days: 7, undone: false }],
    confirmation_sent_at: null,
    email_rejected: false,
  })
  await t.db
    .insert(inboxes)
    .values({ userId: user.id, refusedEmail: 'Ada@engine.example' })
    .onConflictDoUpdate({ target: inboxes.userId, set: { refusedEmail: 'Ada@engine.example' } })
  expect(await person(user.id)).toMatchObject({ email_rejected: true })
})

test('an admin sends the confirmation again, within the limit of the mailbox', async () => {
  await using site = await startSite()
  const { t, asAdmin, person } = site
  const newcomer = await t.make.user()
  const resend = async (id: number) =>
    (await asAdmin.call(contract.resendPersonConfirmation, { params: { id } })).statusCode
  expect(await resend(newcomer.id)).toBe(200)
  expect(await t.db.$count(emailConfirmations, eq(emailConfirmations.userId, newcomer.id))).toBe(1)
  expect((await person(newcomer.id)).confirmation_sent_at).not.toBeNull()
  expect(await resend(site.user.id)).toBe(409)
  expect(await resend(newcomer.id + 999)).toBe(404)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) statuses.push(await resend(newcomer.id))
  expect(statuses.at(-1)).toBe(429)
  // What was not done is not in the log.
  const sent = statuses.filter((status) => status === 200).length + 1
  expect(await site.reasons()).toEqual(Array(sent).fill('An account was sent another link that confirms its email.'))
})

test('what became of the last mail is known, whichever it was, until the account is deleted', async () => {
  await using mailbox = await startMailbox()
  await using site = await startSite({ smtpUrl: mailbox.url })
  const { t, asAdmin, user, person } = site
  expect(await person(user.id)).toMatchObject({ last_mail: null })
  await asAdmin.call(contract.exportPerson, { params: { id: user.id } })
  const day = new Date().toISOString().slice(0, 10)
  const lastMail = async () => (await person(user.id)).last_mail
  await expect.poll(lastMail).toEqual({ kind: 'decision', day, outcome: 'accepted' })

  mailbox.rejectMailTo(user.email)
  await t.call(requestPasswordReset, { body: { email: user.email } })
  await expect.poll(lastMail).toEqual({ kind: 'code', day, outcome: 'rejected' })
  expect((await t.as(user).call(getAccountData, {})).json()).toMatchObject({ profile: { last_mail: { kind: 'code' } } })

  const body = { username: 'countess' }
  expect((await asAdmin.call(contract.deletePerson, { params: { id: user.id }, body })).statusCode).toBe(200)
  // Not noted for an account that is deleted meanwhile either.
  const mail = {
    ...user,
    userId: user.id,
    kind: 'code',
    to: user.email,
    subject: '',
    text: '',
    html: '',
    id: '',
  } as const
  await recordDeliveries(t.db, [{ ...mail, date: new Date() }], 'accepted')
  expect(await t.db.$count(mailDeliveries, eq(mailDeliveries.userId, user.id))).toBe(0)
})

test('an admin ends all sessions of a person', async () => {
  await using site = await startSite()
  const { t, asAdmin, user } = site
  expect((await t.as(user).call(getAccount, {})).statusCode).toBe(200)
  const end = () => asAdmin.call(contract.endPersonSessions, { params: { id: user.id } })
  expect((await end()).json()).toEqual({ ended: 1 })
  expect((await t.as(user).call(getAccount, {})).statusCode).toBe(401)
  expect(await site.reasons()).toEqual(['An account was signed out on all its devices.'])
})

test('an export has what the person can download except what they chose, they get a mail, and the log does not say whose it is', async () => {
  await using mailbox = await startMailbox()
  await using site = await startSite({ smtpUrl: mailbox.url })
  const { t, admin, asAdmin, user } = site
  await t.make.post({ author: user })
  await t.make.vote({ poll: await t.make.poll({ options: ['Chosen', 'Other'] }), user })
  const [official, liked] = [await t.make.politician(), await t.make.post({ author: await t.make.user() })]
  await t.make.rating({ politician: official, user })
  await t.as(user).call(likePost, { params: { id: liked.id } })
  await t.as(user).call(followPolitician, { params: { id: official.id } })
  await t.db.execute(sql`insert into common_ground_members (voter_id, "group")
    select voter_id, 'A' from users where id = ${user.id}`)
  await t.db.execute(sql`insert into notifications (user_id, kind, subject_kind, subject_id)
    values (${user.id}, 'poll_closed', 'poll', 1), (${user.id}, 'follower', 'user', ${user.id})`)
  const own = (await t.as(user).call(getAccountData, {})).json()
  const response = await asAdmin.call(contract.exportPerson, { params: { id: user.id } })
  const exported = response.json()
  const { exported_at: _at, sessions: devices, ...data } = exported
  // The public profile hides the email from others, and the export has it.
  const { opinion_group: group, ...profile } = own.profile
  const { votes, ratings, undone_votes, undone_ratings, pending_answers, post_likes, ...others } = own
  const { comment_likes, discussion_likes, followed_officials, messages, reasons, reason_judgements, ...rest } = others
  delete rest.exported_at
  delete rest.sessions
  const notifications = rest.notifications.filter(({ kind }: { kind: string }) => kind !== 'poll_closed')
  for (const none of [comment_likes, discussion_likes, messages, reasons, reason_judgements]) expect(none).toEqual([])
  expect({
    group,
    votes,
    ratings,
    undone_votes,
    undone_ratings,
    pending_answers,
    post_likes,
    followed_officials,
  }).toMatchObject({
    group: 'A',
    votes: [{ option: 'Chosen' }],
    ratings: [{ type: 'good' }],
    undone_votes: [],
    undone_ratings: [],
    pending_answers: [],
    post_likes: [{ post: liked.id }],
    followed_officials: [{ politician: official.id }],
  })
  expect([rest.notifications.length, notifications.length]).toEqual([2, 1])
  expect(data).toEqual({ ...rest, profile, notifications })
  expect(devices).toHaveLength(1)
  expect(response.body).not.toContain('Chosen')

  await expect
    .poll(() => Object.fromEntries(mailbox.mails.map(({ subject, to }) => [to?.[0]?.address, subject])))
    .toEqual({
      'ada@engine.example': 'WTPU: An admin exported your data',
      [admin.email]: 'An admin of WTPU exported an account',
    })
  expect(mailbox.mails.find(({ to }) => to?.[0]?.address === admin.email)?.text).toContain('@grace exported')
  const log = (await t.call(listModerationLog, { querystring: {} })).body
  expect(log).toContain('The data of an account were exported')
  expect(log).not.toMatch(/countess|Ada|engine|casey/)
  const [{ id }] = JSON.parse(log).results
  const named = await asAdmin.call(listLoggedAccounts, { querystring: { ids: `${id},${id + 1}` } })
  expect(named.json()).toEqual([{ id, account: user.id, name: 'Ada O’Brien-Łukasz', username: 'countess' }])
})

test('an admin deletes an account like its owner, after typing its username, and never staff', async () => {
  await using mailbox = await startMailbox()
  await using site = await startSite({ smtpUrl: mailbox.url })
  const { t, admin, asAdmin, user } = site
  const [poll, asUser] = [await t.make.poll(), t.as(user)]
  expect((await asUser.call(getAccount, {})).statusCode).toBe(200)
  await t.make.vote({ poll, user })
  const remove = (id: number, username: string) =>
    asAdmin.call(contract.deletePerson, { params: { id }, body: { username } })
  const rejected = await remove(user.id, 'casey')
  expect([rejected.statusCode, rejected.json().fields]).toEqual([
    403,
    { username: ['Please type the username of this account'] },
  ])
  expect((await remove(admin.id, 'grace')).json()).toMatchObject({ code: 'is_staff' })
  expect(await site.reasons()).toEqual([])

  // Two admins, or two clicks.
  const other = t.as(await t.make.user({ role: 'admin' }))
  const both = await Promise.all([
    remove(user.id, ' @Countess '),
    other.call(contract.deletePerson, { params: { id: user.id }, body: { username: 'countess' } }),
  ])
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
  expect(await site.reasons()).toEqual(['An account was deleted, because its owner asked for it.'])
  expect((await asUser.call(getAccount, {})).statusCode).toBe(401)
  expect((await asAdmin.call(contract.getPerson, { params: { id: user.id } })).statusCode).toBe(404)
  const [row] = await t.db.select().from(users).where(eq(users.id, user.id))
  expect(row).toMatchObject({ username: null, email: null, firstName: '' })
  await expect
    .poll(() => mailbox.mails.map(({ subject }) => subject))
    .toEqual(Array(2).fill('An admin of WTPU deleted an account'))
  expect(mailbox.mails[0]?.text).toMatch(/ deleted the account @countess, which had the number/)
  const { rows } = await t.db.execute(sql`select count(*)::int as votes from poll_votes where user_id = ${user.id}`)
  expect(rows).toEqual([{ votes: 1 }])
})
