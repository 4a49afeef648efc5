import {
  type CommonGround,
  downloadCommonGround,
  downloadLine,
  getCommonGround,
  getOwnGroup,
  getPollGroups,
  type OwnGroup,
  type PollGroups,
} from '@wtpu/contract/common-ground'
import { getAccountData, updateAccount } from '@wtpu/contract/accounts/settings'
import { listDiscussionComments } from '@wtpu/contract/forums/comments'
import { getPoll } from '@wtpu/contract/polls/polls'
import { desc, eq, gt, sql } from 'drizzle-orm'
import { XSadd } from 'ml-xsadd'
import { expect, test } from 'vitest'
import { commonGround, commonGroundMembers } from '#db/schema/common-ground.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { polls } from '#db/schema/polls.ts'
import { counted } from '#testing/ago.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { deletion } from '#db/visibility.ts'
import { users } from '#db/schema/accounts.ts'
import { findCommonGround, findCommonGroundAsCsv } from './queries.ts'
import { rankComments } from './rank-comments.ts'
import { runCommonGround } from './run.ts'
import { CommonGroundRuns } from './schedule.ts'

/**
 * 12 polls: all people choose the first option in the first, and the two groups of 40 choose opposite ones in the others. Of the
 * smaller group, only `late` people vote in the last poll.
 */
async function plantTwoGroups(t: TestApp, { late = 20 } = {}) {
  const people = await Promise.all(Array.from({ length: 80 }, () => t.make.user(counted)))
  const made = []
  for (let index = 0; index < 12; index++) made.push(await t.make.poll({ options: ['Yes', 'No'] }))
  const votes = made.flatMap((poll, index) =>
    people.flatMap(({ id }, position) => {
      const group = position < 40 ? 0 : 1
      if (index === 11 && group === 1 && position >= 40 + late) return []
      // Each person differs in two polls: accounts that answer alike would count as one, and groups that do are not published.
      const place = position % 40
      const differs = place % 12 === index || (place + 11 - Math.floor(place / 12)) % 12 === index
      const option = index === 0 ? 0 : (group + index) % 2
      return [{ poll: poll.id, user: id, option: poll.options[differs ? 1 - option : option]!.id }]
    }),
  )
  await insertVotes(t, votes)
  return { people, polls: made }
}

async function insertVotes(t: TestApp, votes: { poll: number; user: number; option: number }[]) {
  await t.db.execute(sql`
    insert into poll_votes (poll_id, user_id, voter_id, option_id)
    select vote.poll, users.id, users.voter_id, vote.option
    from json_to_recordset(${JSON.stringify(votes)}) as vote (poll int, "user" int, option int)
      join users on users.id = vote."user"`)
  await t.db.execute(
    sql`update poll_options set vote_count = (select count(*) from poll_votes v where v.option_id = poll_options.id)`,
  )
  await t.db.execute(
    sql`update poll_totals set total_votes = (select count(*) from poll_votes v where v.poll_id = poll_totals.poll_id)`,
  )
}

const read = async (t: TestApp) => (await t.call(getCommonGround, {})).json<CommonGround>()

test('says how much is missing before there are enough votes', async () => {
  await using t = await startTestApp()
  expect(await read(t)).toMatchObject({ computed_at: null, status: 'too_few', missing: { voters: 60, polls: 5 } })

  expect(await runCommonGround(t.db)).toMatchObject({ status: 'too_few', voters: 0 })
  expect(await read(t)).toMatchObject({
    computed_at: expect.any(String),
    groups: [],
    has_gaps: false,
    map: null,
    agree: [],
  })
})

