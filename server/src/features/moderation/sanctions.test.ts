import * as accounts from '@wtpu/contract/accounts/accounts'
import { deleteAccount } from '@wtpu/contract/accounts/settings'
import * as contract from '@wtpu/contract/moderation/cases'
import { castVote } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { spreadSanctions } from '#community/block-users.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { moderationCases } from '#db/schema/moderation.ts'
import { notificationEvents } from '#db/schema/notifications.ts'
import { polls } from '#db/schema/polls.ts'
import { addMissingVoterKeys } from '#db/voters.ts'
import { createPoll } from '#features/polls/create-poll.ts'
import { findOrCreateByProvider } from '#features/accounts/openid.ts'
import { leave, runDuring } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { blockAccount, unblockAccount } from './on-server.ts'

type Row = { id: number }

const password = 'difference engine'
const [day, byServer] = [86_400_000, { actor: 'Grace', reason: 'Many accounts.' }]

async function startSite() {
  const t = await startTestApp()
  const ada = await t.make.user({ role: 'moderator', ...confirmed })
  const tryTo = async (moderator: Row, { id }: Row, action: 'suspend' | 'block', days: 1 | 7 | 30 = 7) => {
    const open = { kind: 'user', contentId: id, authorId: id, closedAt: null } as const
    const target = [moderationCases.kind, moderationCases.contentId]
    const [found] = await t.db
      .insert(moderationCases)
      .values(open)
      .onConflictDoUpdate({ target, set: open })
      .returning()
    const body = { action, days, rule: 1, sentence: 'Please stop.' }
    return t.as(moderator).call(contract.decideCase, { params: { id: found!.id }, body })
  }
  const decide = async (about: Row, action: 'suspend' | 'block', days?: 1 | 7 | 30) => {
    const response = await tryTo(ada, about, action, days)
    expect(response.statusCode).toBe(200)
    return response.json<{ action_id: number }>().action_id
  }
  return {
    t,
    ada,
    tryTo,
    decide,
    undo: (id: number) => t.as(ada).call(contract.undoAction, { params: { id }, body: { reason: 'A mistake.' } }),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

const confirmed = { email_verified_at: new Date() }

async function signUp(t: TestApp, email: string): Promise<Row> {
  const body = { first_name: 'Bo', last_name: 'L', state: 'NY', email, password, confirm_password: password }
  return (await t.call(accounts.register, { body })).json()
}

async function confirm(t: TestApp, ...people: Row[]) {
  for (const { id } of people) await t.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id))
}

async function stateOf(t: TestApp, { id }: Row): Promise<string> {
  const [row] = await t.db.select().from(users).where(eq(users.id, id))
  if (!row?.isActive) return 'blocked'
  return (row.suspendedUntil?.getTime() ?? 0) > Date.now() ? 'suspended' : 'free'
}

const signIn = (t: TestApp, username: string) => t.call(accounts.createToken, { body: { username, password } })

