import * as forums from '@wtpu/contract/forums/discussions'
import { getPost, listPosts } from '@wtpu/contract/boiler-room/posts'
import * as contract from '@wtpu/contract/moderation/cases'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import { newcomerLimits } from '@wtpu/contract/limits'
import { getPoll } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { notificationEvents } from '#db/schema/notifications.ts'
import { polls, pollTotals } from '#db/schema/polls.ts'
import { findDue } from '#features/tally/seal.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { leave } from '#testing/races.ts'
import { type TestApp } from '#testing/test-app.ts'
import { signMediaUrl } from '#http/signed-media.ts'
import {
  type Reported,
  type Row,
  makeReporter,
  report,
  startSite,
  wallComment,
  weekOld,
} from '#testing/moderated-site.ts'

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
      const from = index % 2 ? '198.51.100.1' : `2001:db8:1:${index * 100}::1`
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
    const [hidden, fewHidden] = [await t.make.poll({ reveal: 'at_close' }), await t.make.poll({ reveal: 'at_close' })]
    for (const [{ id }, hiddenVotes] of [
      [hidden, 101],
      [fewHidden, 100],
    ] as const)
      await t.db.update(pollTotals).set({ hiddenVotes }).where(eq(pollTotals.pollId, id))
    const [other, reportedByNew] = [await t.make.poll(), await t.make.poll()]
    for (const { id } of [popular, other, hidden, fewHidden]) await reportByThree({ kind: 'poll', id })
    await reportByThree({ kind: 'poll', id: reportedByNew.id }, weekOld)
    await reportByThree({ kind: 'user', id: author.id })
    const shown = async ({ id }: Row) => (await t.call(getPoll, { params: { id } })).statusCode
    expect([await shown(popular), await shown(other), await shown(poll)]).toEqual([200, 404, 200])
    expect([await shown(hidden), await shown(fewHidden)]).toEqual([200, 404])
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
    const expired = signMediaUrl(secret, 'moderators', `/media/${name}`, Date.now() - 3 * 60 * 60_000)
    const ofOther = signMediaUrl(
      secret,
      'moderators',
      '/media/posts/00000000-0000-4000-8000-000000000001-640.webp',
    ).split('?')[1]
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
      const signatures = [media[0]!.file, signMediaUrl(secret, 'moderators', `/media/${ofOther}.vtt`)].map(
        (url) => url.split('?')[1],
      )
      const expired = signMediaUrl(secret, 'moderators', video.captions, Date.now() - 3 * 60 * 60_000)
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
