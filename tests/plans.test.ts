import { getAccount } from '@wtpu/contract/accounts/accounts'
import { maxMuted } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import { postKeywords } from '#server/search/words.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { startTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { findForumSamples, forumCalls } from '../bench/forum-calls.ts'
import { seedLarge } from '../bench/large/seed-large.ts'
import { searchCalls } from '../bench/search-calls.ts'
import { calls, scale, type Viewer } from './plan-calls.ts'

/** Tables that grow with the site, so no query may scan them in full. `politicians` has only 600 rows. */
const largeTables = new Set([
  'polls',
  'poll_options',
  'poll_votes',
  'politician_ratings',
  'comments',
  'reactions',
  'users',
  'follows',
  'posts',
  'post_media',
  'post_hashtags',
  'hashtags',
  'hashtag_authors',
  'discussions',
  'discussion_tags',
  'discussion_visits',
  'mutes_and_blocks',
  'roll_call_positions',
  'notifications',
])

let database: TestDatabase
let t: Awaited<ReturnType<typeof startTestApp>>
/** With time for statements that read all rows. */
let patient: ReturnType<typeof connect>
let viewers: Record<Viewer, { id: number }>
let samples: Awaited<ReturnType<typeof findForumSamples>>
const sentQueries: { text: string; values: unknown[] }[] = []
const observedClients = new WeakSet()