describe('a sanction', () => {
  test.each(['suspend', 'block'] as const)(
    '(%s) reaches all accounts of the mailbox, and ends for all',
    async (action) => {
      await using site = await startSite()
      const { t, decide, undo } = site
      const [main, alias, other] = [
        await signUp(t, 'b.o@gmail.com'),
        await signUp(t, 'bo+second@googlemail.com'),
        await signUp(t, 'bo@wtpu.example'),
      ]
      await confirm(t, main)
      const poll = await t.make.poll()
      const vote = (user: Row) => t.as(user).call(castVote, { params: poll, body: { option_id: poll.options[0]!.id } })
      for (const user of [main, alias]) await t.as(user).authorization()

      const id = await decide(main, action)

      const code = action === 'block' ? 'not_signed_in' : 'suspended'
      expect((await vote(main)).json()).toMatchObject({ code })
      expect((await vote(alias)).json()).toMatchObject({ code })
      const sanctioned = action === 'block' ? 'blocked' : 'suspended'
      const later = await signUp(t, 'B.O+third@gmail.com')
      const google = {
        label: 'Google',
        issuer: 'i',
        subject: 's',
        email_verified: true,
        first_name: 'Bo',
        last_name: 'L',
        picture: null,
      }
      const byGoogle = { id: (await findOrCreateByProvider(t.app, { ...google, email: 'bo+google@gmail.com' })).userId }
      const all = [main, alias, later, byGoogle]
      for (const user of all) expect(await stateOf(t, user)).toBe(sanctioned)
      expect((await signIn(t, 'b.o+third@gmail.com')).statusCode).toBe(action === 'block' ? 403 : 200)
      expect((await vote(other)).statusCode).toBe(200)

      await undo(id)
      for (const user of all) expect(await stateOf(t, user)).toBe('free')
    },
  )

  test('is not lost by deleting the account and registering again, and ends in time', async () => {
    await using site = await startSite()
    const { t, decide, undo } = site
    const before = await signUp(t, 'bo@wtpu.example')
    const id = await decide(before, 'suspend')
    expect((await t.as(before).call(deleteAccount, { body: { password } })).statusCode).toBe(200)

    const again = await signUp(t, 'Bo+again@wtpu.example')
    expect(await stateOf(t, again)).toBe('suspended')
    await undo(id)
    expect(await stateOf(t, again)).toBe('free')
    await t.db.update(users).set({ suspendedUntil: sql`now() - interval '1 second'` })
    expect(await stateOf(t, await signUp(t, 'bo@wtpu.example'))).toBe('free')
  })

  test('on the server blocks and unblocks all accounts of the mailbox', async () => {
    await using site = await startSite()
    const { t } = site
    const [main, alias] = [await signUp(t, 'bo@wtpu.example'), await signUp(t, 'bo+x@wtpu.example')]
    await blockAccount(t.app, 'bo+x@wtpu.example', byServer)
    expect([await stateOf(t, main), await stateOf(t, alias)]).toEqual(['blocked', 'blocked'])
    await unblockAccount(t.app, 'bo@wtpu.example', byServer)
    expect([await stateOf(t, main), await stateOf(t, alias)]).toEqual(['free', 'free'])
  })

  test('of an alias that anybody can have registered does not reach a confirmed account, nor staff', async () => {
    await using site = await startSite()
    const { t, ada, tryTo, decide, undo } = site
    const [owner, fake] = [await signUp(t, 'bo@wtpu.example'), await signUp(t, 'bo+fake@wtpu.example')]
    await confirm(t, owner)
    const ids = [await decide(fake, 'suspend'), await decide(fake, 'block')]
    expect([await stateOf(t, owner), await stateOf(t, fake)]).toEqual(['free', 'blocked'])
    const own = await decide(owner, 'suspend', 1)
    for (const id of ids) await undo(id)
    expect([await stateOf(t, owner), await stateOf(t, fake)]).toEqual(['suspended', 'suspended'])
    await undo(own)
    expect([await stateOf(t, owner), await stateOf(t, fake)]).toEqual(['free', 'free'])

    const staff = await t.make.user({ role: 'moderator', ...confirmed })
    const alias = await t.make.user(confirmed)
    await t.db.execute(
      sql`update users set voter_id = (select voter_id from users where id = ${staff.id}) where id = ${alias.id}`,
    )
    expect((await tryTo(ada, alias, 'suspend')).json().code).toBe('forbidden')
    expect((await tryTo(staff, alias, 'suspend')).json().code).toBe('own_case')
  })

  test('of an earlier version or of a merged voter reaches the other accounts at the next start', async () => {
    await using site = await startSite()
    const { t } = site
    const blocked = [await signUp(t, 'bo@wtpu.example'), await signUp(t, 'bo+x@wtpu.example')] as const
    const suspended = [
      await t.make.user({ email: 'cy@gmail.com' }),
      await t.make.user({ email: 'c.y@gmail.com' }),
    ] as const
    const [owner, fake] = [await signUp(t, 'di@wtpu.example'), await signUp(t, 'di+fake@wtpu.example')]
    const [staff, alias] = [await signUp(t, 'ed@wtpu.example'), await signUp(t, 'ed+x@wtpu.example')]
    await confirm(t, owner)
    const sanction = (values: Partial<typeof users.$inferInsert>, ...people: Row[]) =>
      Promise.all(people.map(({ id }) => t.db.update(users).set(values).where(eq(users.id, id))))
    await sanction({ blockedAt: new Date() }, blocked[0], fake, alias)
    await sanction({ suspendedUntil: new Date(Date.now() + day) }, suspended[0])
    await sanction({ role: 'moderator' }, staff)
    await t.as(blocked[1]).authorization()

    await addMissingVoterKeys(t.db, t.app.keys)
    await spreadSanctions(t.db)

    expect(await stateOf(t, blocked[1])).toBe('blocked')
    const open = sql`user_id = ${blocked[1].id} and revoked_at is null`
    expect(await t.db.$count(sessions, open)).toBe(0)
    expect(await stateOf(t, suspended[1])).toBe('suspended')
    expect([await stateOf(t, owner), await stateOf(t, staff)]).toEqual(['free', 'free'])
    await unblockAccount(t.app, 'bo+x@wtpu.example', byServer)
    await spreadSanctions(t.db)
    expect(await stateOf(t, blocked[0])).toBe('free')
  })

  test('reaches an account that is registered at the same time, and a poll that is being created is not stored', async () => {
    await using site = await startSite()
    const { t, decide } = site
    const main = await signUp(t, 'bo@wtpu.example')
    // The registration holds the mailbox until it commits.
    const { rows } = await t.db.execute<{ key: string }>(sql`select encode(email_key, 'hex') as key from voter_keys`)
    let alias = 0
    await runDuring(
      t,
      async (tx) => {
        await tx.execute(
          sql`update voter_keys set email_key = email_key where encode(email_key, 'hex') = ${rows[0]!.key}`,
        )
        const inserted = await tx.execute<Row>(sql`insert into users (username, email, voter_id)
          select 'alias', 'bo+alias@wtpu.example', voter_id from users where id = ${main.id} returning id`)
        alias = inserted.rows[0]!.id
      },
      () => decide(main, 'suspend'),
    )
    await expect.poll(() => stateOf(t, { id: alias })).toBe('suspended')

    const late = createPoll(t.db, { ...newPoll, duration_days: 7, userId: main.id, confirmedOnly: false })
    await expect(late).rejects.toMatchObject({ code: 'suspended' })
  })
})