test('publishes what two groups agree and differ on, and hides the answers of few people', async () => {
  await using t = await startTestApp()
  const { people, polls: made } = await plantTwoGroups(t)

  expect(await runCommonGround(t.db)).toMatchObject({ status: 'groups', voters: 80, agree: 1, divide: 10 })

  const found = await read(t)
  expect(found).toMatchObject({
    status: 'groups',
    has_gaps: true,
    voters: 80,
    polls: 12,
    missing: { voters: 0, polls: 0 },
  })
  expect(found.groups.map(({ id, size }) => [id, size])).toEqual([
    ['A', 40],
    ['B', 40],
  ])
  expect(found.groups[0]!.distinctions[0]).toMatchObject({ percent: 88, others: 13 })
  expect(found.agree).toMatchObject([
    {
      id: made[0]!.id,
      option: 0,
      groups: [
        { voters: 40, percents: [88, 13] },
        { voters: 40, percents: [88, 13] },
      ],
    },
  ])
  // 33 of 40 are rounded to 35: (35 + 1) / (40 + 2), for both groups.
  expect(found.agree[0]!.agreement).toBe(0.735)
  expect(found.map?.cells.every((cell) => cell.people >= 10)).toBe(true)

  // Only 20 of one group voted in the last poll: neither its answer nor the comparison is shown.
  const groupsOf = async (id: number) => (await t.call(getPollGroups, { params: { id } })).json<PollGroups>()
  expect((await groupsOf(made[11]!.id)).poll).toBeNull()
  expect((await groupsOf(made[1]!.id)).poll).toMatchObject({ verdict: 'divide' })
  expect((await t.call(getPollGroups, { params: { id: 999_999 } })).statusCode).toBe(404)
  expect((await t.call(getPoll, { params: { id: made[0]!.id } })).json().common_ground).toBe(2)
  expect((await t.call(getPoll, { params: { id: made[1]!.id } })).json().common_ground).toBeNull()

  const readLines = async () => (await t.call(downloadCommonGround, {})).body.split('\r\n').filter(Boolean)
  const lines = await readLines()
  expect(lines).toHaveLength(1 + 11 * 2 * 2 + 2)
  expect(lines.at(-2)).toBe(`Counted,${found.computed_at},,,,,`)
  expect(lines.at(-1)).toMatch(
    /^Method,"Members of WTPU choose to vote. They are not a sample of the public. .*",,,,,$/,
  )
  expect(lines.find((line) => line.startsWith(`${made[0]!.id},`))).toMatch(/,agree,.+,A,40,88$/)

  await t.db.update(polls).set({ isSample: true }).where(eq(polls.id, made[1]!.id))
  t.app.cache.invalidate('/api/')
  expect((await readLines()).at(-1)).toBe('Made up for this demo,The people and votes are invented.,,,,,')
  expect((await t.call(downloadLine, {})).body).toMatch(
    /\r\nMade up for this demo,The people and votes are invented\.,,,,,,\r\n$/,
  )
  const marked = [await read(t), await groupsOf(made[1]!.id), await groupsOf(made[0]!.id)]
  expect([found, ...marked].map((result) => result.is_sample)).toEqual([false, true, true, false])

  const ownGroup = async (user: { id: number }) => (await t.as(user).call(getOwnGroup, {})).json<OwnGroup>()
  const [first, last] = [await ownGroup(people[0]!), await ownGroup(people[79]!)]
  expect(new Set([first.group, last.group])).toEqual(new Set(['A', 'B']))
  expect(first.why).toHaveLength(5)
})

