import { updateManagedAccount } from '@wtpu/contract/on-demand/admin'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import type { VoteSource } from '@wtpu/contract/polls/on-demand/arrivals'
import { castVote, undoVote } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getPollSeal } from '@wtpu/contract/tally/tally'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordOpenings } from '#db/poll-method.ts'
import { pollArrivals, polls } from '#db/schema/polls.ts'
import { setFeatured } from '#features/admin/featured-polls.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

async function totalsOf(t: TestApp, id: number) {
  t.app.cache.invalidate('/api/polls/')
  return (await t.call(getPollTotals, { params: { id } })).json()
}

async function changeRole(t: TestApp, id: number, role: 'user' | 'moderator') {
  const admin = await t.make.user({ role: 'admin' })
  expect((await t.as(admin).call(updateManagedAccount, { params: { id }, body: { role } })).statusCode).toBe(200)
}

const cast = async (t: TestApp, poll: Awaited<ReturnType<TestApp['make']['poll']>>, source?: VoteSource) => {
  const user = await t.make.user({ created_at: new Date(Date.now() - 30 * 3_600_000) })
  const body = { option_id: poll.options[0]?.id ?? 0, ...(source && { source }) }
  expect((await t.as(user).call(castVote, { params: { id: poll.id }, body })).statusCode).toBe(200)
  return user
}

test('how voters came is counted with their votes and openings, and published in steps, so that no step tells of one vote', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  const browse = (url: string, remoteAddress: string, agent = 'Mozilla/5.0') =>
    t.app.inject({ url, remoteAddress, headers: { 'user-agent': agent } })
  const url = `/api/polls/${poll.id}/`
  // The same network, a program and a poll that does not exist count nothing.
  for (let network = 0; network < 60; network++) await browse(url, `10.0.0.${network}`)
  for (const again of [url, `/api/polls/${poll.id + 1}/`]) await browse(again, '10.0.0.1')
  await browse(url, '10.0.1.1', 'curl/8.5.0')
  await t.app.pollOpenings.flush()

  const published = async () => (await totalsOf(t, poll.id)).method.arrivals
  const seen = new Map<number, Awaited<ReturnType<typeof published>>>()
  for (let votes = 1; votes <= 75; votes++) {
    const voter = await cast(t, poll, votes <= 30 ? 'list' : votes <= 45 ? 'link' : votes <= 50 ? undefined : 'embed')
    // It has been counted, and stays so.
    if (votes === 50) expect((await t.as(voter).call(undoVote, { params: { id: poll.id } })).statusCode).toBe(200)
    const arrivals = await published()
    if (arrivals && !seen.has(arrivals.votes)) seen.set(arrivals.votes, arrivals)
    expect([...seen.keys()]).toEqual([50, 60, 72].filter((step) => step <= votes))
  }
  const none = { home: 0, notice: 0 }
  expect(seen.get(50)).toEqual({
    votes: 50,
    sources: { ...none, list: 60, link: 30, embed: 0, other: 10 },
    account_ages: { under_week: 100, under_month: 0, under_year: 0, older: 0 },
    openings: 60,
    unanswered: 80,
  })
  expect(seen.get(60)).toMatchObject({ sources: { list: 50, link: 30, embed: 20, other: 10 }, unanswered: 60 })
  const rows = Object.fromEntries(methodRows(await totalsOf(t, poll.id)))
  expect(rows).toMatchObject({
    'Shares of ways':
      'Of 72 votes, also those that no longer count, rounded to 10%: 40% lists and searches, 30% embeds on other sites, 20% links to the poll, 10% ways that are not known',
    'Age of accounts': 'Of 72 votes, also those that no longer count, rounded to 10%: 100% younger than a week',
    'Page opened': 'About 60 times, about 40% of them without an answer',
  })
})

test('nothing is said of how voters came to a poll that is older than the counts', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  await t.db.delete(pollArrivals)
  await cast(t, poll, 'home')
  const totals = await totalsOf(t, poll.id)
  expect(totals.method.arrivals).toBeNull()
  expect(methodRows(totals).map(([label]) => label)).not.toContain('Shares of ways')
})

const open = (t: TestApp, votesNeedConfirmedEmail: boolean) =>
  recordOpenings(t.db, { ...t.config, votesNeedConfirmedEmail })

