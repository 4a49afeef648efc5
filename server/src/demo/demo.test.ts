import { listCircles } from '@wtpu/contract/circles/on-demand/circles'
import { districtCount } from '@wtpu/contract/districts'
import { listMyPoliticians } from '@wtpu/contract/my-politicians'
import { states } from '@wtpu/contract/states'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import { getPoll, getPollResults, type Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals, type PollTotals } from '@wtpu/contract/polls/totals'
import { checkPoll } from '@wtpu/contract/tally/check.mjs'
import { notificationKinds } from '@wtpu/contract/notifications/on-demand/kinds'
import { listNotifications } from '@wtpu/contract/notifications/notifications'
import { verify } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { runCommonGround } from '#features/common-ground/run.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { seedDemo } from './demo.ts'

const now = new Date('2026-11-21T15:00:00Z')

/** Shared by the tests that leave the demo as it is. */
let site: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  site = await startTestApp()
  await seedDemo(site.db)
})
afterAll(() => site[Symbol.asyncDispose]())

async function rowsOf(db: Db, query: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute(sql.raw(query))
  return rows
}

test('every counter matches the number of its rows', async () => {
  expect(await findWrongCounters(site.db)).toEqual([])
  const [totals] = await rowsOf(
    site.db,
    'select (select count(*) from poll_votes) as votes, (select count(*) from politician_ratings) as ratings',
  )
  expect(totals?.['votes']).toBeGreaterThan(5_000)
  expect(totals?.['ratings']).toBeGreaterThan(2_000)
})

test('every state has two sample senators, a representative and a governor, of balanced parties', async () => {
  const officials = await site.db.select().from(politicians)
  const inventions = officials.filter(
    ({ source, description }) =>
      source === 'sample' && description.includes('Sample') && description.includes('Not a real person'),
  )
  expect(inventions).toHaveLength(officials.length)
  for (const key of ['name', 'phoneNumber', 'email'] as const) {
    expect(new Set(officials.map((official) => official[key])).size).toBe(officials.length)
  }
  expect(officials.every(({ phoneNumber }) => /^\d{3}-555-01\d\d$/.test(phoneNumber))).toBe(true)
  const tally = (key: 'office' | 'party') =>
    Object.fromEntries(
      Object.entries(Object.groupBy(officials, (official) => String(official[key]))).map(([name, all]) => [
        name,
        all?.length,
      ]),
    )
  // The specification's California has a second representative.
  expect(tally('office')).toEqual({ Sen: 100, Rep: 51, Gov: 50 })
  expect(tally('party')).toEqual({ D: 81, R: 80, I: 40 })
  for (const [state] of states) {
    const offices = officials.filter((official) => official.state === state).map(({ office }) => office)
    expect([state, ...offices.toSorted()]).toEqual([
      state,
      'Gov',
      ...(state === 'CA' ? ['Rep', 'Rep'] : ['Rep']),
      'Sen',
      'Sen',
    ])
  }
})

test('a new member of any state sees its senators and governor at once, and of a state with one district also its representative', async () => {
  const seen = async (state: string) => {
    const member = await site.make.user({ state })
    const response = await site.as(member).call(listMyPoliticians, {})
    return response.json().results.map(({ office }: { office: string }) => office)
  }
  for (const [state] of states) {
    const representative = districtCount(state) < 2 ? ['Rep'] : []
    expect([state, ...(await seen(state))]).toEqual([state, 'Sen', 'Sen', ...representative, 'Gov'])
  }
})

test('numbers are uneven: majorities, votes of polls, ratings and people of states', async () => {
  const polls = await rowsOf(
    site.db,
    `select sum(vote_count)::int as votes, max(vote_count)::float / sum(vote_count) as lead from poll_options o
     join polls p on p.id = o.poll_id where p.imported_from is null group by p.id having sum(vote_count) > 0`,
  )
  const leads = polls.map(({ lead }) => Math.round(100 * Number(lead)))
  expect(Math.max(...leads)).toBeGreaterThanOrEqual(85)
  expect(Math.max(...leads)).toBeLessThanOrEqual(91)
  // Those of the polls that divide are below a half.
  for (const [from, to] of [
    [38, 52],
    [52, 60],
    [60, 70],
    [70, 82],
  ] as const) {
    expect(leads.filter((lead) => lead >= from && lead < to).length).toBeGreaterThanOrEqual(2)
  }
  const votes = polls.map((poll) => Number(poll['votes'])).toSorted((a, b) => a - b)
  expect(votes.at(-1)).toBeGreaterThan(8 * Number(votes[0]))
  const [spread] = await rowsOf(
    site.db,
    `select percentile_disc(0.5) within group (order by good_job_count + bad_job_count) as middle,
       max(good_job_count + bad_job_count) as most,
       (select count(*) from users where state = 'CA') as ca, (select count(*) from users where state = 'WY') as wy
     from politicians`,
  )
  expect(spread?.['most']).toBeGreaterThan(5 * Number(spread?.['middle']))
  expect(Number(spread?.['ca'])).toBeGreaterThan(10 * Number(spread?.['wy']))
})

