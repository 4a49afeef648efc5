import { getAccount } from '@wtpu/contract/accounts/accounts'
import * as contract from '@wtpu/contract/accounts/on-demand/factors'
import { listPeople } from '@wtpu/contract/accounts/people'
import { prove } from '@wtpu/contract/accounts/proof'
import { getPost } from '@wtpu/contract/boiler-room/posts'
import type { Endpoint, Input } from '@wtpu/contract/endpoint'
import { pinForumComment } from '@wtpu/contract/forums/comments'
import { getDiscussion, startSlowDiscussion, unlockDiscussion } from '@wtpu/contract/forums/discussions'
import { createTag, mergeTags } from '@wtpu/contract/forums/tags'
import { listCases } from '@wtpu/contract/moderation/cases'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import { getSiteState } from '@wtpu/contract/on-demand/admin'
import { startSlowWall } from '@wtpu/contract/politicians'
import { getRecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { createPoll, tieRollCall } from '@wtpu/contract/polls/polls'
import { pollTemplates } from '@wtpu/contract/site/poll-templates'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { Config } from '#config.ts'
import { demoPasswordHash } from '#db/demo-accounts.ts'
import { users } from '#db/schema/accounts.ts'
import { moderationActions, moderationCases } from '#db/schema/moderation.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { polls } from '#db/schema/polls.ts'
import { removal } from '#db/visibility.ts'
import { openSession } from '#features/accounts/sessions.ts'
import { startTestApp } from '#testing/test-app.ts'

type Send = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<{ statusCode: number; json: () => unknown }>

async function startSite(settings: Partial<Config> = {}) {
  const t = await startTestApp(settings)
  /** Calls by a session that began with the password alone. */
  const weakly = async (user: { id: number }): Promise<Send> => {
    const opened = await openSession(t.app, { userId: user.id, remember: false, userAgent: 'Test' })
    if (!opened || 'ticket' in opened) throw new Error('there is no session')
    return (endpoint, input) => t.call(endpoint, input, { authorization: `Bearer ${opened.access}` })
  }
  return { ...t, weakly, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('a session without a second factor reads as that of a member, in each call that asks for a role', async () => {
  await using t = await startSite()
  const [admin, member, author] = [await t.make.user({ role: 'admin' }), await t.make.user(), await t.make.user()]
  const [discussion, locked] = [
    await t.make.discussion({ author }),
    await t.make.discussion({ author, locked_at: new Date() }),
  ]
  const comment = await t.make.forumComment({ discussion, author })
  const [tag, other] = await Promise.all(['one', 'two'].map((name) => t.make.tag({ name })))
  const [poll, heldPoll, politician, post] = [
    await t.make.poll(),
    await t.make.poll(),
    await t.make.politician(),
    await t.make.post({ author }),
  ]
  await t.db.insert(moderationCases).values([
    { kind: 'poll', contentId: heldPoll.id, hidden: true },
    { kind: 'post', contentId: post.id, hidden: true, authorId: author.id },
  ])
  await t.db.update(polls).set({ removedAt: new Date() }).where(eq(polls.id, heldPoll.id))
  await t.db.update(posts).set(removal('')).where(eq(posts.id, post.id))
  const [template] = pollTemplates
  const idempotencyKey = template?.id ?? ''
  const newPoll = {
    question: 'Should the bridge open?',
    options: ['Yes', 'No'],
    category: 1,
    duration_days: 7 as const,
  }
  const publications = () => t.db.$count(moderationActions, eq(moderationActions.action, 'publish'))
  const status = async (answer: ReturnType<Send>) => (await answer).statusCode

  const calls: Record<string, (send: Send) => Promise<unknown>> = {
    'the administration': (send) => status(send(getSiteState, {})),
    'the people': (send) => status(send(listPeople, { querystring: {} })),
    'the cases': (send) => status(send(listCases, { querystring: {} })),
    'the recent voters': (send) => status(send(getRecentVoters, { params: poll })),
    'a held poll': (send) => status(send(getHeldContent, { params: { kind: 'poll', id: heldPoll.id } })),
    'a held post': (send) => status(send(getPost, { params: post })),
    'what a discussion offers': async (send) => (await send(getDiscussion, { params: discussion })).json(),
    'a slow discussion': (send) => status(send(startSlowDiscussion, { params: discussion })),
    'a slow wall': (send) => status(send(startSlowWall, { params: politician })),
    'a pinned comment': (send) => status(send(pinForumComment, { params: comment })),
    'the end of a lock': (send) => status(send(unlockDiscussion, { params: locked })),
    'a new tag of a new account': (send) => status(send(createTag, { body: { name: 'bridges' } })),
    'a merged tag': (send) => status(send(mergeTags, { params: { id: tag ?? 0 }, body: { into: other ?? 0 } })),
    'a tie': (send) => status(send(tieRollCall, { params: poll, body: { roll_call: null } })),
    'the entry of a first poll': async (send) => {
      await send(createPoll, { body: { ...newPoll, idempotency_key: idempotencyKey } })
      return publications()
    },
    'the role': async (send) => {
      const { role } = (await send(getAccount, {})).json() as { role: string }
      return role
    },
  }
  const asAdmin = t.as(admin)
  const [weak, plain]: Send[] = [await t.weakly(admin), await t.weakly(member)]
  for (const [name, call] of Object.entries(calls)) {
    const asked = await call(weak ?? asAdmin.call)
    expect(asked, name).toEqual(await call(plain ?? asAdmin.call))
    if (name !== 'the entry of a first poll') expect(await call(asAdmin.call), name).not.toEqual(asked)
  }
})

test('setting a second factor up makes the session count, and a proof by it makes another one count', async () => {
  await using t = await startSite()
  const admin = await t.make.user({ role: 'admin', password: 'typed before the code' })
  const [first, second] = [await t.weakly(admin), await t.weakly(admin)]
  const roleOf = async (send: Send) => (await send(getAccount, {})).json()
  expect(await roleOf(first)).toMatchObject({ role: 'user', waiting_role: 'admin' })
  const { secret } = (await first(contract.startApp, {})).json() as { secret: string }
  const code = (seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 })
  expect((await first(contract.confirmApp, { body: { code: code() } })).statusCode).toBe(200)
  expect(await roleOf(first)).toMatchObject({ role: 'admin', waiting_role: null })
  expect(await roleOf(second)).toMatchObject({ role: 'user', waiting_role: 'admin' })
  expect((await second(prove, { body: { password: 'typed before the code' } })).statusCode).toBe(403)
  expect(await roleOf(second)).toMatchObject({ role: 'user' })
  expect((await second(prove, { body: { code: code(30) } })).statusCode).toBe(200)
  expect(await roleOf(second)).toMatchObject({ role: 'admin' })
})

test.each([
  ['the site does not ask for one', { staffNeedSecondFactor: false }, {}, 'admin'],
  ['the account has the published password of the demo', {}, { passwordHash: demoPasswordHash }, 'admin'],
  ['the account has a password of its own', {}, { passwordHash: 'another' }, 'user'],
])('without a second factor, when %s', async (_name, settings, change, role) => {
  await using t = await startSite(settings)
  const admin = await t.make.user({ role: 'admin' })
  await t.db
    .update(users)
    .set({ passwordHash: null, ...change })
    .where(eq(users.id, admin.id))
  const send = await t.weakly(admin)
  expect((await send(getAccount, {})).json()).toMatchObject({ role })
})