beforeAll(async () => {
  database = await startTestDatabase()
  patient = connect(database.url, { max: 2, statement: 120_000 })
  await seedLarge(patient.db, () => undefined, scale)
  // Only now, because the seed drops constraints, which the queries of a running server's jobs could deadlock with.
  t = await startTestApp({}, undefined, database.url)
  const { rows } = await patient.db.execute<{ voter: number; most: number; few: number; admin: number }>(sql`select
    (select user_id from poll_votes group by user_id order by count(*) desc limit 1) as voter,
    (select id from users order by following_count desc limit 1) as most,
    (select id from users where following_count = 3 order by id limit 1) as few,
    (select id from users where following_count = 3 order by id desc limit 1) as admin`)
  const found = rows[0]
  viewers = {
    voter: { id: found?.voter ?? 0 },
    followsMany: { id: found?.most ?? 0 },
    followsFew: { id: found?.few ?? 0 },
    admin: { id: found?.admin ?? 0 },
  }
  await patient.db.execute(sql`update users set role = 'admin' where id = ${viewers.admin.id}`)
  await patient.db.execute(sql`insert into mutes_and_blocks (user_id, other_id, kind)
    select muter.id, other.id, 'mute'
    from (select id from users where id <> ${viewers.followsMany.id} order by id limit 20) muter
    cross join (select id from users order by followers_count desc limit ${maxMuted}) other where muter.id <> other.id
    union all select ${viewers.followsMany.id}, id, 'mute'
      from (select id from users where id <> ${viewers.followsMany.id} order by id limit ${maxMuted}) other`)
  await patient.db.execute(sql`analyze mutes_and_blocks`)
  await insertNotifications()
  await insertRollCalls()
  samples = await findForumSamples(patient.db)
  // Record the queries that the calls below send, with parameters, to explain them afterwards.
  t.pool.on('acquire', (client) => {
    if (observedClients.has(client)) return
    observedClients.add(client)
    const query = client.query.bind(client)
    client.query = ((...args: unknown[]) => {
      const [statement, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
      const text = typeof statement === 'string' ? statement : statement.text
      if (/^\s*(select|with)\b/i.test(text)) {
        sentQueries.push({ text, values: values ?? (typeof statement === 'string' ? [] : (statement.values ?? [])) })
      }
      return (query as (...all: unknown[]) => unknown)(...args)
    }) as typeof client.query
  })
}, 600_000)

/** 100,000 for the voter, and a few for everyone else. */
async function insertNotifications() {
  await patient.db.execute(sql`
    with written as (select id, discussion_id, row_number() over (order by id) as place
      from comments where discussion_id is not null order by id limit 10000)
    insert into notifications
      (user_id, kind, subject_kind, subject_id, page_kind, page_id, cause_ids, updated_at, read_at)
    select ${viewers.voter.id}, 'mention', 'comment', n, 'discussion', discussion_id, array[id],
      now() - n * interval '1 minute', case when n % 10 = 0 then null else now() end
    from generate_series(1, 100000) n join written on place = n % 10000 + 1`)
  await patient.db.execute(sql`insert into notifications (user_id, kind, subject_kind, subject_id)
    select id, 'follower', 'user', id from users where id <> ${viewers.voter.id} limit 20000`)
  await patient.db.execute(sql`analyze notifications`)
}

/** 900 roll calls, in each of which 200 officials voted, and polls about them in which the voter voted. */
async function insertRollCalls() {
  await patient.db
    .execute(sql`insert into roll_calls (source, congress, chamber, number, session, official_number, date,
      question, bill, description, category, result, democrats, republicans, keywords)
    select 'voteview', 119, case when n % 3 = 0 then 'senate' else 'house' end, n, 1, n, date '2025-01-01' + n,
      'On Passage', 'H.R. ' || n, 'A bill about rivers and dams ' || n, 'passage', 'Passed', 'yea', 'nay', 'On Passage HR' || n
    from generate_series(1, 900) n`)
  await patient.db
    .execute(sql`insert into roll_call_members (source, congress, chamber, number, bioguide, name, sort_name,
      party, state, politician_id)
    select 'voteview', 119, 'house', id, '', name, sort_name, party, state, id from politicians order by id limit 200`)
  await patient.db.execute(sql`insert into roll_call_positions (roll_call_id, member_id, position)
    select r.id, m.id, case when (r.id + m.id) % 3 = 0 then 'nay' else 'yea' end from roll_calls r, roll_call_members m`)
  await patient.db.transaction(async (tx) => {
    // These polls have votes already.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into poll_roll_calls (poll_id, roll_call_id, yea_option_id, nay_option_id)
      select poll_id, (select min(id) from roll_calls) + poll_id % 900, min(id), max(id) from poll_options
      where poll_id = 77 or poll_id in (select poll_id from poll_votes where user_id = ${viewers.voter.id}) group by poll_id`)
  })
  await patient.db.execute(sql`update users set state = 'NY', district = 1 where id = ${viewers.voter.id}`)
  await patient.db.execute(sql`analyze roll_calls, roll_call_members, roll_call_positions, poll_roll_calls`)
}

afterAll(async () => {
  await patient.close()
  await t[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

test('the large seed has its planned size, and its counters match its rows', async () => {
  const { rows } = await patient.db.execute<Record<string, number>>(sql`select
    (select count(*) from polls) as polls, (select count(*) from poll_votes) as votes,
    (select count(*) from politicians) as officials, (select count(*) from politician_ratings) as ratings,
    (select sum(total_votes) from poll_totals)::int as totals, (select sum(vote_count) from poll_options)::int as options,
    (select sum(good_job_count + bad_job_count) from politicians)::int as rated,
    (select count(distinct user_id) from poll_votes) as voters, (select value from counters) as participants,
    (select count(*) from poll_votes where created_at > now() - interval '24 hours') as fresh`)
  const found = rows[0] ?? {}
  expect(found).toMatchObject({ polls: 10_000, officials: 600 })
  expect((found['votes'] ?? 0) / scale.votes).toBeCloseTo(1, 1)
  expect((found['ratings'] ?? 0) / scale.ratings).toBeCloseTo(1, 1)
  expect([found['totals'], found['options']]).toEqual([found['votes'], found['votes']])
  expect(found['rated']).toBe(found['ratings'])
  expect(found['participants']).toBe(found['voters'])
  expect(found['fresh']).toBeGreaterThan(scale.votes / 2_000)
})

test('the feed of the large seed has its size, and its counters match its rows', async () => {
  const { rows } = await patient.db.execute<Record<string, number>>(sql`select
    (select count(*) from posts) as posts, (select count(*) from reactions r left join comments c on c.id = r.comment_id
      where r.post_id is not null or c.post_id is not null) as likes,
    (select count(*) from comments where post_id is not null) as comments, (select count(*) from follows) as follows,
    (select max(followers_count) from users) as most_followers, (select max(following_count) from users) as most_followed,
    (select max(like_count) from posts) as most_likes,
    (select sum(posts_count) from users) as posts_of_users,
    (select sum(followers_count) from users) as followers, (select sum(following_count) from users) as followed,
    (select sum(recent_authors) from hashtags) as recent_authors, (select count(*) from hashtag_authors) as author_rows,
    (select count(*) from posts p
      left join (select post_id, count(*) as rows from reactions group by post_id) l on l.post_id = p.id
      left join (select post_id, count(*) as rows from comments group by post_id) c on c.post_id = p.id
      left join (select post_id, count(*) as rows from post_hashtags group by post_id) h on h.post_id = p.id
      where (p.like_count, p.comment_count, cardinality(p.hashtags))
        <> (coalesce(l.rows, 0), coalesce(c.rows, 0), coalesce(h.rows, 0))) as wrong_posts,
    (select count(*) from comments c
      left join (select comment_id, count(*) as rows from reactions where value = 1 group by comment_id) l on l.comment_id = c.id
      where c.like_count <> coalesce(l.rows, 0)) as wrong_comments,
    (select count(*) from hashtags h
      left join (select hashtag_id, count(*) as rows, count(*) filter (where recent) as recent
        from post_hashtags group by hashtag_id) u on u.hashtag_id = h.id
      where (h.use_count, h.recent_uses) <> (coalesce(u.rows, 0), coalesce(u.recent, 0))) as wrong_hashtags`)
  const found = rows[0] ?? {}
  expect(found).toMatchObject({ posts: scale.posts, wrong_posts: 0, wrong_comments: 0, wrong_hashtags: 0 })
  for (const [name, planned] of Object.entries({
    likes: scale.likes,
    comments: scale.postComments,
    follows: scale.follows,
    most_followers: scale.mostFollowers,
    most_followed: scale.mostFollowed,
  })) {
    expect.soft((found[name] ?? 0) / planned, name).toBeCloseTo(1, 1)
  }
  expect(found['posts_of_users']).toBe(scale.posts)
  expect([found['followers'], found['followed']]).toEqual([found['follows'], found['follows']])
  expect(found['recent_authors']).toBe(found['author_rows'])
  expect(found['most_likes']).toBeGreaterThan((50 * scale.likes) / scale.posts)
})

test('posts of the large seed are found by the same words as others', async () => {
  const { rows } = await patient.db.execute<{ keywords: string; hashtags: string[] }>(
    sql`select hashtags, keywords from posts order by id desc limit 50`,
  )
  expect(rows.map((row) => row.keywords)).toEqual(rows.map((row) => postKeywords(row.hashtags)))
})

test('the forums of the large seed have their size, and their counters match their rows', async () => {
  const { rows } = await patient.db.execute<Record<string, number>>(sql`
    with forum_comments as materialized (select * from comments where discussion_id is not null),
    by_discussion as (select discussion_id, count(*) as rows, max(created_at) as latest from forum_comments group by 1),
    by_parent as (select parent_id, count(*) as rows from forum_comments group by 1),
    likes as (select discussion_id, count(*) as rows from reactions where discussion_id is not null group by 1),
    thoughts as (select comment_id, count(*) filter (where value = 1) as likes, count(*) filter (where value = -1) as dislikes
      from reactions where comment_id is not null group by 1)
    select (select count(*) from discussions) as discussions, (select count(*) from forum_comments) as comments,
    (select max(comment_count) from discussions) as largest, (select max(depth) from forum_comments) as deepest,
    (select count(*) from discussions d left join by_discussion c on c.discussion_id = d.id
      left join likes l on l.discussion_id = d.id
      where (d.comment_count, d.like_count) <> (coalesce(c.rows, 0), coalesce(l.rows, 0))
        or d.updated_at <> coalesce(c.latest, d.created_at)) as wrong_discussions,
    (select count(*) from forum_comments c left join by_parent r on r.parent_id = c.id left join thoughts t on t.comment_id = c.id
      where (c.reply_count, c.like_count, c.dislike_count) <> (coalesce(r.rows, 0), coalesce(t.likes, 0), coalesce(t.dislikes, 0)))
      as wrong_comments,
    (select count(*) from forum_comments c left join forum_comments p on p.id = c.parent_id
      where (p.id is null) <> (c.parent_id is null) or (p.id is not null and (c.path <> p.path || p.id
        or p.discussion_id <> c.discussion_id or p.created_at > c.created_at))) as wrong_paths,
    (select count(*) from tags t where discussion_count <> (select count(*) from discussion_tags where tag_id = t.id)) as wrong_tags,
    (select sum(discussions) from forum_counters)::int as counted, (select sum(comments) from forum_counters)::int as counted_comments,
    (select count(*) from discussions d
      join (select discussion_id, count(*) as rows from discussion_visits group by 1) v on v.discussion_id = d.id
      where d.view_count < v.rows) as wrong_views`)
  const found = rows[0] ?? {}
  expect(found).toMatchObject({
    discussions: scale.discussions,
    largest: scale.deepThread,
    deepest: 11,
    wrong_discussions: 0,
    wrong_comments: 0,
    wrong_paths: 0,
    wrong_tags: 0,
    wrong_views: 0,
    counted: scale.discussions,
    counted_comments: found['comments'],
  })
  expect((found['comments'] ?? 0) / scale.forumComments).toBeCloseTo(1, 1)
})

async function explain({ text, values }: { text: string; values: unknown[] }): Promise<string> {
  const { rows } = await t.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  return [text, ...rows.map((row) => row['QUERY PLAN'])].join('\n')
}

async function findScans(fetch: () => Promise<void>): Promise<{ scans: string[]; plans: string[] }> {
  // Looks up the sessions, which the server then knows for ten seconds: less than the plans of one call take on a busy machine.
  for (const viewer of Object.values(viewers)) await t.as(viewer).call(getAccount, {})
  sentQueries.length = 0
  await fetch()
  const plans = await Promise.all(sentQueries.splice(0).map(explain))
  const scans = plans.flatMap((plan) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? ''))
  expect(plans.length).toBeGreaterThan(0)
  return { scans: scans.filter((table) => largeTables.has(table)), plans }
}

test.each(
  calls.map(
    ([endpoint, input, viewer = 'voter']) => [endpoint.url, JSON.stringify(input), viewer, endpoint, input] as const,
  ),
)('%s %s (%s) does not scan a large table, on any page', async (_url, _input, viewer, endpoint, input) => {
  const fetchPage = async (more: object) => {
    t.app.cache.invalidate('/')
    const querystring = { ...input.querystring, ...more }
    const response = await t.as(viewers[viewer]).call(endpoint, { ...input, querystring })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  // The first call loads the session, which is not part of the list.
  await fetchPage({})
  const { scans, plans } = await findScans(async () => {
    const first = await fetchPage({})
    if (first?.next) await fetchPage({ cursor: first.next })
  })
  expect(scans, plans.join('\n')).toEqual([])
})

/** All people are counted once a minute, see `forums/stats.ts`. */
const plannedForumCalls = forumCalls.filter(({ name }) => name !== 'statistics')

/** Each call as somebody who has muted nobody, and every third also as somebody who has muted many. */
const byBoth = <Call extends { name: string }>(list: Call[]) =>
  list.flatMap((call, index) =>
    (index % 3 === 0 ? (['voter', 'followsMany'] as const) : (['voter'] as const)).map((viewer) => ({
      ...call,
      viewer,
    })),
  )

test.each(byBoth(plannedForumCalls))('forums: $name ($viewer) does not scan a large table', async ({ url, viewer }) => {
  const headers = { authorization: await t.as(viewers[viewer]).authorization() }
  const fetchPage = async (address: string) => {
    t.app.cache.invalidate('/')
    const response = await t.app.inject({ url: address, headers })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const first = url(samples)
  await fetchPage(first)
  const { scans, plans } = await findScans(async () => {
    const { next } = await fetchPage(first)
    if (next) await fetchPage(`${first.replace(/&cursor=[^&]*/, '')}&cursor=${next}`)
  })
  expect(scans, plans.join('\n')).toEqual([])
})

test.each(byBoth(searchCalls))('search: $name ($viewer) does not scan a large table', async ({ url, viewer }) => {
  const headers = { authorization: await t.as(viewers[viewer]).authorization() }
  const address = url(samples)
  const fetch = async () => {
    t.app.cache.invalidate('/')
    const response = await t.app.inject({ url: address, headers })
    expect(response.statusCode, response.body).toBe(200)
  }
  await fetch()
  const { scans, plans } = await findScans(fetch)
  expect(scans, plans.join('\n')).toEqual([])
})
