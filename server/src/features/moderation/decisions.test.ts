import * as threads from '@wtpu/contract/forums/comments'
import * as forums from '@wtpu/contract/forums/discussions'
import { listPosts } from '@wtpu/contract/boiler-room/posts'
import * as appeals from '@wtpu/contract/moderation/appeals'
import * as contract from '@wtpu/contract/moderation/cases'
import type { DecisionAction } from '@wtpu/contract/moderation/decided'
import { getModerationFigures, type ModerationFigures } from '@wtpu/contract/moderation/figures'
import * as ownDecisions from '@wtpu/contract/moderation/own-decisions'
import { castVote } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { sweepRemovedPosts } from '#writing/delete-posts.ts'
import { replaceTags } from '#writing/tag-uses.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { moderationCases } from '#db/schema/moderation.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { removeContent } from './on-server.ts'
import { type Reported, type Row, report, startSite, wallComment } from '#testing/moderated-site.ts'

describe('decisions', () => {
  test('remove and undo each kind of content, with its counters', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const discussion = await t.make.discussion({ author })
    const [roads, parks] = await t.make.tags('Roads', 'Parks')
    await t.db.transaction((tx) => replaceTags(tx, discussion.id, [parks, roads]))
    const other = await t.make.discussion({ author })
    const top = await t.make.forumComment({ discussion: other, author })
    const reply = await t.make.forumComment({ discussion: other, author, parent: top })
    const post = await t.make.post({ author, text: 'Hello #parks' })
    const contents = [
      { kind: 'comment', id: top.id },
      { kind: 'comment', id: reply.id },
      { kind: 'comment', id: await wallComment(t, author) },
      { kind: 'discussion', id: discussion.id },
      { kind: 'discussion', id: other.id },
      { kind: 'post', id: post.id },
      { kind: 'poll', id: (await t.make.poll({ creator: author.id })).id },
    ] as const
    const actions: number[] = []
    const before = await snapshot(t)
    for (const content of contents) {
      await report(t, await t.make.user(), content)
      const decided = await decide(ada, (await findCase(content)).id, { action: 'remove' })
      expect(decided.statusCode, content.kind).toBe(200)
      actions.push(decided.json().action_id)
      expect(await findWrongCounters(t.db), content.kind).toEqual([])
    }
    for (const id of actions) {
      expect((await undo(ada, id)).statusCode).toBe(200)
      expect(await findWrongCounters(t.db)).toEqual([])
    }
    expect(await snapshot(t)).toEqual(before)
    const again = await undo(ada, actions[0]!)
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_undone'])
  })

  test('tell the author what, which rule and why, by mail and on their page', async () => {
    await using mails = await startMailbox()
    const t = await startTestApp({ smtpUrl: mails.url, trustedProxies: 1 })
    const [author, ada] = [await t.make.user(), await t.make.user({ role: 'moderator' })]
    const post = await t.make.post({ author, text: 'Watches, half price.' })
    await report(t, await t.make.user(), { kind: 'post', id: post.id })
    const { results } = (await t.as(ada).call(contract.listCases, { querystring: {} })).json<contract.CasePage>()
    const body = { action: 'remove', rule: 7, sentence: 'This is an advertisement.' } as const
    await t.as(ada).call(contract.decideCase, { params: { id: results[0]!.id }, body })

    await expect.poll(() => mails.mails.length).toBe(1)
    const mail = mails.mails[0]!
    expect(mail.subject).toBe('Your post was removed')
    expect(mail.text).toContain('This is an advertisement.')
    expect(mail.text).toContain('Your post: “Watches, half price.”')
    expect(mail.text).toContain('Nothing for sale.')
    const { decisions } = (await t.as(author).call(ownDecisions.listOwnDecisions, {})).json()
    expect(decisions).toMatchObject([{ kind: 'post', content_id: post.id, action: 'remove', rule: 7, undone: false }])
    await t[Symbol.asyncDispose]()
  })

  test('on the server close the case of content, also while reports hide it, and tell its author', async () => {
    await using mails = await startMailbox()
    await using site = await startSite({ smtpUrl: mails.url })
    const { t, author, findCase, reportByThree, mine } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    await reportByThree(content)
    expect((await mine(author)).held).toHaveLength(1)

    await removeContent(t.app, content, { actor: 'root', reason: 'A court has ordered it.' })
    t.app.outbox.wake()

    expect(await findCase(content)).toBeUndefined()
    const { held, decisions } = await mine(author)
    expect([held, decisions]).toMatchObject([[], [{ action: 'remove', sentence: 'A court has ordered it.' }]])
    await expect.poll(() => mails.mails.map(({ subject }) => subject)).toEqual(['Your post was removed'])
    expect(await findWrongCounters(t.db)).toEqual([])
  })

  test('by two moderators at once: one wins, the other gets a conflict', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase, decide } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    await report(t, await t.make.user(), content)
    const { id } = await findCase(content)

    const both = await Promise.all([decide(ada, id, { action: 'remove' }), decide(grace, id, { action: 'keep' })])
    expect(new Set(both.map((reply) => reply.statusCode))).toEqual(new Set([200, 409]))
    expect(both.find((reply) => reply.statusCode === 409)?.json().code).toBe('already_decided')
    expect(await findWrongCounters(t.db)).toEqual([])
  })

  test('beside content are made in its case, which they open or close', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase, mine, undo } = site
    const discussion = await t.make.discussion({ author })
    const comment = await t.make.forumComment({ discussion, author })
    const decideOn = (user: Row, content: Reported, over: object = {}) =>
      t.as(user).call(contract.decideContent, {
        body: {
          ...content,
          action: 'remove',
          rule: 2,
          sentence: 'Please stay on topic.',
          ...over,
        } as contract.ContentDecision,
      })
    const [onComment, onDiscussion] = [
      { kind: 'comment', id: comment.id },
      { kind: 'discussion', id: discussion.id },
    ] as const
    await report(t, await t.make.user(), onComment)

    expect((await decideOn(author, onComment)).statusCode).toBe(404)
    expect((await decideOn(ada, onComment, { sentence: ' ' })).json().fields).toEqual({
      sentence: [expect.any(String)],
    })
    expect((await decideOn(ada, onComment, { rule: undefined })).statusCode).toBe(400)
    expect((await decideOn(ada, onComment, { action: 'lock' })).statusCode).toBe(400)
    const both = await Promise.all([ada, grace].map((user) => decideOn(user, onComment)))
    expect(both.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
    expect(await findCase(onComment)).toBeUndefined()
    expect((await decideOn(ada, onDiscussion, { action: 'lock' })).statusCode).toBe(200)
    expect((await decideOn(grace, onDiscussion, { action: 'lock' })).json()).toMatchObject({ code: 'already_decided' })

    const { decisions } = await mine(author)
    expect(decisions).toMatchObject([
      { action: 'lock', kind: 'discussion', rule: 2, appeal_until: expect.any(String) },
      { action: 'remove', kind: 'comment', rule: 2, sentence: 'Please stay on topic.' },
    ])
    const closed = await t.as(ada).call(contract.listCases, { querystring: { status: 'closed' } })
    expect(closed.json()).toMatchObject({ results: [{ report_count: 0 }, { report_count: 1 }] })
    await undo(ada, decisions[1]!.id)
    expect(await findWrongCounters(t.db)).toEqual([])
    expect((await decideOn(ada, onComment)).statusCode).toBe(200)

    const own = await t.make.discussion({ author: ada })
    expect((await decideOn(ada, { kind: 'discussion', id: own.id })).json()).toMatchObject({ code: 'own_case' })
  })

  test('are not made by who reported the content, unless nobody else is there', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase, decide, appeal, decideAppeal } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    await report(t, ada, content)
    const { id } = await findCase(content)
    const obstacle = async (user: Row) =>
      (await t.as(user).call(contract.getCase, { params: { id } })).json<contract.Case>().obstacle
    expect(await obstacle(ada)).toBe('You reported this, so another moderator decides.')
    expect(await obstacle(grace)).toBeNull()
    expect((await decide(ada, id, { action: 'remove' })).json()).toMatchObject({ code: 'own_case' })
    const removed = await decide(grace, id, { action: 'remove' })
    expect(removed.statusCode).toBe(200)
    // Grace has made the decision, so Ada is the only one left for the appeal.
    const appealed = await appeal(author, removed.json().action_id)
    expect((await decideAppeal(grace, appealed.json().id, false)).json()).toMatchObject({ code: 'own_case' })
    expect((await decideAppeal(ada, appealed.json().id, false)).statusCode).toBe(200)

    const second = { kind: 'post', id: (await t.make.post({ author })).id } as const
    for (const reporter of [ada, grace]) await report(t, reporter, second)
    expect((await decide(ada, (await findCase(second)).id, { action: 'keep' })).statusCode).toBe(200)
  })

  test('while the author deletes the content leave it deleted, also after an undo', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const discussion = await t.make.discussion({ author })
    const comment = await t.make.forumComment({ discussion, author })
    const content = { kind: 'comment', id: comment.id } as const
    await report(t, await t.make.user(), content)
    const { id } = await findCase(content)
    const erase = () => t.as(author).call(threads.deleteForumComment, { params: { id: comment.id } })
    const [decided] = await Promise.all([decide(ada, id, { action: 'remove' }), erase()])
    expect(decided.statusCode).toBe(200)
    expect(await findWrongCounters(t.db)).toEqual([])
    expect((await undo(ada, decided.json().action_id)).statusCode).toBe(200)
    expect(await findWrongCounters(t.db)).toEqual([])
  })

  test('of a suspension end with it; until then, the account writes through no call but those about itself', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    await report(t, await t.make.user(), content)
    const authorization = await t.as(author).authorization()
    const suspended = await decide(ada, (await findCase(content)).id, { action: 'suspend', days: 7 })
    expect(suspended.statusCode).toBe(200)

    const allowed: string[] = []
    for (const [url, methods] of Object.entries(t.app.swagger().paths ?? {})) {
      for (const method of Object.keys(methods ?? {}).filter((name) => name !== 'get')) {
        const path = url.replace(/\{\w+\}/g, '1')
        const write = async (headers: Record<string, string>) =>
          (await t.app.inject({ method: method as 'POST', url: path, headers, payload: {} })).json().code
        // Other calls are open to everyone, such as signing in.
        const isForMembers = (await write({})) === 'not_signed_in'
        if (isForMembers && (await write({ authorization })) !== 'suspended') allowed.push(`${method} ${url}`)
      }
    }
    expect(allowed.toSorted()).toEqual(writesWhileSuspended.toSorted())
    expect((await t.as(author).call(listPosts, { querystring: {} })).statusCode).toBe(200)

    await undo(ada, suspended.json().action_id)
    const poll = await t.make.poll()
    const vote = await t.as(author).call(castVote, { params: poll, body: { option_id: poll.options[0]!.id } })
    expect(vote.statusCode).toBe(200)
  })

  test('that block an account end its sessions, and an undo allows it again', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo, mine } = site
    const content = { kind: 'user', id: author.id } as const
    await report(t, await t.make.user(), content)
    await mine(author)
    const blocked = await decide(ada, (await findCase(content)).id, { action: 'block' })
    expect((await t.as(author).call(ownDecisions.listOwnDecisions, {})).statusCode).toBe(401)
    await undo(ada, blocked.json().action_id)
    expect(await t.db.$count(users, eq(users.isActive, true))).toBe(5)
  })

  test('that stand beside an undone one keep their effect, and a shorter suspension does not end a longer one', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const open = async (content?: Reported) => {
      const reported = content ?? { kind: 'post', id: (await t.make.post({ author })).id }
      await report(t, await t.make.user(), reported)
      return (await findCase(reported)).id
    }
    const act = async (caseId: number, action: DecisionAction, days?: 1 | 30) =>
      (await decide(ada, caseId, { action, days })).json<{ action_id: number }>().action_id
    const find = async () => (await t.db.select().from(users).where(eq(users.id, author.id)))[0]!
    const daysLeft = async () => Math.round(((await find()).suspendedUntil!.getTime() - Date.now()) / 86_400_000)

    await act(await open(), 'suspend', 30)
    const short = await act(await open(), 'suspend', 1)
    expect(await daysLeft()).toBe(30)
    await undo(ada, short)
    expect(await daysLeft()).toBe(30)

    const cases = [await open(), await open()]
    const blocks = [await act(cases[0]!, 'block'), await act(cases[1]!, 'block')]
    await undo(ada, blocks[0]!)
    expect((await find()).isActive).toBe(false)
    await undo(ada, blocks[1]!)
    expect((await find()).isActive).toBe(true)

    const discussion = { kind: 'discussion', id: (await t.make.discussion({ author })).id } as const
    const locks = [await act(await open(discussion), 'lock'), await act(await open(discussion), 'lock')]
    const findLocked = async () =>
      (await t.as(ada).call(forums.getDiscussion, { params: discussion })).json<{ is_locked: boolean }>().is_locked
    await undo(ada, locks[0]!)
    expect(await findLocked()).toBe(true)
    await undo(ada, locks[1]!)
    expect(await findLocked()).toBe(false)
  })

  test.each([
    ['post', 'warn', 'remove', 'A warning about your post', 'Your post was removed.'],
    ['post', 'suspend', 'keep', 'Your account is suspended for 7 days', 'Your post stays.'],
    ['post', 'block', 'keep', 'Your account is blocked', 'Your post stays.'],
    ['discussion', 'warn', 'lock', 'A warning about your discussion', 'Your discussion was locked.'],
  ] as const)(
    'about a %s and its author (%s, text: %s) are one decision with one mail, which an undo takes back whole',
    async (kind, action, text_action, subject, says) => {
      await using mailbox = await startMailbox()
      await using site = await startSite({ smtpUrl: mailbox.url })
      const { t, author, ada, reportByThree, findCase, decide, undo } = site
      const content = { kind, id: (await t.make[kind]({ author })).id }
      await reportByThree(content)
      const state = async () => {
        const [user] = await t.db.select().from(users).where(eq(users.id, author.id))
        const table = kind === 'post' ? sql`posts` : sql`discussions`
        const locked = kind === 'post' ? sql`false` : sql`locked_at is not null`
        const { rows } = await t.db.execute(
          sql`select is_visible as shown, ${locked} as locked from ${table} where id = ${content.id}`,
        )
        return { ...rows[0], active: user!.isActive, suspended: user!.suspendedUntil !== null }
      }
      const before = { shown: true, locked: false, active: true, suspended: false }
      const decided = await decide(ada, (await findCase(content)).id, { action, text_action, days: 7 })
      expect(await state()).toEqual({
        shown: text_action !== 'remove',
        locked: text_action === 'lock',
        active: action !== 'block',
        suspended: action === 'suspend',
      })
      await vi.waitFor(() => expect(mailbox.mails.map((mail) => mail.subject)).toEqual([subject]))
      expect(mailbox.mails[0]!.text).toContain(says)
      t.app.cache.invalidate('/api/moderation/')
      expect((await t.call(getModerationFigures, {})).json<ModerationFigures>().months[0]).toMatchObject(
        text_action === 'remove' ? { removed: 1, warned: 0, kept: 0 } : { removed: 0, warned: 1, kept: 0 },
      )
      expect((await undo(ada, decided.json().action_id)).statusCode).toBe(200)
      expect(await state()).toEqual(before)
      expect(await findWrongCounters(t.db)).toEqual([])
    },
  )

  test('that kept the text have nothing to show again when they are undone', async () => {
    await using site = await startSite()
    const { t, author, ada, reportByThree, findCase, decide, undo, isShown } = site
    const post = await t.make.post({ author })
    const content = { kind: 'post', id: post.id } as const
    await reportByThree(content)
    const { id } = await findCase(content)
    const suspended = await decide(ada, id, { action: 'suspend', text_action: 'keep', days: 1 })
    await t.db.update(moderationCases).set({ keptAt: null }).where(eq(moderationCases.id, id))
    await reportByThree(content)
    expect(await isShown(post)).toBe(false)
    await undo(ada, suspended.json().action_id)
    expect(await isShown(post)).toBe(false)
  })

  test('can have 500 characters, which may be emoji', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, appeal, grace } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    await report(t, await t.make.user(), content)
    const sentence = '🗽'.repeat(500)
    const decided = await decide(ada, (await findCase(content)).id, { action: 'remove', sentence })
    expect(decided.statusCode).toBe(200)
    const appealed = (await appeal(author, decided.json().action_id)).json<{ id: number }>()
    // Without another moderator, a note is added to the answer.
    await t.db.update(users).set({ role: 'user' }).where(eq(users.id, grace.id))
    const answer = (count: number) =>
      t.as(ada).call(appeals.decideAppeal, { params: appealed, body: { granted: true, answer: '🗽'.repeat(count) } })
    expect((await answer(500)).json()).toMatchObject({ fields: { answer: ['This can have at most 440 characters.'] } })
    expect((await answer(440)).statusCode).toBe(200)
  })

  test('are not made on own content, on staff, without a rule, or where they make no sense', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase, decide } = site
    const own = { kind: 'post', id: (await t.make.post({ author: ada })).id } as const
    await report(t, author, own)
    const { id } = await findCase(own)
    const codeOf = async (reply: Promise<{ json(): { code: string } }>) => (await reply).json().code
    expect(await codeOf(decide(ada, id, { action: 'keep' }))).toBe('own_case')
    for (const action of ['suspend', 'block'] as const) {
      expect(await codeOf(decide(grace, id, { action, days: 1 }))).toBe('forbidden')
    }
    expect(await codeOf(decide(grace, id, { action: 'remove', rule: null }))).toBe('invalid')
    expect(await codeOf(decide(grace, id, { action: 'lock' }))).toBe('invalid')
    expect(await codeOf(decide(grace, id, { action: 'suspend' }))).toBe('invalid')
    expect(await codeOf(decide(grace, id, { action: 'remove', sentence: '  ' }))).toBe('invalid')
    expect(await codeOf(decide(grace, id, { action: 'remove', text_action: 'remove' }))).toBe('invalid')
    expect(await codeOf(decide(grace, id, { action: 'warn', text_action: 'lock' }))).toBe('invalid')
    const seen = (await t.as(ada).call(contract.getCase, { params: { id } })).json<contract.Case>()
    expect(seen).toMatchObject({ obstacle: 'This is about you, so another moderator decides.', reports: [], notes: [] })
  })

  test('keep the files of a removed post for an undo, but do not serve them, until nobody can appeal', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const name = 'posts/6f1c2d3e-8a4b-4c5d-9e6f-0a1b2c3d4e5f-640.webp'
    const post = await t.make.post({ author, media: [{ file: `/media/${name}` }] })
    const content = { kind: 'post', id: post.id } as const
    await t.app.files.save(name, Buffer.from('an image'))
    const isServed = async () => (await t.app.inject(`/media/${name}`)).statusCode === 200
    expect(await isServed()).toBe(true)
    await report(t, await t.make.user(), content)
    const removed = await decide(ada, (await findCase(content)).id, { action: 'remove' })
    expect(await isServed()).toBe(false)
    await undo(ada, removed.json().action_id)
    expect(await isServed()).toBe(true)

    await removeContent(t.app, content, { actor: 'ada', reason: 'spam' })
    await sweepRemovedPosts({ db: t.db, files: t.app.files })
    expect(await t.app.files.size(name)).toBe(8)
    await t.db.update(posts).set({ removedAt: sql`now() - interval '32 days'` })
    await sweepRemovedPosts({ db: t.db, files: t.app.files })
    expect(await t.app.files.size(name)).toBeUndefined()
  })

  test('about other content of the author are listed in a case with their cases, and open cases are counted', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide } = site
    const ids: number[] = []
    for (let index = 0; index < 3; index++) {
      const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
      await report(t, await t.make.user(), content)
      ids.push((await findCase(content)).id)
    }
    const [first, , last] = ids
    await decide(ada, first!, { action: 'remove' })
    await removeContent(t.app, { kind: 'comment', id: await wallComment(t, author) }, { actor: 'ada', reason: 'spam' })

    const found = (await t.as(ada).call(contract.getCase, { params: { id: last! } })).json<contract.Case>()
    expect(found.history.map((action) => [action.kind, action.case_id])).toEqual([
      ['comment', expect.any(Number)],
      ['post', first],
    ])
    expect(found.other_open_cases).toBe(1)
  })

  test('that kept something are undone, and the case is open again with its reports', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo, mine } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    const reporter = await t.make.user()
    await report(t, reporter, content)
    const { id } = await findCase(content)
    const outcomes = async () => (await mine(reporter)).reports.map(({ outcome }) => outcome)
    const kept = await decide(ada, id, { action: 'keep' })
    expect(await outcomes()).toEqual(['kept'])
    await undo(ada, kept.json().action_id)
    expect([(await findCase(content)).id, await outcomes()]).toEqual([id, ['open']])
    const removed = await decide(ada, id, { action: 'remove' })
    expect(await outcomes()).toEqual(['acted'])
    await undo(ada, removed.json().action_id)
    expect(await outcomes()).toEqual(['kept'])
  })
})