test('gives all parties about the same approval', async () => {
  const shares = await rowsOf(
    site.db,
    'select sum(good_job_count)::float / sum(good_job_count + bad_job_count) as share from politicians group by party',
  )
  const found = shares.map((row) => Number(row['share']))
  expect(found).toHaveLength(3)
  expect(Math.max(...found) - Math.min(...found)).toBeLessThan(0.05)
})

test('votes show three groups of uneven sizes, with three polls of common ground and six that divide', async () => {
  const found = await runCommonGround(site.db)

  // A fourth has no verdict, because almost all of a group chose alike there.
  expect(found).toMatchObject({ status: 'groups', groups: { length: 3 }, agree: 3, divide: 6 })
  const sizes = found.groups.map(({ size }) => size)
  expect(Math.max(...sizes)).toBeGreaterThan(1.5 * Math.min(...sizes))
})

test('an imported conversation of closed polls is a line, with curves of ten steps', async () => {
  const rows = await rowsOf(
    site.db,
    `select verdict, count(*) as polls, count(steps) as with_steps from common_ground_line_polls judged
       join polls p on p.id = judged.poll_id where p.is_sample and p.imported_from is not null and p.closes_at < now()
     group by verdict order by verdict`,
  )
  expect(rows).toEqual([
    { verdict: 'agree', polls: 4, with_steps: 4 },
    { verdict: 'cross', polls: 9, with_steps: 9 },
    { verdict: 'one_side', polls: 1, with_steps: 1 },
    { verdict: 'too_few', polls: 1, with_steps: 1 },
    { verdict: null, polls: 1, with_steps: 1 },
  ])
})

test('some officials have enough ratings from their own state to show, and 20 walls have comments', async () => {
  const [home] = await rowsOf(
    site.db,
    `select count(*) as officials from (
       select p.id from politicians p join politician_ratings r on r.politician_id = p.id and r.state = p.state
       group by p.id having count(*) >= 10) as enough`,
  )
  expect(home?.['officials']).toBeGreaterThan(3)
  const [walls] = await rowsOf(
    site.db,
    'select count(distinct politician_id) as walls, count(*) as comments from comments where politician_id is not null',
  )
  expect(walls?.['walls']).toBe(20)
  expect(walls?.['comments']).toBeGreaterThan(60)
})

test('some officials are trending and some have no rating', async () => {
  const trending = await rowsOf(
    site.db,
    `select politician_id from politician_ratings where created_at > now() - interval '24 hours'
     group by politician_id having count(*) >= 5`,
  )
  const unrated = await rowsOf(site.db, 'select id from politicians where good_job_count + bad_job_count = 0')
  expect(trending.length).toBeGreaterThanOrEqual(5)
  expect(trending.length).toBeLessThanOrEqual(10)
  expect(unrated.length).toBeGreaterThanOrEqual(3)
})

test('has polls in all eight categories: open, ending soon, ended, featured, scheduled and about officials', async () => {
  const [counts] = await rowsOf(
    site.db,
    `select count(*) as polls, count(distinct category_id) as categories,
       count(*) filter (where published_at <= now() and closes_at > now() + interval '24 hours') as open,
       count(*) filter (where closes_at between now() and now() + interval '24 hours') as ending,
       count(*) filter (where closes_at <= now()) as ended,
       count(*) filter (where closes_at is null) as endless,
       count(*) filter (where published_at > now()) as scheduled,
       count(*) filter (where featured) as featured,
       count(*) filter (where featured and closes_at > now() + interval '24 hours') as open_and_featured,
       count(politician_id) as about_officials
     from polls where imported_from is null and audience = 'everyone'`,
  )
  expect(counts).toEqual({
    polls: 32,
    categories: 8,
    open: 20,
    ending: 4,
    ended: 6,
    endless: 1,
    scheduled: 1,
    featured: 4,
    open_and_featured: 4,
    about_officials: 4,
  })
})