test.each([
  ['a member, who joins the team later', 'user', 'moderator', 'member'],
  ['staff, who leave the team later', 'moderator', 'user', 'staff'],
] as const)('a poll stays asked by %s, at once or scheduled', async (_who, before, after, askedBy) => {
  await using t = await startTestApp()
  const author = await t.make.user({ role: before })
  const now = await t.make.poll({ creator: author.id })
  const scheduled = await t.make.poll({ creator: author.id, published_at: new Date(Date.now() + 1000 * 60) })
  const ahead = await t.make.poll({ creator: author.id, published_at: new Date(Date.now() + 1000 * 60) })
  await t.db
    .update(polls)
    .set({ publishedAt: sql`now()` })
    .where(eq(polls.id, scheduled.id))

  await changeRole(t, author.id, after)
  await t.db
    .update(polls)
    .set({ publishedAt: sql`now()` })
    .where(eq(polls.id, ahead.id))
  await open(t, false)

  for (const poll of [now, scheduled]) expect((await totalsOf(t, poll.id)).method.asked_by).toBe(askedBy)
  // The role at publication counts, not the one at which the poll was written.
  expect((await totalsOf(t, ahead.id)).method.asked_by).not.toBe(askedBy)
})

test('who could vote and when a poll was featured stay as they were, and are sealed', async () => {
  await using t = await startTestApp()
  const [changed, same] = [await t.make.poll({ creator: (await t.make.user()).id }), await t.make.poll()]
  const by = async () => ({ actor: 'server', reason: '' })
  const feature = (featured: boolean) => setFeatured(t.db, { pollId: changed.id, featured, by })
  await open(t, true)
  await feature(true)
  const whileOpen = (await totalsOf(t, changed.id)).method
  await feature(false)
  await t.db.update(polls).set({ confirmedOnly: false }).where(eq(polls.id, same.id))
  await open(t, false)
  await t.db
    .update(polls)
    .set({ closesAt: sql`now() - interval '1 minute'`, publishedAt: sql`now() - interval '1 day'` })
  // After it has closed, nobody who votes can come by the home page.
  await feature(true)
  await open(t, true)
  await sealClosedPolls(t.db, t.app.keys)

  expect(whileOpen).toMatchObject({ featured: true, featured_from: expect.any(String), featured_to: null })
  const expected = [
    {
      asked_by: 'member',
      who_could_vote: 'members with a confirmed email address',
      who_could_vote_changed: true,
      featured: true,
      featured_from: whileOpen.featured_from,
      featured_to: expect.any(String),
      votes_taken_out: 0,
    },
    {
      asked_by: 'staff',
      who_could_vote: 'members',
      who_could_vote_changed: false,
      featured: false,
      featured_from: null,
      featured_to: null,
      votes_taken_out: 0,
    },
  ]
  for (const [index, { id }] of [changed, same].entries()) {
    const { method } = await totalsOf(t, id)
    expect(method).toMatchObject({ ...expected[index], who_can_vote: null })
    const sealed = JSON.parse((await t.call(getPollSeal, { params: { id } })).json().entry)
    expect(sealed.method).toEqual(expected[index])
    expect(method).toMatchObject(sealed.method)
  }
  const rows = Object.fromEntries(methodRows(await totalsOf(t, changed.id)))
  expect(rows['Who could vote']).toMatch(/^Members with a confirmed email address, when it opened; this changed while/)
  expect(rows['How they came']).toMatch(/^Featured on the home page, first on .* ET, last on .* ET; lists and searches/)
})

test('nothing is said of what nobody has written down, because the poll is older', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll({ creator: (await t.make.user()).id })
  await t.db.update(polls).set({ isRecorded: false, askedBy: null })
  await open(t, true)
  const whileOpen = await totalsOf(t, poll.id)
  await setFeatured(t.db, {
    pollId: poll.id,
    featured: true,
    by: async () => ({ actor: 'server', reason: '' }),
  })
  const featured = (await totalsOf(t, poll.id)).method
  await t.db
    .update(polls)
    .set({ closesAt: sql`now() - interval '1 minute'`, publishedAt: sql`now() - interval '1 day'` })
  const closed = await totalsOf(t, poll.id)

  const unknown = { asked_by: null, who_could_vote: null, who_could_vote_changed: null }
  expect(whileOpen.method).toMatchObject({ ...unknown, featured: null, who_can_vote: 'members' })
  expect(featured).toMatchObject({ featured: true, featured_from: null })
  expect(closed.method).toMatchObject({ ...unknown, who_can_vote: null })
  const labels = [whileOpen, closed].map((totals) => methodRows(totals).map(([label]) => label))
  expect(labels[0]).toContain('Who can vote')
  for (const shown of labels) {
    expect(shown).not.toContain('Asked by')
    expect(shown).not.toContain('Who could vote')
  }
})