/** What a suspended account may do: leave, sign out, and appeal. */
const writesWhileSuspended = [
  'put /api/people/{id}/mute/',
  'delete /api/people/{id}/mute/',
  'put /api/people/{id}/block/',
  'delete /api/people/{id}/block/',
  'post /auth/api/account/delete/',
  'post /api/moderation/actions/{id}/appeal/',
  'post /auth/api/sessions/end_others/',
  'post /api/live/identify/',
  'post /api/notifications/read/',
  'patch /api/notifications/settings/',
  'put /api/notifications/push/',
  'delete /api/notifications/push/',
  'put /api/forums/discussions/{id}/watch/',
  'post /api/pages/terms/seen/',
]

async function snapshot({ db }: TestApp): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select 'post' as kind, id, is_visible::text || keywords || hashtags::text as state from posts
    union all select 'discussion', id, is_visible::text || comment_count || (select coalesce(array_agg(tag_id order by position), '{}')
      from discussion_tags where discussion_id = discussions.id)::text from discussions
    union all select 'comment', id, is_visible::text || reply_count from comments
    union all select 'poll', id, is_visible::text from polls
    union all select 'hashtag', id, use_count || ' ' || recent_uses || ' ' || recent_authors from hashtags
    order by 1, 2`)
  return rows
}