test('has a circle of 240 with a closed paper, whose result says how it was taken, and an open one that hides its results', async () => {
  await sealClosedPolls(site.db, site.app.keys)
  const ofCircle = await rowsOf(
    site.db,
    `select p.id, p.closes_at < now() as closed from polls p join paper_polls o on o.poll_id = p.id order by p.id`,
  )
  expect(ofCircle.map(({ closed }) => closed)).toEqual([true, true, false, false])
  const [closed, open] = [Number(ofCircle[0]?.['id']), Number(ofCircle[2]?.['id'])]

  const totals = (await site.call(getPollTotals, { params: { id: closed } })).json<PollTotals>()
  const rows = new Map(methodRows(totals))
  expect(rows.get('Made up for this demo')).toBe('The people and votes are invented.')
  expect(rows.get('Who could vote')).toBe('By invitation to a list of 240 (Harbor Food Co-op), 151 answered (63%)')
  expect(rows.get('Quorum')).toBe('Quorum 120 of 240: reached (151).')
  expect(rows.get('What the others could change')).toMatch(/of 151 said yes .* All 240: between /)
  expect(rows.get('By group')).toMatch(
    /^Northside, \d+ answered: Yes \d\d%, No \d\d%, Not sure \d+%\. Southside, .* Island, \d+ answered: Yes \d\d%/,
  )
  expect(rows.get('Results')).toMatch(/^They were hidden while voting was open, and are shown since /)
  expect((await site.call(getPollResults, { params: { id: closed } })).json()).toMatchObject({ states: [] })
  const fetch = async (url: string) => {
    const { statusCode: status, body } = await site.app.inject({ url })
    return new Response(body, { status })
  }
  const checked = await checkPoll({ poll: closed, fetch })
  expect(checked).toMatchObject({ problems: [], seal: { votes: 151, eligible: 240, paper: 0 } })

  const hidden = (await site.call(getPoll, { params: { id: open } })).json<Poll>()
  expect(hidden).toMatchObject({ results_hidden: true, total_votes: 0, turnout: 60, eligible: 240, quorum: 60 })
  expect(hidden.options.map(({ vote_count: votes }) => votes)).toEqual([0, 0, 0])
  const admin = { id: Number((await rowsOf(site.db, "select id from users where role = 'admin'"))[0]?.['id']) }
  const [circle] = (await site.as(admin).call(listCircles, {})).json().results
  expect(circle).toMatchObject({ name: 'Harbor Food Co-op', rows: 240, open_papers: 1 })
})

test('has 60 roll calls of the sample officials with counts that match, and six polls are about their bills', async () => {
  const rows = await rowsOf(
    site.db,
    `select chamber, count(*), count(distinct category) as categories,
       count(*) filter (where democrats <> republicans) as contested from roll_calls group by 1 order by 1`,
  )
  expect(rows).toMatchObject([
    { chamber: 'house', count: 30, categories: 3 },
    { chamber: 'senate', count: 30, categories: 4 },
  ])
  expect(rows.every(({ contested }) => Number(contested) > 8 && Number(contested) < 22)).toBe(true)
  const wrong = await rowsOf(
    site.db,
    `select r.id from roll_calls r join roll_call_positions p on p.roll_call_id = r.id join roll_call_members m on m.id = p.member_id
     group by r.id having r.source <> 'sample' or count(*) <> case r.chamber when 'house' then 51 else 100 end or bool_or(m.chamber <> r.chamber)
       or (yeas, nays, present, not_voting) <> (count(*) filter (where position = 'yea'), count(*) filter (where position = 'nay'),
         count(*) filter (where position = 'present'), count(*) filter (where position = 'not_voting'))
       or coalesce(democrats, '') <> case sign(count(*) filter (where party = 'D' and position = 'yea')
         - count(*) filter (where party = 'D' and position = 'nay')) when 1 then 'yea' when -1 then 'nay' else '' end`,
  )
  expect(wrong).toEqual([])
  const ties = await rowsOf(
    site.db,
    `select y.text as yea, n.text as nay, r.category from poll_roll_calls t join poll_options y on y.id = yea_option_id
     join poll_options n on n.id = nay_option_id join roll_calls r on r.id = t.roll_call_id`,
  )
  expect(ties).toHaveLength(6)
  expect(
    ties.every((tie) => String(tie['yea']).startsWith('Yes') && tie['nay'] === 'No' && tie['category'] === 'passage'),
  ).toBe(true)
})

