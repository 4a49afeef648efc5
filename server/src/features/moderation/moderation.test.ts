import * as threads from '@wtpu/contract/forums/comments'
import * as forums from '@wtpu/contract/forums/discussions'
import { getPost, listPosts } from '@wtpu/contract/boiler-room/posts'
import * as appeals from '@wtpu/contract/moderation/appeals'
import * as contract from '@wtpu/contract/moderation/cases'
import type { DecisionAction } from '@wtpu/contract/moderation/decided'
import { getModerationFigures, type ModerationFigures } from '@wtpu/contract/moderation/figures'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import { newcomerLimits } from '@wtpu/contract/limits'
import * as ownDecisions from '@wtpu/contract/moderation/own-decisions'
import { decisionName } from '@wtpu/contract/moderation/names'
import { createReport, type NewReport } from '@wtpu/contract/moderation/reports'
import type { Party } from '@wtpu/contract/politicians'
import { castVote, getPoll } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { sweepRemovedPosts } from '#community/delete-posts.ts'
import { replaceTags } from '#community/tag-uses.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { moderationActions, moderationCases } from '#db/schema/moderation.ts'
import { notificationEvents } from '#db/schema/notifications.ts'
import { polls, pollTotals } from '#db/schema/polls.ts'
import { findDue } from '#features/tally/seal.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { leave } from '#testing/races.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { blockAccount, removeContent } from './on-server.ts'
import { signMediaUrl } from './signed-media.ts'
import { differenceOf } from './figures.ts'

type Row = { id: number }
type Reported = Pick<NewReport, 'kind' | 'id'>

const weekOld = { email_verified_at: new Date(), created_at: sql`now() - interval '8 days'` }
const monthOld = { ...weekOld, created_at: sql`now() - interval '31 days'` }
const makeReporter = (t: TestApp, age = weekOld) => t.make.user(age)

let networks = 0
/** Each from a network of its own. */
async function report(t: TestApp, reporter: Row, content: Reported, over: Partial<NewReport> & { from?: string } = {}) {
  const { from = `203.0.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`, ...fields } = over
  const body = { ...content, reason: 'spam' as const, ...fields }
  const authorization = await t.as(reporter).authorization()
  return t.call(createReport, { body }, { authorization, 'x-forwarded-for': from })
}

