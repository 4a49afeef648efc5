import { getPolitician, ratePolitician } from '@wtpu/contract/politicians'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { changeSiteParts, getManagedParts, type ManagedParts } from '@wtpu/contract/site/on-demand/part-facts'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import { expect, test } from 'vitest'
import { findToday } from '#db/parts.ts'
import { moderationCases } from '#db/schema/moderation.ts'
import { rememberTimeZone } from '#db/site.ts'
import { openStream } from '#testing/live-stream.ts'
import { startTestApp } from '#testing/test-app.ts'

/** Its day is 26 hours behind that of the most eastern zone, to which a test moves the site in order to let days pass. */
const [west, east] = ['Etc/GMT+12', 'Pacific/Kiritimati']

async function startSite() {
  const t = await startTestApp()
  await rememberTimeZone(t.db, west)
  const [admin, member, official] = [
    await t.make.user({ role: 'admin' }),
    await t.make.user(),
    await t.make.politician(),
  ]
  const put = async (body: object) => {
    const { version } = (await t.as(admin).call(getManagedParts, {})).json()
    return t.as(admin).call(changeSiteParts, {
      body: { off: [], reading: 'everyone', ratings_closed: null, version, reason: 'An election comes.', ...body },
    })
  }
  const rate = (on = t, isRepetition = false) =>
    on.as(member).call(ratePolitician, {
      params: { id: official.id },
      body: { type: 'good', ...(isRepetition && { is_repetition: true }) },
    })
  const { today } = await findToday(t.db)
  const day = (later: number) => new Date(Date.parse(today) + later * 86_400_000).toISOString().slice(0, 10)
  return Object.assign(t, { admin, member, official, put, rate, day })
}

test('ratings are closed between two days on all servers, keep their figures, and open again by themselves', async () => {
  await using t = await startSite()
  await using second = await startTestApp({}, undefined, t.url)
  expect((await t.rate()).statusCode).toBe(200)
  const other = await t.make.user()
  const rateAsOther = (on: typeof second) =>
    on.as(other).call(ratePolitician, { params: { id: t.official.id }, body: { type: 'bad' } })
  using stream = await openStream(t)

  expect((await t.put({ ratings_closed: { from: t.day(0), until: t.day(1) } })).statusCode).toBe(200)
  await expect.poll(() => stream.received(), { timeout: 2_000 }).toContain('data: /api/site/\n')
  for (const server of [t, second]) {
    const refused = await rateAsOther(server)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'ratings_closed'])
    expect(refused.json().detail).toMatch(
      /^Ratings are closed from \w+ \d+, 20\d\d to .*They open again by themselves\.$/,
    )
    const read = (await server.call(getPolitician, { params: { id: t.official.id } })).json()
    expect([read.good_job_count, read.total_rating]).toEqual([1, 1])
    expect((await server.call(getSiteParts, {})).json().ratings_closed).toEqual({ from: t.day(0), until: t.day(1) })
  }
  // The response to the rating was lost, and ratings closed meanwhile.
  expect((await t.rate(t, true)).statusCode).toBe(200)
  const [entry] = (await t.call(listModerationLog, { querystring: {} })).json().results
  expect(entry?.sentence).toMatch(/^Ratings are closed from .*themselves\. An election comes\.$/)

  await rememberTimeZone(t.db, east)
  expect((await rateAsOther(second)).statusCode).toBe(200)
  expect((await t.put({})).json().ratings_closed).toBeNull()
})

test('rejects days that make no sense, and unknown parts, with a sentence', async () => {
  await using t = await startSite()
  for (const [body, field, detail] of [
    [{ off: ['polls'] }, 'off', 'off must be one of: ratings, walls, letters,'],
    [
      { ratings_closed: { from: t.day(-1), until: t.day(9) } },
      'ratings_closed',
      'The day on which ratings close is over.',
    ],
    [
      { ratings_closed: { from: t.day(3), until: t.day(3) } },
      'ratings_closed',
      'The day on which ratings open again must',
    ],
    [
      { ratings_closed: { from: t.day(3), until: t.day(2) } },
      'ratings_closed',
      'The day on which ratings open again must',
    ],
    [
      { ratings_closed: { from: '2026-02-30', until: t.day(2) } },
      'ratings_closed',
      'ratings_closed must be a date such as',
    ],
    [{ ratings_closed: { from: t.day(1) } }, 'ratings_closed', ''],
  ] as const) {
    const response = await t.put(body)
    expect([response.statusCode, response.json().detail]).toEqual([400, expect.stringContaining(detail)])
    expect(Object.keys(response.json().fields)).toContain(field)
  }
  expect((await t.call(getSiteParts, {})).json()).toEqual({
    off: [],
    reading: 'everyone',
    ratings_closed: null,
    version: 0,
  })

  // A day that has begun can stay, and the end can move.
  const from = t.day(0)
  await t.put({ ratings_closed: { from, until: t.day(9) } })
  await rememberTimeZone(t.db, east)
  const { today } = await findToday(t.db)
  expect((await t.put({ ratings_closed: { from, until: t.day(5) } })).json().ratings_closed).toEqual({
    from,
    until: t.day(5),
  })
  const over = await t.put({ ratings_closed: { from, until: today } })
  expect([over.statusCode, over.json().detail]).toEqual([
    400,
    'The day on which ratings open again must be after today.',
  ])
})

test('counts what each part has, and its open cases, for admins alone', async () => {
  await using t = await startSite()
  const author = t.member
  const post = await t.make.post({ author })
  const discussion = await t.make.discussion({ author })
  const comment = await t.make.forumComment({ discussion, author })
  await t.rate()
  await t.db.insert(moderationCases).values([
    { kind: 'post', contentId: post.id },
    { kind: 'comment', contentId: comment.id },
    { kind: 'discussion', contentId: discussion.id, closedAt: new Date() },
    { kind: 'user', contentId: author.id },
  ])
  const { counts } = (await t.as(t.admin).call(getManagedParts, {})).json()
  expect((counts as ManagedParts['counts']).filter(({ content, open_cases }) => content + open_cases > 0)).toEqual([
    { part: 'ratings', content: 1, open_cases: 0 },
    { part: 'officials', content: 1, open_cases: 0 },
    { part: 'boiler-room', content: 1, open_cases: 1 },
    { part: 'forums', content: 1, open_cases: 1 },
    { part: 'profiles', content: 2, open_cases: 1 },
  ])
  expect((await t.as(t.member).call(getManagedParts, {})).statusCode).toBe(404)
})

test('the first choice counts, also if it is to leave all parts on', async () => {
  await using t = await startSite()
  expect((await t.put({})).json().version).toBe(1)
  expect((await t.put({})).json().version).toBe(1)
  expect((await t.call(listModerationLog, { querystring: {} })).json().results).toHaveLength(1)
})