test('dates of votes and ratings are consistent with polls and accounts, and none are in the future', async () => {
  const wrong = await rowsOf(
    site.db,
    `select 'vote' from poll_votes v join polls p on p.id = v.poll_id join users u on u.id = v.user_id
       where v.created_at not between p.published_at and least(now(), p.closes_at) or v.created_at < u.created_at
     union all
     select 'rating' from politician_ratings r join users u on u.id = r.user_id
       where r.created_at not between u.created_at and now()`,
  )
  expect(wrong).toEqual([])
})

test('the demo accounts have the printed password, no ratings, and only as many votes as show agreement with senators', async () => {
  const found = await rowsOf(
    site.db,
    `select first_name, last_name, state, password_hash,
       (select count(*) from poll_votes where user_id = u.id) as votes,
       (select count(*) from politician_ratings where user_id = u.id) as ratings,
       (select count(*) from poll_votes v join poll_roll_calls t using (poll_id) join roll_calls r on r.id = t.roll_call_id
         join roll_call_positions p on p.roll_call_id = r.id join roll_call_members m on m.id = p.member_id
         where v.user_id = u.id and r.chamber = 'senate' and v.option_id in (t.yea_option_id, t.nay_option_id)
           and m.state = u.state and p.position in ('yea', 'nay')) as common_with_senators
     from users u where email = 'demo@wtpu.example'`,
  )
  expect(found).toMatchObject([
    { first_name: 'Demo', last_name: 'Citizen', state: 'NY', votes: 5, ratings: 0, common_with_senators: 9 },
  ])
  const hash = String(found[0]?.['password_hash'])
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(hash, 'citizen-demo')).toBe(true)
  const others = await rowsOf(
    site.db,
    "select id from users where password_hash is not null and role = 'user' and email <> 'demo@wtpu.example'",
  )
  expect(others).toEqual([])
  const [admin] = await rowsOf(site.db, "select role, password_hash from users where email = 'admin@wtpu.example'")
  expect(admin).toEqual({ role: 'admin', password_hash: hash })
})

test('has cases of moderation for every tab, appeals and a public log', async () => {
  const [counts] = await rowsOf(
    site.db,
    `select count(*) filter (where closed_at is null)::int as open, count(*) filter (where closed_at is not null)::int as closed,
       (select array_agg(granted order by id) from appeals) as appeals,
       (select count(*)::int from moderation_actions where rule is not null or action in ('keep', 'undo')) as actions,
       (select count(*)::int from appeals a join moderation_actions m on m.id = action_id where decided_by = actor_id) as by_same,
       (select count(*)::int from moderation_actions where actor_id = user_id) as own
     from moderation_cases`,
  )
  expect(counts).toEqual({ open: 12, closed: 30, appeals: [null, null, true, false], actions: 31, by_same: 0, own: 0 })
  const parties = await rowsOf(
    site.db,
    `select party, count(distinct (subject_id))::int as cases from moderation_actions a
     join comments c on c.id = subject_id join politicians p on p.id = c.politician_id
     where action in ('keep', 'remove') group by party having count(distinct subject_id) > 10 order by party`,
  )
  expect(parties.map(({ party }) => party)).toEqual(['D', 'R'])
  const [wrong] = await rowsOf(
    site.db,
    `select count(*)::int from moderation_cases m
     where report_count <> (select count(*) from reports where case_id = m.id and (decided_by is null) = (m.closed_at is null))`,
  )
  expect(wrong).toEqual({ count: 0 })
})

test('seeds only once, also if two seeds run concurrently', async () => {
  await using t = await startTestDatabase()

  const results = await Promise.all([seedDemo(t.db, { now }), seedDemo(t.db, { now })])
  const again = await seedDemo(t.db, { now })

  expect(results.filter(({ seeded }) => seeded)).toHaveLength(1)
  expect(again).toEqual({ seeded: false })
  const [count] = await rowsOf(
    t.db,
    'select (select count(*) from polls) as polls, (select count(*) from users) as users',
  )
  expect(count).toEqual({ polls: 32 + 16 + 4, users: 641 })
})