async function startSite(config: { smtpUrl?: string } = {}) {
  const t = await startTestApp({ trustedProxies: 1, ...config })
  const [author, reader, ada, grace] = [
    await t.make.user({ first_name: 'Anna', last_name: 'Author' }),
    await t.make.user(),
    await t.make.user({ role: 'moderator', username: 'ada' }),
    await t.make.user({ role: 'moderator', username: 'grace' }),
  ]
  const findCase = async (content: Reported) => {
    const { results } = (await t.as(ada).call(contract.listCases, { querystring: {} })).json<contract.CasePage>()
    return results.find((found) => found.kind === content.kind && found.content_id === content.id)!
  }
  return {
    t,
    author,
    ada,
    grace,
    findCase,
    reportByThree: async (content: Reported, age = content.kind === 'poll' ? monthOld : weekOld) => {
      for (let index = 0; index < 3; index++) await report(t, await makeReporter(t, age), content)
    },
    decide: (moderator: Row, id: number, body: Partial<contract.NewDecision> & Pick<contract.NewDecision, 'action'>) =>
      t.as(moderator).call(contract.decideCase, {
        params: { id },
        body: { rule: 1, sentence: 'Please stay with the argument.', ...body },
      }),
    undo: (moderator: Row, id: number) =>
      t.as(moderator).call(contract.undoAction, { params: { id }, body: { reason: 'That was a mistake.' } }),
    appeal: (user: Row, id: number, text = 'It was a joke.') =>
      t.as(user).call(appeals.createAppeal, { params: { id }, body: { text } }),
    decideAppeal: (moderator: Row, id: number, granted: boolean) =>
      t.as(moderator).call(appeals.decideAppeal, { params: { id }, body: { granted, answer: 'We looked again.' } }),
    mine: async (user: Row) =>
      (await t.as(user).call(ownDecisions.listOwnDecisions, {})).json<{
        held: ownDecisions.HeldContent[]
        decisions: ownDecisions.OwnDecision[]
        reports: ownDecisions.OwnReport[]
      }>(),
    isShown: async (post: Row) => (await t.as(reader).call(getPost, { params: post })).statusCode === 200,
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

describe('reports', () => {
  test('of one content are one case, and the same user reports it once', async () => {
    await using site = await startSite()
    const { t, author, findCase } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    const [first, second] = [await t.make.user(), await t.make.user()]

    const created = await report(t, first, content, { reason: 'hate', note: '  Look.  ' })
    expect(created.statusCode).toBe(201)
    const repeated = await Promise.all([report(t, first, content), report(t, first, content)])
    expect(repeated.map((reply) => [reply.statusCode, reply.json()])).toEqual([
      [200, created.json()],
      [200, created.json()],
    ])
    expect((await report(t, second, content)).statusCode).toBe(201)
    expect(await findCase(content)).toMatchObject({
      report_count: 2,
      reasons: ['hate', 'spam'],
      hidden: false,
      claimed_by: null,
    })
  })

  test('are rejected for own and for invisible content, and after twenty a day', async () => {
    await using site = await startSite()
    const { t, author } = site
    const post = await t.make.post({ author })
    expect((await report(t, author, { kind: 'post', id: post.id })).json()).toMatchObject({ code: 'own_content' })
    expect((await report(t, author, { kind: 'user', id: author.id })).statusCode).toBe(400)
    for (const kind of ['post', 'comment', 'discussion', 'poll', 'user'] as const) {
      expect((await report(t, author, { kind, id: 4711 })).statusCode).toBe(404)
    }
    const scheduled = await t.make.poll({ published_at: new Date('2100-01-01'), closes_at: null })
    expect((await report(t, author, { kind: 'poll', id: scheduled.id })).statusCode).toBe(404)
    const long = await report(t, site.ada, { kind: 'post', id: post.id }, { note: 'x'.repeat(501) })
    expect(long.json()).toMatchObject({ fields: { note: ['A note can have at most 500 characters.'] } })

    const limits = [
      [await makeReporter(t), 20],
      [await t.make.user(), newcomerLimits.reports],
      [await t.make.user({ email_verified_at: new Date() }), newcomerLimits.reports],
    ] as const
    for (const [reporter, max] of limits) {
      for (let index = 0; index < max; index++) {
        const { id } = await t.make.post({ author })
        expect((await report(t, reporter, { kind: 'post', id })).statusCode).toBe(201)
      }
      const tooMany = await report(t, reporter, { kind: 'post', id: post.id })
      expect([tooMany.statusCode, tooMany.json().code]).toEqual([429, 'daily_limit'])
    }
  })

  test('of accounts that anybody can make in a minute put no case before those of established ones', async () => {
    await using site = await startSite()
    const { t, author, ada } = site
    const ids = [(await t.make.post({ author })).id, (await t.make.post({ author })).id]
    const [flooded, serious] = ids.map((id) => ({ kind: 'post', id }) as const)
    for (let index = 0; index < 4; index++) await report(t, await t.make.user(), flooded!, { reason: 'illegal' })
    await report(t, await makeReporter(t), serious!, { reason: 'hate' })
    const listed = await t.as(ada).call(contract.listCases, { querystring: {} })
    expect(listed.json<contract.CasePage>().results.map((found) => found.content_id)).toEqual(ids.toReversed())
    await report(t, await makeReporter(t), flooded!, { reason: 'illegal' })
    const again = await t.as(ada).call(contract.listCases, { querystring: {} })
    expect(again.json<contract.CasePage>().results.map((found) => found.content_id)).toEqual(ids)
  })

  test('of three established people in different networks hide content until a moderator decides', async () => {
    await using site = await startSite()
    const { t, author, ada, reportByThree, findCase, decide, isShown } = site
    const post = await t.make.post({ author, text: 'Hello #parks' })
    const content = { kind: 'post', id: post.id } as const

    for (let index = 0; index < 3; index++) await report(t, await t.make.user(), content)
    for (let index = 0; index < 50; index++) {
      const from = index % 2 ? '198.51.100.1' : `2001:db8:1:2::${index}`
      const { statusCode } = await report(t, await makeReporter(t), content, { from })
      expect(statusCode).toBe(201)
    }
    expect([await isShown(post), (await findCase(content)).hidden]).toEqual([true, false])

    await report(t, await makeReporter(t), content)
    expect([await isShown(post), (await findCase(content)).hidden]).toEqual([false, true])
    expect(await findWrongCounters(t.db)).toEqual([])

    await decide(ada, (await findCase(content)).id, { action: 'keep' })
    expect(await isShown(post)).toBe(true)
    expect(await findWrongCounters(t.db)).toEqual([])
    const found = await t.as(ada).call(listPosts, { querystring: { hashtag: 'parks' } })
    expect(found.json()).toHaveLength(1)
    await reportByThree(content)
    expect(await isShown(post)).toBe(true)
  })

  test('that arrive together all count, also those after the third, which hides the content', async () => {
    await using site = await startSite()
    const { t, author, findCase } = site
    const content = { kind: 'discussion', id: (await t.make.discussion({ author })).id } as const
    const reporters = []
    for (let index = 0; index < 8; index++) reporters.push(await makeReporter(t))
    const late = reporters.pop()!
    const replies = await Promise.all(reporters.map((reporter) => report(t, reporter, content)))
    replies.push(await report(t, late, content))
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array<number>(8).fill(201))
    expect(await findCase(content)).toMatchObject({ report_count: 8, hidden: true })
    await t.db.execute(sql`update reports set created_at = now() - interval '2 minutes'`)
    expect((await report(t, await makeReporter(t), content)).statusCode).toBe(404)
  })

  test('never hide an eleventh content of one author, a popular poll or a profile', async () => {
    await using site = await startSite()
    const { t, author, reportByThree, isShown } = site
    const eleven = []
    for (let index = 0; index < 11; index++) eleven.push(await t.make.post({ author }))
    for (const { id } of eleven) await reportByThree({ kind: 'post', id })
    expect(await Promise.all(eleven.map(isShown))).toEqual([...Array<boolean>(10).fill(false), true])

    const [poll, popular] = [await t.make.poll({ creator: author.id }), await t.make.poll()]
    await t.db.update(pollTotals).set({ totalVotes: 101 }).where(eq(pollTotals.pollId, popular.id))
    const [other, reportedByNew] = [await t.make.poll(), await t.make.poll()]
    for (const { id } of [popular, other]) await reportByThree({ kind: 'poll', id })
    await reportByThree({ kind: 'poll', id: reportedByNew.id }, weekOld)
    await reportByThree({ kind: 'user', id: author.id })
    const shown = async ({ id }: Row) => (await t.call(getPoll, { params: { id } })).statusCode
    expect([await shown(popular), await shown(other), await shown(poll)]).toEqual([200, 404, 200])
    expect(await shown(reportedByNew)).toBe(200)
  })

  test('that were wrong cost a poll no time', async () => {
    await using site = await startSite()
    const { t, ada, findCase, decide, reportByThree } = site
    const content = { kind: 'poll', id: (await t.make.poll()).id } as const
    await reportByThree(content)
    await t.db.update(polls).set({
      publishedAt: sql`now() - interval '3 days'`,
      removedAt: sql`now() - interval '2 days'`,
      closesAt: sql`now() - interval '1 day'`,
    })
    expect(await findDue(t.db)).toEqual([])
    await decide(ada, (await findCase(content)).id, { action: 'keep' })

    const shown = (await t.call(getPoll, { params: content })).json()
    expect(shown).toMatchObject({ is_closed: false })
    expect(Math.abs(Date.parse(shown.closes_at) - Date.now() - 86_400_000)).toBeLessThan(60_000)
    const events = await t.db.select().from(notificationEvents).where(eq(notificationEvents.kind, 'poll_closed'))
    expect(events).toMatchObject([{ contentId: content.id, dueAt: new Date(shown.closes_at) }])
  })

  test('of people whose last ten reports were kept do not count', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, isShown } = site
    const reporters = [await makeReporter(t), await makeReporter(t), await makeReporter(t)]
    for (let index = 0; index < 10; index++) {
      const content = { kind: 'comment', id: await wallComment(t, author) } as const
      await report(t, reporters[0]!, content)
      await decide(ada, (await findCase(content)).id, { action: 'keep' })
    }
    const post = await t.make.post({ author })
    for (const reporter of reporters) await report(t, reporter, { kind: 'post', id: post.id })
    expect(await isShown(post)).toBe(true)
    await report(t, await makeReporter(t), { kind: 'post', id: post.id })
    expect(await isShown(post)).toBe(false)
  })

  test('the third of which arrives while the author edits leave one state', async () => {
    await using site = await startSite()
    const { t, author, findCase } = site
    const discussion = await t.make.discussion({ author })
    const content = { kind: 'discussion', id: discussion.id } as const
    for (let index = 0; index < 2; index++) await report(t, await makeReporter(t), content)
    const third = await makeReporter(t)
    const [reported, edited] = await Promise.all([
      report(t, third, content),
      t.as(author).call(forums.editDiscussion, { params: discussion, body: { title: 'Another title of it' } }),
    ])
    expect(reported.statusCode).toBe(201)
    expect([200, 404]).toContain(edited.statusCode)
    expect((await findCase(content)).hidden).toBe(true)
    expect(await findWrongCounters(t.db)).toEqual([])
  })

  test('hide content from everyone but its author and moderators', async () => {
    await using site = await startSite()
    const { t, author, ada, reportByThree, mine } = site
    const post = await t.make.post({ author, text: 'Held post' })
    const discussion = await t.make.discussion({ author })
    const on = await t.make.discussion({ author })
    const comment = await t.make.forumComment({ discussion: on, author, text: 'Held comment' })
    const poll = await t.make.poll({ creator: author.id, question: 'Held?' })
    const getHeld = (as: Pick<TestApp, 'call'>, kind: 'comment' | 'poll', { id }: Row) =>
      as.call(getHeldContent, { params: { kind, id } })
    expect((await getHeld(t.as(ada), 'comment', comment)).statusCode).toBe(404)
    await reportByThree({ kind: 'post', id: post.id })
    await reportByThree({ kind: 'discussion', id: discussion.id })
    await reportByThree({ kind: 'comment', id: comment.id })
    await reportByThree({ kind: 'poll', id: poll.id })

    for (const user of [author, ada]) {
      expect((await t.as(user).call(getPost, { params: post })).json()).toMatchObject({ under_review: true })
      const seen = await t.as(user).call(forums.getDiscussion, { params: discussion })
      expect(seen.json()).toMatchObject({ under_review: true })
      expect((await getHeld(t.as(user), 'comment', comment)).json()).toMatchObject({
        text: 'Held comment',
        is_own: user === author,
      })
      expect((await getHeld(t.as(user), 'poll', poll)).json()).toMatchObject({
        title: 'Held?',
        is_own: user === author,
      })
    }
    for (const as of [t, t.as(await t.make.user())]) {
      expect((await getHeld(as, 'comment', comment)).statusCode).toBe(404)
      expect((await getHeld(as, 'poll', poll)).statusCode).toBe(404)
    }
    const stranger = t.as(await t.make.user())
    expect((await stranger.call(getPost, { params: post })).statusCode).toBe(404)
    expect((await stranger.call(forums.getDiscussion, { params: discussion })).statusCode).toBe(404)
    expect((await mine(author)).held.map(({ kind, text }) => [kind, text.startsWith('Held post')])).toEqual([
      ['poll', false],
      ['comment', false],
      ['discussion', false],
      ['post', true],
    ])
  })

  test('show moderators the media of a hidden post at signed URLs, which others cannot open', async () => {
    await using site = await startSite()
    const { t, author, ada, reportByThree, findCase } = site
    const name = 'posts/6f1c2d3e-8a4b-4c5d-9e6f-0a1b2c3d4e5f-640.webp'
    const content = {
      kind: 'post',
      id: (await t.make.post({ author, text: '', media: [{ file: `/media/${name}` }] })).id,
    } as const
    await t.app.files.save(name, Buffer.from('an image'))
    await reportByThree(content)

    const { id, excerpt } = await findCase(content)
    expect(excerpt).toBe('Image')
    const { media } = (await t.as(ada).call(contract.getCase, { params: { id } })).json<contract.Case>().content!
    const [path, query = ''] = media[0]!.file.split('?')
    expect([media.length, path]).toEqual([1, `/media/${name}`])
    const seen = await t.app.inject(media[0]!.file)
    expect([seen.statusCode, seen.body, seen.headers['cache-control']]).toEqual([
      200,
      'an image',
      'private, max-age=3600',
    ])

    const variant = name.replace('-640', '-320')
    await t.app.files.save(variant, Buffer.from('a small image'))
    expect((await t.app.inject(`/media/${variant}?${query}`)).body).toBe('a small image')

    const secret = t.app.config.jwtSecret
    const expired = signMediaUrl(secret, `/media/${name}`, Date.now() - 3 * 60 * 60_000)
    const ofOther = signMediaUrl(secret, '/media/posts/00000000-0000-4000-8000-000000000001-640.webp').split('?')[1]
    for (const url of [
      path!,
      `${path}?${query}x`,
      `${path}?${query}&expires=zzzzzzzzz`,
      `${path}?${query.replace(/expires=\w+/, 'expires=zzzzzzzzz')}`,
      `${path}?${ofOther}`,
      expired,
    ]) {
      expect((await t.app.inject(url)).statusCode, url).toBe(404)
    }
  })

  test('show moderators the captions of a held and of a removed post at signed URLs, which others cannot open', async () => {
    await using site = await startSite()
    const { t, author, ada, reportByThree, findCase, decide, undo } = site
    const [name, ofOther] = [1, 2].map((number) => `posts/6f1c2d3e-8a4b-4c5d-9e6f-0a1b2c3d4e5${number}`)
    const video = { kind: 'video', file: `/media/${name}.mp4`, captions: `/media/${name}.vtt` } as const
    const content = { kind: 'post', id: (await t.make.post({ author, media: [video] })).id } as const
    await t.app.files.save(`${name}.vtt`, Buffer.from('WEBVTT'))
    const status = async (url: string) => (await t.app.inject(url)).statusCode
    const expectForModeratorsOnly = async (caseId: number) => {
      const call = { params: { id: caseId } }
      const { media } = (await t.as(ada).call(contract.getCase, call)).json<contract.Case>().content!
      const seen = await t.app.inject(media[0]!.captions!)
      expect([seen.statusCode, seen.body, seen.headers['cache-control']]).toEqual([
        200,
        'WEBVTT',
        'private, max-age=3600',
      ])
      const secret = t.app.config.jwtSecret
      const signatures = [media[0]!.file, signMediaUrl(secret, `/media/${ofOther}.vtt`)].map((url) => url.split('?')[1])
      const expired = signMediaUrl(secret, video.captions, Date.now() - 3 * 60 * 60_000)
      for (const url of [video.captions, expired, ...signatures.map((signature) => `${video.captions}?${signature}`)])
        expect(await status(url), url).toBe(404)
      expect((await t.as(author).call(contract.getCase, call)).statusCode).toBe(404)
    }
    expect(await status(video.captions)).toBe(200)

    await reportByThree(content)
    const { id } = await findCase(content)
    await expectForModeratorsOnly(id)

    const removed = await decide(ada, id, { action: 'remove' })
    await expectForModeratorsOnly(id)

    await undo(ada, removed.json().action_id)
    expect(await status(video.captions)).toBe(200)
  })

  test('show moderators each text that was reported, once it is changed', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase } = site
    const discussion = await t.make.discussion({ author, title: 'First title' })
    const [onProfile, onDiscussion] = [
      { kind: 'user', id: author.id },
      { kind: 'discussion', id: discussion.id },
    ] as const
    const change = async (title: string) => {
      await t.as(author).call(forums.editDiscussion, { params: discussion, body: { title } })
      await t.db.update(users).set({ bio: title }).where(eq(users.id, author.id))
    }
    const reportBoth = async () => {
      const reporter = await t.make.user()
      for (const content of [onProfile, onDiscussion]) await report(t, reporter, content)
    }
    const reported = async (content: Reported) => {
      const { id } = await findCase(content)
      const found = (await t.as(ada).call(contract.getCase, { params: { id } })).json<contract.Case>()
      return found.content!.reported
    }
    for (const title of ['Second title', 'Third title', 'Fourth title']) {
      await change(title)
      if (title === 'Third title') continue
      await reportBoth()
      await reportBoth()
    }
    expect((await reported(onProfile)).map(({ text }) => text)).toEqual(['Second title'])
    expect((await reported(onDiscussion)).map(({ title }) => title)).toEqual(['Second title'])
    await change('Fifth title')
    expect(await reported(onProfile)).toMatchObject([
      { title: expect.stringMatching(/^Anna Author @/), text: 'Second title' },
      { text: 'Fourth title' },
    ])
    expect((await reported(onDiscussion)).map(({ title }) => title)).toEqual(['Second title', 'Fourth title'])
    await leave(t, t.db, author)()
    expect(await reported(onProfile)).toEqual([])
  })

  test('show moderators the comments around a comment, with those it replies to', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase } = site
    const discussion = await t.make.discussion({ author })
    const makeComment = (parent?: Row) => t.make.forumComment({ discussion, author, parent })
    const above = await makeComment()
    const replies = [await makeComment(above), await makeComment(above), await makeComment(above)]
    await makeComment()
    const content = { kind: 'comment', id: replies[1]!.id } as const
    await report(t, await t.make.user(), content)

    const { id } = await findCase(content)
    const { thread } = (await t.as(ada).call(contract.getCase, { params: { id } })).json<contract.Case>().content!
    expect(thread.map((comment) => comment.id)).toEqual([above.id, ...replies.map((reply) => reply.id)])
    expect(thread.filter((comment) => comment.is_subject).map((comment) => comment.id)).toEqual([content.id])
  })
})