test('leaves out answers of no opinion, and polls with one opinion', async () => {
  await using t = await startTestApp()
  const divided = await t.make.poll({ options: ['Not sure', 'Yes', 'No'], noOpinion: ['Not sure'] })
  const { people } = await plantTwoGroups(t)
  const unsure = await t.make.poll({ options: ['Not sure', 'Yes', 'No'], noOpinion: ['Not sure'] })
  const one = await t.make.poll({ options: ['Yes', 'Not sure'], noOpinion: ['Not sure'] })
  const [notSure, yes, no] = unsure.options
  await insertVotes(t, [
    ...people.map(({ id }, position) => ({
      poll: unsure.id,
      user: id,
      option: (position % 40 < 9 ? notSure! : position % 40 < 15 ? no! : yes!).id,
    })),
    ...people.map(({ id }, position) => ({
      poll: divided.id,
      user: id,
      option: divided.options[position < 40 === position % 7 < 6 ? 1 : 2]!.id,
    })),
    ...people.map(({ id }) => ({ poll: one.id, user: id, option: one.options[0]!.id })),
  ])

  expect(await runCommonGround(t.db)).toMatchObject({ polls: 14, agree: 2 })

  const groups = async (id: number) => (await t.call(getPollGroups, { params: { id } })).json<PollGroups>().poll
  expect(await groups(unsure.id)).toMatchObject({
    options: ['Yes', 'No'],
    verdict: 'agree',
    option: 0,
    groups: [
      { voters: 30, percents: [83, 17] },
      { voters: 30, percents: [83, 17] },
    ],
  })
  expect(await groups(one.id)).toBeNull()
  const { why } = (await t.as(people[0]!).call(getOwnGroup, {})).json<OwnGroup>()
  expect(why[0]).toMatchObject({ poll: divided.id, option: 'Yes' })
})

test('keeps letters and published answers until enough changed, and forgets who leaves', async () => {
  await using t = await startTestApp()
  const { people, polls: made } = await plantTwoGroups(t, { late: 30 })
  await runCommonGround(t.db)
  const before = await read(t)
  const ownGroup = async (user: { id: number }) => (await t.as(user).call(getOwnGroup, {})).json<OwnGroup>()
  const letter = (await ownGroup(people[0]!)).group

  // Nine more votes in the last poll, by people of one group.
  const answer = async () =>
    (await t.call(getPollGroups, { params: { id: made[11]!.id } }))
      .json<PollGroups>()
      .poll?.groups.map(({ percents }) => percents)
  const known = await answer()
  const vote = (position: number) => ({
    poll: made[11]!.id,
    user: people[position]!.id,
    option: made[11]!.options[1]!.id,
  })
  await insertVotes(
    t,
    Array.from({ length: 9 }, (_, index) => vote(70 + index)),
  )
  await t.as(people[1]!).call(updateAccount, { body: { common_ground: false } })
  await t.db.update(users).set(deletion).where(eq(users.id, people[2]!.id))
  expect(await ownGroup(people[1]!)).toMatchObject({ group: null, third: null, takes_part: false, why: [] })
  await runCommonGround(t.db)

  expect((await ownGroup(people[0]!)).group).toBe(letter)
  expect(await answer()).toEqual(known)
  expect((await read(t)).agree).toEqual(before.agree)
  // Who left is counted for some days more, but who deleted the account is not.
  expect(await t.db.$count(commonGroundMembers)).toBe(79)
  await letDaysPass(t)
  await runCommonGround(t.db)
  expect(await t.db.$count(commonGroundMembers)).toBe(78)

  await insertVotes(t, [vote(79)])
  await runCommonGround(t.db)
  expect(await answer()).not.toEqual(known)

  // A removed poll is not shown any more, also before the next run.
  await t.db
    .update(polls)
    .set({ removedAt: sql`now()` })
    .where(eq(polls.id, made[0]!.id))
  expect((await findCommonGround(t.db)).agree).toEqual([])
  expect(await findCommonGroundAsCsv(t.db)).not.toContain(before.agree[0]!.question)
  expect((await t.call(getPollGroups, { params: { id: made[0]!.id } })).statusCode).toBe(404)
})

/** All choices about taking part were made four days ago. */
const letDaysPass = (t: TestApp) =>
  t.db.execute(sql`update users set common_ground_changed_at = now() - interval '4 days'`)