test('the demo account has a notification of every kind', async () => {
  const [demo] = await rowsOf(site.db, `select id from users where username = 'demo'`)

  const response = await site.as({ id: Number(demo?.['id']) }).call(listNotifications, { querystring: {} })

  const { results } = response.json()
  expect(results.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(notificationKinds.toSorted())
  const unread = 'select unread, (select count(*) from notifications where read_at is null) from inboxes'
  const count = results.filter(({ is_read: isRead }: { is_read: boolean }) => !isRead).length
  expect(await rowsOf(site.db, unread)).toEqual([{ unread: count, count }])
})

/** All seeded content except ids, which depend on earlier rows. */
async function content(db: Db) {
  return Promise.all([
    rowsOf(db, 'select username, email, first_name, last_name, state, bio, created_at from users order by username'),
    rowsOf(
      db,
      'select external_id, name, party, office, state, good_job_count, bad_job_count from politicians order by 1',
    ),
    rowsOf(
      db,
      `select p.question, p.featured, p.published_at, p.closes_at, o.position, o.text, o.vote_count
       from polls p join poll_options o on o.poll_id = p.id order by 1, 5`,
    ),
    rowsOf(
      db,
      `select p.question, u.username, o.text, v.created_at from poll_votes v join polls p on p.id = v.poll_id
       join users u on u.id = v.user_id join poll_options o on o.id = v.option_id order by 1, 2`,
    ),
    rowsOf(
      db,
      `select p.external_id, u.username, r.type, r.created_at from politician_ratings r
       join politicians p on p.id = r.politician_id join users u on u.id = r.user_id order by 1, 2`,
    ),
    rowsOf(
      db,
      `select p.external_id, u.username, c.text, c.like_count, c.created_at from comments c
       join politicians p on p.id = c.politician_id join users u on u.id = c.user_id order by 1, 2`,
    ),
    rowsOf(
      db,
      `select u.username, p.text, p.like_count, p.comment_count, p.created_at, array(
         select cu.username || c.like_count || c.created_at || c.text from comments c join users cu on cu.id = c.user_id
         where c.post_id = p.id order by c.id) as comments
       from posts p join users u on u.id = p.user_id order by p.id`,
    ),
    rowsOf(
      db,
      `select u.username, d.title, d.description, d.created_at, d.updated_at, d.edited_at, d.locked_at, d.like_count, d.view_count,
         array(select t.name from discussion_tags dt join tags t on t.id = dt.tag_id
           where dt.discussion_id = d.id order by dt.position) as tags,
         array(select cu.username || c.like_count || '-' || c.dislike_count || c.created_at || c.depth || c.text
           from comments c join users cu on cu.id = c.user_id where c.discussion_id = d.id order by c.id) as comments
       from discussions d join users u on u.id = d.user_id order by d.id`,
    ),
    rowsOf(
      db,
      `select r.chamber, r.number, r.title, r.date, m.sort_name, p.position from roll_calls r
       join roll_call_positions p on p.roll_call_id = r.id join roll_call_members m on m.id = p.member_id order by 1, 2, 5`,
    ),
    rowsOf(
      db,
      `select r.username as follower, d.username as followed, f.created_at from follows f
       join users r on r.id = f.follower_id join users d on d.id = f.followed_id order by 1, 2`,
    ),
  ])
}

test('the same `now` produces the same content on any database', async () => {
  await using first = await startTestDatabase()
  await using second = await startTestDatabase()
  // Advance the id sequences, so that the ids differ.
  await second.make.user()
  await second.make.poll()
  await second.db.execute(sql`delete from poll_options; delete from polls; delete from users`)

  await seedDemo(first.db, { now })
  await seedDemo(second.db, { now })

  expect(await content(second.db)).toEqual(await content(first.db))
})

test('retires the sample officials if real ones exist', async () => {
  await using t = await startTestDatabase()
  await t.make.politician({ source: 'congress', external_id: 'A000001' })

  await seedDemo(t.db, { now })

  const inOffice = await rowsOf(t.db, 'select source from politicians where retired_at is null')
  expect(inOffice).toEqual([{ source: 'congress' }])
})