async function wallComment(t: TestApp, author: Row, party?: Party): Promise<number> {
  const { id } = await t.make.politician({ party })
  const { rows } = await t.db.execute<{ id: number }>(
    sql`insert into comments (politician_id, user_id, text) values (${id}, ${author.id}, 'On a wall') returning id`,
  )
  return rows[0]!.id
}

describe('decisions', () => {
  test('remove and undo each kind of content, with its counters', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const discussion = await t.make.discussion({ author })
    const { rows } = await t.db.execute<{ id: number }>(
      sql`insert into tags (name, slug) values ('Roads', 'roads'), ('Parks', 'parks') returning id`,
    )
    await t.db.transaction((tx) => replaceTags(tx, discussion.id, rows.map(({ id }) => id).toReversed()))
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
    const post = await t.make.post({ author })
    await report(t, await t.make.user(), { kind: 'post', id: post.id })
    const { results } = (await t.as(ada).call(contract.listCases, { querystring: {} })).json<contract.CasePage>()
    const body = { action: 'remove', rule: 7, sentence: 'This is an advertisement.' } as const
    await t.as(ada).call(contract.decideCase, { params: { id: results[0]!.id }, body })

    await expect.poll(() => mails.mails.length).toBe(1)
    const mail = mails.mails[0]!
    expect(mail.subject).toBe('Your post was removed')
    expect(mail.text).toContain('This is an advertisement.')
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

  test('lock and unlock a discussion, and keep its content', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo, reportByThree } = site
    const discussion = await t.make.discussion({ author })
    await reportByThree({ kind: 'discussion', id: discussion.id })
    const locked = await decide(ada, (await findCase({ kind: 'discussion', id: discussion.id })).id, { action: 'lock' })
    const isLocked = async () =>
      (await t.as(author).call(forums.getDiscussion, { params: discussion })).json<{ is_locked: boolean }>().is_locked
    expect(await isLocked()).toBe(true)
    await undo(ada, locked.json().action_id)
    expect(await isLocked()).toBe(false)
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

describe('appeals', () => {
  async function startAppealed() {
    const site = await startSite()
    const { t, author, ada, findCase, decide, appeal } = site
    const post = await t.make.post({ author })
    await report(t, await t.make.user(), { kind: 'post', id: post.id })
    const { id } = await findCase({ kind: 'post', id: post.id })
    const actionId = (await decide(ada, id, { action: 'remove' })).json<{ action_id: number }>().action_id
    const appealed = await appeal(author, actionId)
    const obstacleOf = async (moderator: Row) => {
      const found = (await t.as(moderator).call(contract.getCase, { params: { id } })).json<contract.Case>()
      return found.actions.find((action) => action.id === actionId)?.appeal_obstacle
    }
    return { ...site, post, caseId: id, actionId, appealed, appealId: appealed.json<Row>().id, obstacleOf }
  }

  test('are made once, by whom the decision is about, and are in the same queue', async () => {
    await using site = await startAppealed()
    const { t, author, ada, caseId, actionId, appealed, appeal } = site
    expect(appealed.statusCode).toBe(201)
    expect((await appeal(author, actionId)).json()).toMatchObject({ code: 'already_appealed' })
    expect((await appeal(await t.make.user(), actionId)).statusCode).toBe(404)
    const list = (await t.as(ada).call(contract.listCases, { querystring: { status: 'appeals' } })).json()
    expect(list).toMatchObject({ results: [{ id: caseId }], counts: { open: 0, appeals: 1, closed: 1 } })
  })

  test('are rejected a month after their decision, and once it is undone, whatever other decisions there are', async () => {
    await using site = await startSite()
    const { t, author, ada, undo, appeal } = site
    const decision = { actor: 'ada', actorId: ada.id, action: 'warn', subjectKind: 'post', userId: author.id } as const
    const warn = async (daysAgo: number) => {
      const { id: subjectId } = await t.make.post({ author })
      const createdAt = new Date(Date.now() - daysAgo * 24 * 60 * 60_000)
      const action = { ...decision, subjectId, reason: 'Please stay with the argument.', rule: 1, createdAt }
      const [made] = await t.db.insert(moderationActions).values(action).returning({ id: moderationActions.id })
      return made!.id
    }
    const [late, undone, inTime] = [await warn(31), await warn(1), await warn(29)]
    await undo(ada, undone)

    expect((await appeal(author, late)).json()).toMatchObject({ code: 'appeal_too_late' })
    expect((await appeal(author, undone)).json()).toMatchObject({ code: 'already_undone' })
    expect((await appeal(author, inTime)).statusCode).toBe(201)
  })

  test('are decided by another moderator, and a granted one undoes the decision', async () => {
    await using site = await startAppealed()
    const { t, author, ada, grace, post, appealId, decideAppeal, isShown, mine, obstacleOf } = site
    expect(await obstacleOf(ada)).toBe('You made this decision, so another moderator decides on the appeal.')
    expect(await obstacleOf(grace)).toBeNull()
    expect((await decideAppeal(ada, appealId, true)).json()).toMatchObject({ code: 'own_case' })
    expect((await decideAppeal(grace, appealId, true)).json()).toEqual({ granted: true })
    expect((await decideAppeal(grace, appealId, false)).json()).toMatchObject({ code: 'already_decided' })
    expect(await isShown(post)).toBe(true)
    expect(await findWrongCounters(t.db)).toEqual([])
    expect((await mine(author)).decisions).toMatchObject([
      { undone: true, appeal: { granted: true, answer: 'We looked again.' } },
    ])
  })

  test.each([
    [
      'by a moderator',
      async ({ t, author, ada, findCase, decide }: Awaited<ReturnType<typeof startSite>>) => {
        const content = { kind: 'user', id: author.id } as const
        await report(t, await t.make.user(), content)
        await decide(ada, (await findCase(content)).id, { action: 'block' })
      },
    ],
    [
      'on the server',
      async ({ t, author }: Awaited<ReturnType<typeof startSite>>) => {
        await t.make.user()
        await blockAccount(t.app, author.email, { actor: 'root', reason: 'spam' })
        t.app.outbox.wake()
      },
    ],
  ])('of a user blocked %s come by the link of the mail, once, and end the block', async (_by, block) => {
    await using mails = await startMailbox()
    await using site = await startSite({ smtpUrl: mails.url })
    const { t, grace, decideAppeal } = site
    await block(site)
    await expect.poll(() => mails.mails.length).toBe(1)
    const token = /\/appeal#(\S+)/.exec(mails.mails[0]?.text ?? '')?.[1] ?? ''
    const appeal = (link: string, text = 'It was a joke.') =>
      t.call(appeals.createAppealByLink, { body: { token: link, text } })

    for (const link of ['', token.slice(0, -1), token.replace('.', '1.')]) {
      expect((await appeal(link)).json()).toMatchObject({ code: 'not_found' })
    }
    expect((await appeal(token, ' ')).json().fields).toEqual({ text: ['Please say why.'] })
    const appealed = await appeal(token)
    expect(appealed.statusCode).toBe(201)
    expect((await appeal(token)).json()).toMatchObject({ code: 'already_appealed' })
    await decideAppeal(grace, appealed.json<Row>().id, true)
    expect(await t.db.$count(users, eq(users.isActive, true))).toBe(5)
    await expect.poll(() => mails.mails.map(({ subject }) => subject)).toContain('Your appeal was granted')
  })

  test('are decided by the same moderator only if there is no other, and the answer says so', async () => {
    await using site = await startAppealed()
    const { t, author, ada, grace, appealId, decideAppeal, mine, obstacleOf } = site
    await t.db.update(users).set({ role: 'user' }).where(eq(users.id, grace.id))
    expect(await obstacleOf(ada)).toBeNull()
    expect((await decideAppeal(ada, appealId, false)).statusCode).toBe(200)
    const [decision] = (await mine(author)).decisions
    expect(decision?.appeal?.answer).toContain('Decided by the same moderator, because there is no other.')
    const said = 'Appeal not granted by the same moderator, because there was no other'
    for (const url of ['/api/moderation/log.csv', '/feeds/moderation.atom']) {
      expect((await t.app.inject(url)).body).toContain(said)
    }
  })

  test('end as granted when the moderator undoes their own decision, which gives all that they ask for', async () => {
    await using site = await startAppealed()
    const { t, author, ada, grace, post, actionId, appealId, undo, decideAppeal, isShown, mine } = site
    expect((await undo(ada, actionId)).statusCode).toBe(200)
    expect(await isShown(post)).toBe(true)
    expect((await decideAppeal(grace, appealId, false)).json()).toMatchObject({ code: 'already_decided' })
    expect((await mine(author)).decisions).toMatchObject([{ undone: true, appeal: { granted: true } }])
    const log = (await t.call(contract.listModerationLog, { querystring: {} })).json()
    expect(log.results).toMatchObject([{ action: 'undo' }, { appeal: 'granted', appeal_by_same: true }])
  })

  test('during an undo: the decision is undone once, and no appeal stays open', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase, decide, appeal, undo } = site
    for (let round = 0; round < 5; round++) {
      const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
      await report(t, await t.make.user(), content)
      const decided = await decide(ada, (await findCase(content)).id, { action: 'remove' })
      const id = decided.json<{ action_id: number }>().action_id
      const [appealed, undone] = await Promise.all([appeal(author, id), undo(grace, id)])
      expect(undone.statusCode).toBe(200)
      expect([201, 409]).toContain(appealed.statusCode)
    }
    const list = (await t.as(ada).call(contract.listCases, { querystring: {} })).json<contract.CasePage>()
    expect(list.counts.appeals).toBe(0)
    expect(await findWrongCounters(t.db)).toEqual([])
  })
})

test('the difference of two parties has the interval of Newcombe, and what so many cases could show', () => {
  const party = (name: 'D' | 'R', removed: number, cases: number) => ({ party: name, removed, cases, warned: 0 })
  // Newcombe (1998), example (a): 0.2000, from 0.0524 to 0.3339.
  expect(differenceOf([party('D', 56, 70), party('R', 48, 80)])).toEqual({
    points: 20,
    low: 5,
    high: 33,
    detectable: 22,
  })
  expect(differenceOf([party('D', 48, 80), party('R', 56, 70)])).toMatchObject({ points: -20, low: -33, high: -5 })
  expect(differenceOf([party('D', 5, 29), party('R', 48, 80)])).toBeNull()
  expect(differenceOf([party('R', 48, 80)])).toBeNull()
})

describe('the public log', () => {
  test('is ordered by the day that it shows, page by page, and names what was undone', async () => {
    await using site = await startSite()
    const { t, ada } = site
    const decided = (day: string, over: Partial<typeof moderationActions.$inferInsert>) => ({
      actor: 'ada',
      actorId: ada.id,
      subjectKind: 'comment' as const,
      subjectId: 4711,
      reason: 'A reason.',
      createdAt: new Date(day),
      action: 'keep' as const,
      ...over,
    })
    // Written out of order, as by two transactions of which the first one ends last.
    const [first] = await t.db
      .insert(moderationActions)
      .values([
        decided('2026-03-05T23:59:00Z', { action: 'suspend', days: 7, textAction: 'keep' }),
        decided('2026-03-02T00:01:00Z', {}),
        decided('2026-03-09T12:00:00Z', { action: 'remove' }),
      ])
      .returning({ id: moderationActions.id })
    await t.db.insert(moderationActions).values(decided('2026-03-07T12:00:00Z', { action: 'undo', undoes: first!.id }))
    const found: string[][] = []
    let cursor: string | undefined
    do {
      const querystring = cursor === undefined ? { limit: 1 } : { limit: 1, cursor }
      const page = (await t.call(contract.listModerationLog, { querystring })).json<{
        results: contract.LogEntry[]
        next: string | null
      }>()
      found.push(...page.results.map((entry) => [entry.day, decisionName(entry)]))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(found).toEqual([
      ['2026-03-09', 'Removed'],
      ['2026-03-07', 'Undone: Suspended for 7 days, text kept'],
      ['2026-03-05', 'Suspended for 7 days, text kept'],
      ['2026-03-02', 'Kept'],
    ])
    const csv = (await t.app.inject('/api/moderation/log.csv')).body.split('\r\n').slice(1, -1)
    expect(csv.map((line) => line.slice(0, 10))).toEqual(found.map(([day]) => day))
    const feed = (await t.app.inject('/feeds/moderation.atom')).body
    const titles = [...feed.matchAll(/<title>(.*) \(comment\)<\/title>/g)].map(([, title]) => title)
    expect(titles).toEqual(found.map(([, name]) => name))
  })

  test('has a feed, a CSV and figures', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const contents: Reported[] = []
    for (let index = 0; index < 11; index++) {
      contents.push({ kind: 'comment', id: await wallComment(t, author, 'R') })
    }
    contents.push({ kind: 'post', id: (await t.make.post({ author })).id })
    const reporter = await makeReporter(t)
    for (const content of contents) await report(t, reporter, content)
    const actions: number[] = []
    for (const [index, content] of contents.entries()) {
      const body = {
        action: index < 3 ? 'remove' : index < 5 ? 'warn' : 'keep',
        sentence: index ? '=Please "stay", kind.' : 'Undone soon',
      } as const
      const decided = await decide(ada, (await findCase(content)).id, body)
      actions.push(decided.json<{ action_id: number }>().action_id)
    }

    const figures = async () => {
      t.app.cache.invalidate('/api/moderation/')
      return (await t.call(getModerationFigures, {})).json<ModerationFigures>()
    }
    const { months, parties, difference, open_cases } = await figures()
    expect(months).toHaveLength(12)
    expect(months[0]).toMatchObject({
      month: new Date().toISOString().slice(0, 7),
      reports: 12,
      kept: 7,
      removed: 3,
      warned: 2,
      removed_by_rule: [{ rule: 1, removed: 3 }],
      median_hours: 0,
      median_of: 12,
      appeals: 0,
      appeals_granted: 0,
    })
    expect(parties).toEqual([{ party: 'R', cases: 11, removed: 3, warned: 2, share: null }])
    expect({ difference, open_cases }).toEqual({ difference: null, open_cases: 0 })
    await undo(ada, actions[0] ?? 0)
    expect((await figures()).parties).toMatchObject([{ party: 'R', cases: 10, removed: 2, warned: 2 }])
    await undo(ada, actions[1] ?? 0)
    expect((await figures()).parties).toEqual([])

    const csv = (await t.app.inject('/api/moderation/log.csv')).body.split('\r\n')
    expect(csv[0]).toBe('\uFEFFDay,Kind,Decision,Guideline,Sentence,Appeal')
    expect(csv).toHaveLength(16)
    expect(csv[5]).toContain(`,Comment,Kept,`)
    expect(csv[5]).toContain(`,"'=Please ""stay"", kind.",`)
    const feed = await t.app.inject('/feeds/moderation.atom')
    expect(feed.body.match(/<entry>/g)).toHaveLength(14)
    expect(feed.body).toContain('<title>Kept (post)</title>')
    expect(feed.body).toContain('=Please &quot;stay&quot;, kind.')
    for (const { body } of [await t.app.inject('/api/moderation/log.csv'), feed]) {
      for (const secret of ['Anna', 'ada', reporter.first_name]) expect(body).not.toContain(secret)
    }
  })
})

describe('secrecy', () => {
  test('reporters hear what became of their report; the author and the log never name them', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, mine } = site
    const reporter = await t.make.user({ first_name: 'Rita', last_name: 'Reporter' })
    const contents = [
      { kind: 'post', id: (await t.make.post({ author, text: 'secret text' })).id },
      { kind: 'post', id: (await t.make.post({ author })).id },
      { kind: 'post', id: (await t.make.post({ author })).id },
    ] as const
    for (const content of contents) await report(t, reporter, content, { note: 'a secret note' })
    await decide(ada, (await findCase(contents[0])).id, { action: 'remove' })
    await decide(ada, (await findCase(contents[1])).id, { action: 'keep' })

    expect((await mine(reporter)).reports.map(({ outcome }) => outcome)).toEqual(['open', 'kept', 'acted'])
    const log = await t.call(contract.listModerationLog, { querystring: {} })
    expect(log.json().results).toMatchObject([
      { kind: 'post', action: 'keep', appeal: null },
      { kind: 'post', action: 'remove', rule: 1, sentence: 'Please stay with the argument.' },
    ])
    for (const text of [log.body, JSON.stringify(await mine(author))]) {
      for (const secret of ['Rita', 'secret note', `"reporter`, 'ada']) expect(text).not.toContain(secret)
    }
    expect(log.body).not.toContain('secret text')
  })

  test('notes and claims are for moderators, and a claim of another one stays for a while', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    await report(t, await t.make.user(), content)
    const { id } = await findCase(content)
    const claim = async (moderator: Row) =>
      (await t.as(moderator).call(contract.claimCase, { params: { id } })).json<{ claimed_by: Row }>().claimed_by.id
    expect([await claim(ada), await claim(grace)]).toEqual([ada.id, ada.id])
    await t.db.update(moderationCases).set({ claimedAt: sql`now() - interval '16 minutes'` })
    expect(await claim(grace)).toBe(grace.id)
    await t.as(ada).call(contract.createCaseNote, { params: { id }, body: { text: 'Seen before.' } })
    const found = (await t.as(grace).call(contract.getCase, { params: { id } })).json<contract.Case>()
    expect(found.notes).toMatchObject([{ text: 'Seen before.', author: { id: ada.id } }])
    const listed = (await t.as(grace).call(contract.listCases, { querystring: { status: 'mine' } })).json()
    expect(listed.results).toMatchObject([{ id }])
  })
})