const newPoll = { question: 'Later?', category: 'General', options: ['Yes', 'No'] }

describe('a scheduled poll', () => {
  async function schedule(t: TestApp, creator: Row, hours: number) {
    const time = new Date(Date.now() + hours * 3_600_000).toISOString()
    const official = await t.make.politician()
    const when = { schedule_date: time.slice(0, 10), schedule_time: time.slice(11, 16), user_timezone: 'UTC' }
    const input = { ...newPoll, ...when, politician: official.id, userId: creator.id, confirmedOnly: false }
    return createPoll(t.db, input)
  }
  async function timesOf(t: TestApp, { id }: Row) {
    const [row] = await t.db.select().from(polls).where(eq(polls.id, id))
    const events = await t.db
      .select()
      .from(notificationEvents)
      .where(sql`content_kind = 'poll' and content_id = ${id}`)
    const due = Object.fromEntries(events.map(({ kind, dueAt }) => [kind, dueAt.getTime()]))
    const [at, closes] = [row!.publishedAt.getTime(), row!.closesAt!.getTime()]
    expect(due).toEqual({ poll_opened: at, poll_closed: closes })
    expect(closes - at).toBe(7 * day)
    return at
  }
  const inDays = (time: number) => Math.round((time - Date.now()) / day)

  test('waits for the end of its creator’s suspension and a day more, and has its own time again after an undo', async () => {
    await using site = await startSite()
    const { t, decide, undo } = site
    const creator = await t.make.user()
    const [soon, later] = [await schedule(t, creator, 2), await schedule(t, creator, 24 * 20)]
    const [before, planned] = [await timesOf(t, soon), await timesOf(t, later)]

    const short = await decide(creator, 'suspend', 7)
    expect(inDays(await timesOf(t, soon))).toBe(8)
    expect(await timesOf(t, later)).toBe(planned)
    const long = await decide(creator, 'suspend', 30)
    expect([inDays(await timesOf(t, soon)), inDays(await timesOf(t, later))]).toEqual([31, 31])
    await undo(long)
    expect(inDays(await timesOf(t, soon))).toBe(8)
    expect(await timesOf(t, later)).toBe(planned)
    await undo(short)
    expect(await timesOf(t, soon)).toBe(before)
  })

  test('of a blocked creator is not published; of one who is unblocked after its time, a day later', async () => {
    await using site = await startSite()
    const { t, decide, undo } = site
    const creator = await t.make.user()
    const poll = await schedule(t, creator, 2)
    const block = await decide(creator, 'block')
    expect(inDays(await timesOf(t, poll))).toBeGreaterThan(36_000)
    await t.db.update(polls).set({ chosenAt: sql`now() - interval '1 hour'` })
    await undo(block)
    expect(inDays(await timesOf(t, poll))).toBe(1)
  })

  test('of a deleted account is deleted, and one that was published stays', async () => {
    await using site = await startSite()
    const { t } = site
    const creator = await t.make.user()
    await schedule(t, creator, 2)
    const published = await t.make.poll({ creator: creator.id })
    await leave(t, t.db, creator)()
    expect(await t.db.select({ id: polls.id }).from(polls)).toEqual([{ id: published.id }])
  })
})