test('ten people who leave and come back change nothing that is published', async () => {
  await using t = await startTestApp()
  const { people } = await plantTwoGroups(t)
  await runCommonGround(t.db)
  const before = await read(t)
  const choose = async (takesPart: boolean) => {
    for (const person of people.slice(0, 10)) {
      await t.as(person).call(updateAccount, { body: { common_ground: takesPart } })
    }
    await runCommonGround(t.db)
    expect(await t.db.$count(commonGroundMembers)).toBe(80)
    expect({ ...(await read(t)), computed_at: before.computed_at }).toEqual(before)
  }

  await choose(false)
  await choose(true)
  // The last choice counts, not the time between: coming back in time was no change.
  await letDaysPass(t)
  await runCommonGround(t.db)
  expect(await t.db.$count(commonGroundMembers)).toBe(80)
})

test('computes groups of established accounts only', async () => {
  await using t = await startTestApp()
  const { people } = await plantTwoGroups(t)
  await t.db
    .update(users)
    .set({ createdAt: sql`now() - interval '6 days'` })
    .where(eq(users.id, people[0]!.id))
  await t.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, people[1]!.id))

  expect(await runCommonGround(t.db)).toMatchObject({ voters: 78 })
  // What is published is rounded down.
  const { voters, groups } = await read(t)
  expect([voters, ...groups.map(({ size }) => size).toSorted((a, b) => a - b)]).toEqual([70, 30, 40])
})

test('the author of a comment does not learn the group of the next person who likes it', async () => {
  await using t = await startTestApp()
  const { people } = await plantTwoGroups(t)
  const discussion = await t.make.discussion({ author: people[0]! })
  const comment = await t.make.forumComment({ discussion, author: people[0]! })
  const like = (from: number, count: number) =>
    t.db
      .insert(reactions)
      .values(
        people.slice(from, from + count).map(({ id }) => ({ commentId: comment.id, userId: id, value: 1 as const })),
      )
  const shown = async () => {
    await runCommonGround(t.db)
    const [row] = await t.db.select().from(comments).where(eq(comments.id, comment.id))
    return { badge: row!.valuedAcrossGroups, rank: row!.groupAgreement }
  }
  await like(0, 5)
  await like(40, 4)
  expect(await shown()).toEqual({ badge: false, rank: 0 })
  await like(44, 1)
  const first = await shown()
  expect(first.badge).toBe(false)

  // With nine accounts of one's own, nothing changes before a tenth reaction.
  await like(5, 5)
  await like(45, 4)
  expect(await shown()).toEqual(first)
  await like(49, 1)
  expect((await shown()).badge).toBe(true)
  await t.db.delete(reactions)
  expect((await shown()).badge).toBe(true)
})

test('orders comments by the agreement of the groups', async () => {
  await using t = await startTestApp()
  const { people } = await plantTwoGroups(t)
  const discussion = await t.make.discussion({ author: people[0]! })
  const written = []
  for (let index = 0; index < 4; index++) {
    written.push(await t.make.forumComment({ discussion, author: people[0]! }))
  }
  const [popular, shared, few, disliked] = written
  const react = (comment: { id: number }, from: number, count: number, value: 1 | -1 = 1) =>
    t.db
      .insert(reactions)
      .values(people.slice(from, from + count).map(({ id }) => ({ commentId: comment.id, userId: id, value })))
  // One group likes the first, both like the second, two people like the third, and one group dislikes the last.
  await react(popular!, 0, 25)
  await react(popular!, 40, 25, -1)
  await react(shared!, 0, 10)
  await react(shared!, 40, 10)
  await react(few!, 0, 2)
  await react(disliked!, 0, 10, -1)
  await runCommonGround(t.db)

  const page = (
    await t
      .as(people[0]!)
      .call(listDiscussionComments, { params: { id: discussion.id }, querystring: { sort: 'common_ground', limit: 3 } })
  ).json() as { results: { id: number; valued_across_groups: boolean }[]; next: string }
  expect(page.results.map(({ id }) => id)).toEqual([shared!.id, few!.id, disliked!.id])
  expect(page.results.map((comment) => comment.valued_across_groups)).toEqual([true, false, false])
  const next = await t.as(people[0]!).call(listDiscussionComments, {
    params: { id: discussion.id },
    querystring: { sort: 'common_ground', limit: 3, cursor: page.next },
  })
  const ids = [...page.results, ...next.json<typeof page>().results].map(({ id }) => id)
  expect(new Set(ids)).toEqual(new Set(written.map(({ id }) => id)))
  expect(ids).toHaveLength(4)

  // The badge stays, although the groups are no more.
  await t.db.update(users).set({ inCommonGround: false })
  await runCommonGround(t.db)
  expect(await t.db.$count(comments, eq(comments.groupAgreement, 0))).toBe(4)
  expect(await t.db.$count(comments, eq(comments.valuedAcrossGroups, true))).toBe(1)
})

