import { getUser } from '@wtpu/contract/accounts/accounts'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { followUser } from '@wtpu/contract/boiler-room/follows'
import { createDiscussionComment } from '@wtpu/contract/forums/comments'
import { getPolitician } from '@wtpu/contract/politicians'
import { castVote, createPoll, getPoll } from '@wtpu/contract/polls/polls'
import { listDiscussions } from '@wtpu/contract/forums/discussions'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { changeSiteParts, closeParts, offOf, presets } from '@wtpu/contract/site/on-demand/part-facts'
import { partOfPath } from '@wtpu/contract/site/on-demand/find-page'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { type PartName, partNames } from '@wtpu/contract/site/part-names'
import { searchKinds, searchSite } from '@wtpu/contract/site/search'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { partOfRoute } from '#http/parts.ts'
import { writeDigest } from '#notifications/digest.ts'
import { publishInvalidation } from '#live/publish.ts'
import { openStreamWithTicket } from '#testing/live-stream.ts'
import { established } from '#testing/ago.ts'
import { notificationsOf, unreadOf } from '#testing/notifications.ts'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

async function startSite() {
  const folder = temporaryFolder({
    'index.html': '<html data-site="{}"><head><!--head--></head><body><!--first-content--></body></html>',
  })
  const routes: RouteOptions[] = []
  const t = await startTestApp({ publicUrl: 'https://wtpu.example' }, folder.at(), undefined, undefined, (route) => {
    routes.push(route)
  })
  const admin = await t.make.user({ role: 'admin', username: 'ada' })
  let version = 0
  const put = (body: object) =>
    t.as(admin).call(changeSiteParts, {
      body: { off: [], reading: 'everyone', ratings_closed: null, version, reason: 'We cannot moderate.', ...body },
    })
  const switchOff = async (...off: PartName[]) => {
    const response = await put({ off })
    expect(response.statusCode, response.body).toBe(200)
    ;({ version } = response.json())
    return response.json()
  }
  return Object.assign(t, { admin, routes, put, switchOff })
}

/** What belongs to no part, by the starts of its addresses. */
const withoutPart = [
  /^\/(auth|api\/(admin|docs|embed|error-reports|invitation|live|moderation|notifications|oembed|pages|people|polls|registration|reports|search|setup|site|site-access|tally-log))\//,
  /^\/api\/(oembed|docs|forums\/comments\/:id\/(revisions\/)?$)/,
  /^\/(\.well-known|assets|embed|feeds\/(polls|moderation)|fonts|healthz|icon|logo|manifest|media|metrics|readyz|robots|share\/(polls|site)|sitemap|unsubscribe)/,
]

test('each route and page names its part, or has none', async () => {
  await using t = await startSite()
  const saysNone = ({ schema }: RouteOptions) => schema !== undefined && 'part' in schema && schema.part === null
  const nameless = t.routes.filter((route) => !partOfRoute(route) && !saysNone(route)).map(({ url }) => url)
  expect(nameless.filter((url) => !withoutPart.some((start) => start.test(url)))).toEqual([])
  const parts = new Set(t.routes.map(partOfRoute))
  // Polls have the calls of those of members, and people those of profiles.
  expect(partNames.filter((part) => !parts.has(part))).toEqual(['member-polls', 'profiles'])
  expect(pages.filter(({ path }) => partOfPath(path)).map(({ path }) => path)).toMatchInlineSnapshot(`
    [
      "/ballot",
      "/answer",
      "/dashboard",
      "/contact-politicians",
      "/profile",
      "/common-ground",
      "/roll-calls",
      "/roll-calls/$rollCallId",
      "/admin/officials",
      "/admin/circles",
      "/admin/circles/$circleId",
      "/politicians",
      "/politicians/$politicianId",
      "/forums",
      "/forums/activity",
      "/forums/$discussionId",
      "/boiler-room",
      "/boiler-room/hashtag/$tag",
      "/user/$userId",
    ]
  `)
})

test('a search finds nothing of parts that are off', async () => {
  await using t = await startSite()
  const author = await t.make.user({ first_name: 'Zebra', email_verified_at: new Date() })
  await t.make.politician({ name: 'Max Zebra' })
  await t.make.poll({ question: 'Zebra?' })
  const discussion = await t.make.discussion({ author, title: 'Zebra' })
  await t.make.post({ author, text: 'zebra' })
  await t.make.forumComment({ discussion, author, text: 'zebra' })
  const search = (querystring: object) => t.as(author).call(searchSite, { querystring: { q: 'zebra', ...querystring } })
  const found = async () => {
    const response = (await search({})).json()
    return searchKinds.filter((kind) => response[kind]?.count)
  }
  expect(await found()).toEqual(searchKinds)

  await t.switchOff('forums')
  expect(await found()).toEqual(['officials', 'polls', 'posts', 'people'])
  const rejected = await search({ kind: 'discussions' })
  expect([rejected.statusCode, rejected.json().code]).toEqual([404, 'part_off'])
  await t.switchOff('forums', 'walls', 'boiler-room', 'member-polls')
  expect(await found()).toEqual(['officials', 'polls'])
  await t.switchOff()
  expect(await found()).toEqual(searchKinds)
})

test('what others need goes off with them, and presets only set switches', () => {
  expect(closeParts(['officials'])).toEqual(['ratings', 'walls', 'letters', 'officials', 'roll-calls'])
  expect(closeParts(['boiler-room', 'forums', 'member-polls'])).not.toContain('profiles')
  expect(closeParts(['boiler-room', 'forums', 'member-polls', 'officials'])).toContain('profiles')
  for (const { on } of presets) expect(closeParts(offOf(on))).toEqual(offOf(on))
})