/**
 * 120 people in an order. All choose the first option in the first poll, and in the others in turn those who come before or after a
 * certain place; one of eight chooses the other option, so that nothing is exact.
 */
async function plantLine(t: TestApp) {
  const people = await Promise.all(Array.from({ length: 120 }, () => t.make.user(counted)))
  const random = new XSadd(7)
  const made = []
  for (let index = 0; index < 16; index++) made.push(await t.make.poll({ options: ['Yes', 'No'] }))
  const votes = made.flatMap((poll, index) =>
    people.map(({ id }, place) => {
      const isBefore = place < 20 + 5 * index
      const isFirst = index === 0 || isBefore === (index % 2 === 1)
      const differs = random.random() < 1 / 8
      return { poll: poll.id, user: id, option: poll.options[isFirst === differs ? 1 : 0]!.id }
    }),
  )
  await insertVotes(t, votes)
  return { people, polls: made }
}

test('publishes what people along a line agree and differ on, and their third to themselves alone', async () => {
  await using t = await startTestApp()
  const { people, polls: made } = await plantLine(t)
  expect(await runCommonGround(t.db)).toMatchObject({ line: { status: 'line', voters: 120 } })

  const { line } = await read(t)
  expect(line).toMatchObject({ status: 'line', voters: 120 })
  expect(line.reliability).toBeGreaterThanOrEqual(0.7)
  expect(line.agree).toMatchObject([{ id: made[0]!.id, option: 0, other: null, steps: null }])
  expect(line.agree[0]!.thirds.map(({ voters }) => voters)).toEqual([40, 40, 40])
  expect(line.cross.length).toBeGreaterThanOrEqual(8)
  expect(line.ends.map((end) => end.length)).toEqual([2, 2])
  const percents = line.cross.flatMap(({ thirds }) => thirds.flatMap((part) => part.percents))
  expect(percents.every((percent) => percent >= 4 && percent <= 96)).toBe(true)

  const ofPoll = (await t.call(getPollGroups, { params: { id: made[5]!.id } })).json<PollGroups>()
  expect(ofPoll.line).toMatchObject({ id: made[5]!.id, verdict: 'cross' })
  expect((await t.call(getPoll, { params: { id: made[0]!.id } })).json().common_ground_on_line).toBe(true)
  expect((await t.call(getPoll, { params: { id: made[5]!.id } })).json().common_ground_on_line).toBe(false)
  const lines = (await t.call(downloadLine, {})).body.split('\r\n').filter(Boolean)
  expect(lines).toHaveLength(1 + 16 * 2 * 3 + 2)
  expect(lines.at(-2)).toBe(`Counted,${(await read(t)).computed_at},,,,,,`)
  expect(lines.at(-1)).toMatch(
    /^Method,"Members of WTPU choose to vote. They are not a sample of the public. .*",,,,,,$/,
  )
  expect(lines.find((row) => row.startsWith(`${made[0]!.id},`))).toMatch(/,agree,Yes,Third 1,40,\d\d,0\.\d$/)

  const own = async (place: number) => (await t.as(people[place]!).call(getOwnGroup, {})).json<OwnGroup>()
  const thirds = [(await own(1)).third, (await own(60)).third, (await own(118)).third]
  expect([
    [0, 1, 2],
    [2, 1, 0],
  ]).toContainEqual(thirds)
  expect((await own(1)).why_third[0]).toMatchObject({ option: 'Yes' })
  const exported = (await t.as(people[1]!).call(getAccountData, {})).body
  expect(exported).not.toContain('third')
})

test('keeps what is published along a line, its ends too, until enough changed', async () => {
  await using t = await startTestApp()
  const { people, polls: made } = await plantLine(t)
  await runCommonGround(t.db)
  const before = await read(t)
  const third = async () => (await t.as(people[0]!).call(getOwnGroup, {})).json<OwnGroup>().third
  const known = await third()

  // One person more, who answers all polls.
  const person = await t.make.user(counted)
  await insertVotes(
    t,
    made.map((poll) => ({ poll: poll.id, user: person.id, option: poll.options[0]!.id })),
  )
  expect(await runCommonGround(t.db)).toMatchObject({ line: { voters: 121 } })
  expect((await read(t)).line).toEqual(before.line)
  expect(await third()).toBe(known)

  // Without a line, nothing is shown, and the earlier figures stay for the next line.
  await t.db.update(users).set({ inCommonGround: false }).where(gt(users.id, people[60]!.id))
  await runCommonGround(t.db)
  expect((await read(t)).line).toMatchObject({ status: 'too_few', agree: [], cross: [] })
  expect(await third()).toBeNull()
  await t.db.update(users).set({ inCommonGround: true })
  await runCommonGround(t.db)
  expect((await read(t)).line.cross).toEqual(before.line.cross)
})

test('without groups, orders comments by the agreement of the thirds', async () => {
  await using t = await startTestApp()
  const { people } = await plantLine(t)
  const discussion = await t.make.discussion({ author: people[0]! })
  const oneSided = await t.make.forumComment({ discussion, author: people[0]! })
  const shared = await t.make.forumComment({ discussion, author: people[0]! })
  const like = (comment: { id: number }, places: number[], value: 1 | -1 = 1) =>
    t.db.insert(reactions).values(places.map((at) => ({ commentId: comment.id, userId: people[at]!.id, value })))
  const from = (start: number, count: number) => Array.from({ length: count }, (_, index) => start + index)
  await like(oneSided, from(0, 30))
  await like(oneSided, from(90, 10), -1)
  await like(shared, [...from(0, 12), ...from(54, 12), ...from(105, 12)])
  // These people form a line and no groups: so few of them would fall into two clusters by chance.
  await runCommonGround(t.db)
  await t.db.update(commonGroundMembers).set({ group: null })
  await rankComments(t.db)

  const ranked = await t.db.select().from(comments).orderBy(desc(comments.groupAgreement))
  expect(ranked.map(({ id }) => id)).toEqual([shared.id, oneSided.id])
  expect(ranked.map(({ valuedAcrossGroups }) => valuedAcrossGroups)).toEqual([true, false])
})

test('of several servers, one computes when the hour is over, in a process of its own', async () => {
  await using t = await startTestDatabase()
  const servers = [1, 2, 3].map(() => new CommonGroundRuns(t.db, t.url))
  const runAll = async () => {
    await Promise.all(servers.map((server) => server.runIfDue()))
    return (await t.db.select().from(commonGround))[0]
  }
  expect((await runAll())?.computedAt).toBeNull()

  await t.db.update(commonGround).set({ nextRunAt: sql`now()` })
  const run = await runAll()
  expect(run?.computedAt).not.toBeNull()
  expect(run!.nextRunAt.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000)
  await Promise.all(servers.map((server) => server.close()))
})