test('a change needs a reason and the latest version, and is in the public log', async () => {
  await using t = await startSite()
  expect((await t.call(getSiteParts, {})).json()).toEqual({
    off: [],
    reading: 'everyone',
    ratings_closed: null,
    version: 0,
  })
  for (const [body, field] of [
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'x'.repeat(301) }, 'reason'],
    [{ off: ['polls'] }, 'off'],
  ] as const) {
    const response = await t.put(body)
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
  }
  const outcomes = await Promise.all([t.put({ off: ['forums'] }), t.put({ off: ['walls'] })])
  expect(outcomes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await t.call(getSiteParts, {})).json().version).toBe(1)
  const [entry] = (await t.call(listModerationLog, { querystring: {} })).json().results
  expect(entry).toMatchObject({ action: 'settings', kind: 'site' })
  expect(entry.sentence).toMatch(
    /^Switched off: (Forums|Walls)\. Switched on: Reasons, Ballots by invitation\. We cannot moderate\.$/,
  )
})

test('a list that was sent from memory before is not sent any more', async () => {
  await using t = await startSite()
  const list = async () => (await t.as(t.admin).call(listDiscussions, { querystring: { limit: 20 } })).statusCode
  expect([await list(), await list()]).toEqual([200, 200])
  await t.switchOff('forums')
  expect(await list()).toBe(404)
})

test('open pages hear nothing of parts that are off', async () => {
  await using t = await startSite()
  await t.switchOff('boiler-room')
  using stream = await openStreamWithTicket(t)
  publishInvalidation(t.db, '/api/boilerroom/posts/')
  publishInvalidation(t.db, '/api/polls/')
  await expect.poll(stream.received).toContain('data: /api/polls/')
  expect(stream.received()).not.toContain('boilerroom')
})

test('notifications and the digest leave out parts that are off, and have them again afterwards', async () => {
  await using t = await startSite()
  const [ada, ben] = await Promise.all(
    ['ada1', 'ben1'].map((username) => t.make.user({ ...established, username, email_verified_at: new Date() })),
  )
  await t.db.update(users).set({ newsletter: true })
  const post = await t.make.post({ author: ada! })
  const discussion = await t.make.discussion({ author: ada! })
  const as = t.as(ben!)
  await as.call(createPostComment, { body: { post: post.id, text: 'A comment' } })
  await as.call(createDiscussionComment, { params: { id: discussion.id }, body: { content: 'Another comment' } })
  await as.call(followUser, { params: { user: String(ada!.id) } })
  const seen = async () => {
    const kinds = (await notificationsOf(t, ada!)).map(({ kind, subject }) => `${kind} ${subject.kind}`).toSorted()
    const digest = await t.db.transaction((tx) => writeDigest(tx, t.app, ada!.id))
    return { kinds, unread: await unreadOf(t, ada!), digest: /(\d) unread/.exec(digest?.text ?? '')?.[1] }
  }
  const all = { kinds: ['comment discussion', 'comment post', 'follower user'], unread: 3, digest: '3' }
  expect(await seen()).toEqual(all)

  await t.switchOff('boiler-room')
  expect(await seen()).toEqual({ kinds: ['comment discussion'], unread: 1, digest: '1' })
  await t.switchOff('forums')
  expect(await seen()).toEqual({ kinds: ['comment post', 'follower user'], unread: 2, digest: '2' })
  await t.switchOff()
  expect(await seen()).toEqual(all)
})

test('where members do not create polls, staff do, and without profiles people see their own only', async () => {
  await using t = await startSite()
  const [user, other] = [await t.make.user(), await t.make.user()]
  const body = { question: 'More trains?', category: 1, options: ['Yes', 'No'] }
  const create = async (by: { id: number }) => (await t.as(by).call(createPoll, { body })).statusCode
  const read = async (id: number) => (await t.as(user).call(getUser, { params: { id: String(id) } })).statusCode

  await t.switchOff('member-polls', 'profiles')
  expect([await create(user), await create(t.admin)]).toEqual([404, 201])
  expect([await read(user.id), await read(other.id)]).toEqual([200, 404])
  await t.switchOff()
  expect([await create(user), await read(other.id)]).toEqual([201, 200])
})

test('polls and officials say nothing of parts that are off, and have all again afterwards, with what was added', async () => {
  await using t = await startSite()
  const official = await t.make.politician()
  const poll = await t.make.poll({ politician: official.id })
  await t.make.rollCall({ poll })
  await t.db.update(politicians).set({ goodJobCount: 7, badJobCount: 2 })
  const read = async () => {
    const { politician, roll_call, total_votes } = (await t.call(getPoll, { params: { id: poll.id } })).json()
    const response = await t.call(getPolitician, { params: { id: official.id } })
    const html = (await t.app.inject(`/politicians/${official.id}`)).body
    const { good_job_count, total_rating } = response.json()
    return {
      politician: politician?.id,
      roll_call: roll_call?.id > 0,
      total_votes,
      good_job_count,
      total_rating,
      rates: /\brat(e|ing)/.test(html.replace(/data-site="[^"]*"/, '')),
    }
  }
  const all = {
    politician: official.id,
    roll_call: true,
    total_votes: 0,
    good_job_count: 7,
    total_rating: 9,
    rates: true,
  }
  expect(await read()).toEqual(all)
  await t.switchOff('roll-calls')
  expect(await read()).toEqual({ ...all, roll_call: false })
  await t.switchOff('ratings')
  expect(await read()).toEqual({ ...all, good_job_count: 0, total_rating: 0, rates: false })
  await t.switchOff('officials')
  expect(await read()).toMatchObject({ politician: undefined, roll_call: false, good_job_count: undefined })
  await t.as(t.admin).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  await t.switchOff()
  expect(await read()).toEqual({ ...all, total_votes: 1 })
})
